// Pictures of events that wait in this browser until they are sent: those that were chosen on the
// event's page, and beside them those of its camera page.

/** So long after it was taken no picture is taken in, milliseconds: events last 30 days at most. */
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
  /** @param guest whose pictures they are: another guest in the same browser sends none of them. */
  constructor(event, guest) {
    Object.assign(this, { event, guest, isSending: false });
  }

  get database() {
    this.own ||= opened("timewalk-events", { pictures: "key" });
    return this.own;
  }

  /** Keeps a file; what it resolves for is on the disk. */
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

  /** What waits; what can't be sent any more to any event goes. */
  async waiting() {
    const all = await run(this.database, ["pictures"], "readonly", (change) => change.objectStore("pictures").getAll());
    for (const one of all) if (Date.now() - Date.parse(one.taken) > LATEST) await this.remove(one.key);
    return all.filter((one) => one.event === this.event && (one.guest ?? this.guest) === this.guest);
  }

  /**
   * Sends what waits, one after another; `told` hears of each what became of it.
   *
   * @returns whether the server answered to any.
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
        await this.remove(picture.key);
        isAnswered = true;
        told(picture.key, reply.ok ? "sent" : reply.status === 409 ? "full" : "refused");
      }
    } finally {
      this.isSending = false;
    }
    return isAnswered;
  }

  /** This event's photos by the camera page that the server doesn't have, without their bytes. */
  async ofCamera() {
    // A database that was never made stays unmade.
    const names = await indexedDB.databases?.().catch(() => []);
    if (!names?.some(({ name }) => name === "timewalk-camera")) return [];
    this.camera ||= opened("timewalk-camera", { photos: "id", bytes: "id" });
    const all = await run(this.camera, ["photos"], "readonly", (change) => change.objectStore("photos").getAll());
    return all.filter((one) => one.roll === `${this.event}/${this.guest}` && one.state !== "done");
  }

  /** Forgets all that waits for this event. */
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
