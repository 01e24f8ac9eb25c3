// Sends the photos of all pages, one by one and in pieces. They are on the phone until the server
// has them. After a cut, a reload or a new session, it continues where it stopped.
import * as store from "./photo-store.js";

const PIECE = 1 << 20;
/** The time after which a piece is sent again, milliseconds. */
const PATIENCE = 60000;
/** The longest side sent over a metered connection, pixels: the server shows photos no larger. */
const SPARING = 2048;
/** The refusals that another try of the same file can't change. */
export const FINAL = ["unsupportedFormat", "imageDamaged", "limitExceeded"];
/** The number of retries for an unreadable photo before it counts as failed. */
const TRIES = 4;

/** The network or the server isn't reachable: the photo itself is fine. */
class Later extends Error {
  constructor(seconds) {
    super("later");
    this.seconds = seconds;
  }
}
/** The server refuses this photo permanently. */
class Refused extends Error {
  constructor(code, detail, field) {
    super(detail);
    Object.assign(this, { code, field });
  }
}

const ask = async (method, path, options = {}) => {
  let answer;
  try {
    answer = await fetch(path, { method, signal: AbortSignal.timeout(PATIENCE), cache: "no-store", ...options });
  } catch {
    throw new Later();
  }
  if (answer.ok || answer.status === 404 || answer.status === 409) return answer;
  if ([408, 429, 500, 502, 503, 504, 507].includes(answer.status)) throw new Later(Number(answer.headers.get("Retry-After")) || undefined);
  const problem = await answer.json().catch(() => ({}));
  throw new Refused(problem.code || String(answer.status), problem.detail || answer.statusText, problem.field);
};

const sumOf = async (blob) => {
  // Pages without encryption can't compute it; the server then doesn't compare it.
  if (!crypto.subtle) return undefined;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** True if the browser reports a metered connection. */
const isMetered = () => Boolean(navigator.connection?.saveData || navigator.connection?.type === "cellular");

/** The picture to send: the frame's part of the sensor's whole picture. */
export const picture = async (photo) => {
  const bytes = await store.bytesOf(photo.id);
  if (!bytes) return null;
  if (bytes.framed) return bytes.framed;
  const { drawn, framed } = await import("./camera-lens.js");
  const whole = await createImageBitmap(bytes.whole);
  const blob = await drawn(whole, framed(whole.width, whole.height, photo.digital || 1), photo.format || "image/jpeg", isMetered() ? SPARING : Infinity);
  whole.close();
  await store.keepBytes(photo.id, { framed: blob });
  return blob;
};

export class Sender {
  /**
   * @param roll the event and guest of the photos; without one they go to the library.
   * @param changed called with a photo whose state changed, with its progress, 0 to 1, and with the
   *   step of the server.
   */
  constructor(roll, changed) {
    Object.assign(this, { roll, changed, pause: 2, isBusy: false });
    for (const [target, name] of [[window, "online"], [window, "pageshow"], [document, "visibilitychange"]]) {
      target.addEventListener(name, () => !document.hidden && this.wake());
    }
  }

  /** The photos with this destination, the oldest first. */
  all() {
    return store.all(this.roll);
  }

  /** The photos of earlier sessions; it continues with them. */
  async open() {
    await store.removeOld();
    const photos = [];
    for (const photo of await this.all()) {
      // The page may have closed before it removed a sent photo.
      if (photo.state === "done" && !photo.isKept) await store.remove(photo.id);
      else photos.push(photo);
    }
    this.wake();
    return photos;
  }

  /** Stores a photo, and sends it. Without space it throws, and the photo isn't stored. */
  async add(photo, bytes) {
    await store.add(this.roll ? { ...photo, roll: this.roll } : photo, bytes);
    this.wake();
  }

  /** Sends a photo again, perhaps with another place; `null` removes a value of it. */
  async retry(photo, pose) {
    const values = Object.entries({ ...photo.pose, ...pose }).filter(([, value]) => value !== null);
    await this.tell(photo.id, { state: "waiting", fault: null, tries: 0, pose: Object.fromEntries(values) });
    this.wake();
  }

  /** Removes a photo from the phone, and its sent pieces from the server. */
  async discard(photo) {
    await store.remove(photo.id);
    if (photo.upload) fetch(`/v1/uploads/${photo.upload}`, { method: "DELETE" }).catch(() => {});
  }

  /** Sends waiting photos. Only one tab sends at a time; the next continues if that is closed. */
  wake() {
    clearTimeout(this.timer);
    if (this.isBusy) {
      this.isWanted = true;
      return;
    }
    this.isBusy = true;
    const run = () => this.run();
    const work = navigator.locks ? navigator.locks.request(`timewalk-send-${this.roll ?? ""}`, run) : run();
    Promise.resolve(work).catch(() => this.later()).finally(() => {
      this.isBusy = false;
      if (this.isWanted) {
        this.isWanted = false;
        this.wake();
      }
    });
  }

  later(seconds) {
    this.pause = seconds || Math.min(60, this.pause * 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), this.pause * 1000);
  }

  async run() {
    for (;;) {
      const photo = (await this.all()).find(({ state }) => state === "waiting" || state === "sending");
      if (!photo) return;
      try {
        await this.send(photo);
        this.pause = 2;
        this.isCut = false;
      } catch (error) {
        if (error instanceof Later) {
          // Without an answer there is no network, even if the browser reports one.
          this.isCut = !error.seconds;
          await this.tell(photo.id, { state: "waiting", isCut: this.isCut });
          this.later(error.seconds);
          return;
        }
        // Stored bytes are readable. If reading fails, memory is low: the photos wait.
        const tries = (photo.tries || 0) + 1;
        if (!(error instanceof Refused) && tries <= TRIES) {
          await this.tell(photo.id, { state: "waiting", tries });
          this.later();
          return;
        }
        // A picture without a place, or with a wrong one, asks for it. Other errors are shown, and
        // the next photos continue.
        const isPlaceless = error.code === "positionMissing" || (!this.roll && error.field in (photo.pose ?? {}));
        const told = await this.tell(photo.id, {
          state: isPlaceless ? "placeless" : "failed",
          fault: error instanceof Refused ? { code: error.code, detail: error.message } : { code: "unreadable", detail: String(error.message) },
        });
        // The browser's copy of a chosen file is of no more use.
        if (told?.isFile && !told.isKept && FINAL.includes(error.code)) await store.remove(told.id);
      }
    }
  }

  async tell(id, changes, part) {
    const photo = await store.update(id, changes);
    if (photo) this.changed(photo, part);
    return photo;
  }

  /** The server has a photo: its bytes go from the phone, but for a photo that the camera keeps. */
  async sent(id, changes) {
    const photo = await this.tell(id, { state: "done", upload: null, ...changes });
    if (!photo) return;
    if (!photo.isKept) {
      await store.remove(id, photo);
      return;
    }
    // Of the framed picture the server has the bytes; the sensor's whole one stays until the user
    // removes it.
    const bytes = await store.bytesOf(id);
    if (bytes) await store.keepBytes(id, { framed: bytes.whole ? null : bytes.framed }).catch(() => {});
  }

  async send(photo) {
    await this.tell(photo.id, { state: "sending", fault: null, isCut: false }, 0);
    const blob = await picture(photo);
    if (!blob) throw new Error("its bytes are gone");
    if (this.roll) return this.sendToEvent(photo, blob);
    const sha256 = photo.sha256 || (await sumOf(blob));
    let { upload } = photo;
    let offset = 0;
    if (upload) {
      const answer = await ask("GET", `/v1/uploads/${upload}`);
      if (answer.ok) ({ offset } = await answer.json());
      else upload = null;
    }
    if (!upload) {
      const answer = await ask("POST", "/v1/uploads", {
        headers: { "Content-Type": "application/json" }, body: JSON.stringify({ size: blob.size, sha256 }),
      });
      if (!answer.ok) throw new Later();
      upload = (await answer.json()).id;
      await this.tell(photo.id, { upload, sha256 }, 0);
    }
    while (offset < blob.size) {
      const answer = await ask("PATCH", `/v1/uploads/${upload}`, {
        headers: { "Upload-Offset": String(offset), "Content-Type": "application/octet-stream" }, body: blob.slice(offset, offset + PIECE),
      });
      if (answer.status === 404) {
        await this.tell(photo.id, { upload: null });
        throw new Later();
      }
      const end = answer.headers.get("Upload-Offset");
      if (end === null) throw new Later(Number(answer.headers.get("Retry-After")) || undefined);
      offset = Number(end);
      this.changed(photo, (0.8 * offset) / blob.size);
    }
    await this.finish(photo, upload, sha256);
  }

  /** Sends a photo to the event, in one piece: the same key again means the same picture. */
  async sendToEvent(photo, blob) {
    const { timestamp, ...place } = photo.pose;
    const query = new URLSearchParams({ key: photo.id, taken: timestamp, ...place });
    const answer = await ask("POST", `/v1/events/${this.roll.split("/")[0]}/pictures?${query}`, {
      headers: { "Content-Type": blob.type || "image/jpeg" }, body: blob, signal: AbortSignal.timeout(10 * PATIENCE),
    });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refused(said.code || String(answer.status), said.detail || answer.statusText);
    await this.sent(photo.id, { photo: said.id, isHeld: said.waiting, isNew: answer.status === 201 });
  }

  async finish(photo, upload, sha256) {
    const news = new EventSource(`/v1/stream?progressToken=${upload}`);
    news.addEventListener("progress", (event) => {
      const state = JSON.parse(event.data);
      if (state.state === "step") this.changed(photo, 0.8 + (0.2 * state.number) / (state.total + 1), state);
    });
    try {
      const current = (await this.all()).find(({ id }) => id === photo.id);
      if (!current) return;
      const query = new URLSearchParams({ sha256, ...current.pose });
      const answer = await ask("POST", `/v1/uploads/${upload}?${query}`);
      if (!answer.ok) {
        if (answer.status === 404) await this.tell(photo.id, { upload: null });
        throw new Later(Number(answer.headers.get("Retry-After")) || undefined);
      }
      const result = await answer.json();
      remember(result.photo.id);
      await this.sent(photo.id, { photo: result.photo.id, answer: summary(result), framed: false });
    } finally {
      news.close();
    }
  }
}

/** The part of an answer that is shown without another request. */
const summary = (result) => {
  const best = result.matches?.[0];
  const historical = result.renditions?.find(({ role }) => role === "historical");
  return {
    title: best?.title, date: best?.date, reason: best?.reason, confidence: best?.confidence,
    historical: historical?.url, renditions: (result.renditions || []).map(({ role, url }) => ({ role, url })), viewpoint: result.viewpoint,
  };
};

/** The page of photos lists this browser's photos. */
const remember = (id) => {
  try {
    const known = JSON.parse(localStorage.getItem("timewalk.photos") || "[]").filter((other) => other !== id);
    localStorage.setItem("timewalk.photos", JSON.stringify([id, ...known].slice(0, 500)));
  } catch {
    // Without storage, that list is empty.
  }
};
