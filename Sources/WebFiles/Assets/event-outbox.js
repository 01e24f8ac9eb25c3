// Unsent pictures of events in this browser: those chosen on the event's page, and those of its
// camera page.

/** The age from which pictures are rejected, milliseconds: events last 30 days at most. */
const LATEST = 32 * 86400000;

const opened = (name, stores) =>
  new Promise((done, failed) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => {
      for (const [store, key] of Object.entries(stores)) asked.result.createObjectStore(store, { keyPath: key });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });

const run = async (database, stores, mode, work) => {
  const known = await database;
  return new Promise((done, failed) => {
    const change = known.transaction(stores, mode);
    const asked = work(change);
    change.oncomplete = () => done(asked?.result);
    change.onerror = change.onabort = () => failed(change.error);
  });
};

export class Outbox {
  /**
   * @param guest the owner of the pictures: another guest in the same browser sends none of them.
   */
  constructor(event, guest) {
    Object.assign(this, { event, guest, isSending: false });
  }

  get database() {
    this.own ||= opened("timewalk-events", { pictures: "key" });
    return this.own;
  }

  /** Stores a file; it is on the disk when this resolves. */
  async add(file) {
    const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const taken = new Date().toISOString().replace(/\.\d+Z$/, "Z");
    const picture = { key, event: this.event, guest: this.guest, file, taken };
    await run(this.database, ["pictures"], "readwrite", (change) => change.objectStore("pictures").put(picture));
    return key;
  }

  async remove(key) {
    await run(this.database, ["pictures"], "readwrite", (change) => change.objectStore("pictures").delete(key));
  }

  /** The waiting pictures; those that are too old for any event are removed. */
  async waiting() {
    const all = await run(this.database, ["pictures"], "readonly", (change) => change.objectStore("pictures").getAll());
    for (const one of all) if (Date.now() - Date.parse(one.taken) > LATEST) await this.remove(one.key);
    return all.filter((one) => one.event === this.event && (one.guest ?? this.guest) === this.guest);
  }

  /**
   * Sends waiting pictures, one by one; `told` gets each result, for a refused one with its name,
   * the code and the detail.
   * @returns true if the server answered any.
   */
  async send(told) {
    if (this.isSending) return false;
    this.isSending = true;
    let isAnswered = false;
    try {
      for (const picture of await this.waiting()) {
        told(picture.key, "sending");
        const query = new URLSearchParams({ key: picture.key, taken: picture.taken });
        const reply = await fetch(`/v1/events/${this.event}/pictures?${query}`, {
          method: "POST", body: picture.file, headers: { "Content-Type": picture.file.type || "image/jpeg" },
        }).catch(() => null);
        if (!reply || reply.status === 429 || reply.status >= 500) {
          told(picture.key, "later");
          break;
        }
        const { code, detail } = reply.ok ? {} : await reply.json().catch(() => ({}));
        await this.remove(picture.key);
        isAnswered = true;
        told(picture.key, reply.ok ? "sent" : "refused", { name: picture.file.name, code, detail });
      }
    } finally {
      this.isSending = false;
    }
    return isAnswered;
  }

  /** This event's unsent photos of the camera page, without their bytes. */
  async ofCamera() {
    // A missing database isn't created.
    const names = await indexedDB.databases?.().catch(() => []);
    if (!names?.some(({ name }) => name === "timewalk-camera")) return [];
    this.camera ||= opened("timewalk-camera", { photos: "id", bytes: "id" });
    const all = await run(this.camera, ["photos"], "readonly", (change) => change.objectStore("photos").getAll());
    return all.filter((one) => one.roll === `${this.event}/${this.guest}` && one.state !== "done");
  }

  /** Deletes all waiting pictures of this event. */
  async discard() {
    for (const { key } of await this.waiting()) await this.remove(key);
    for (const { id } of await this.ofCamera()) {
      await run(this.camera, ["photos", "bytes"], "readwrite", (change) => {
        change.objectStore("photos").delete(id);
        change.objectStore("bytes").delete(id);
      });
    }
  }
}
