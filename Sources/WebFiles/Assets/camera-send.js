// Sends the queue's photos one by one, in pieces. After a cut, a reload or a new session, it
// continues where it stopped.
import { drawn, framed } from "./camera-lens.js";
import * as store from "./camera-store.js";
import { film, joined, roll } from "./camera-event.js";

const PIECE = 1 << 20;
/** The time after which a piece is sent again, milliseconds. */
const PATIENCE = 60000;
/** The longest side sent over a metered connection, pixels: the server shows photos no larger. */
const SPARING = 2048;
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
  constructor(code, detail) {
    super(detail);
    this.code = code;
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
  throw new Refused(problem.code || String(answer.status), problem.detail || answer.statusText);
};

const sumOf = async (blob) => {
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
  const whole = await createImageBitmap(bytes.whole);
  const blob = await drawn(whole, framed(whole.width, whole.height, photo.digital || 1), photo.format || "image/jpeg", isMetered() ? SPARING : Infinity);
  whole.close();
  await store.keepBytes(photo.id, { framed: blob });
  return blob;
};

export class Sender {
  /** @param changed called with a photo whose state changed, and with its progress, 0 to 1. */
  constructor(changed) {
    this.changed = changed;
    this.pause = 2;
    this.isBusy = false;
    for (const [target, name] of [[window, "online"], [window, "pageshow"], [document, "visibilitychange"]]) {
      target.addEventListener(name, () => !document.hidden && this.wake());
    }
  }

  /** Sends waiting photos. Only one window sends at a time. */
  wake() {
    clearTimeout(this.timer);
    if (this.isBusy) {
      this.isWanted = true;
      return;
    }
    this.isBusy = true;
    const run = () => this.run();
    const work = navigator.locks ? navigator.locks.request(roll ? `timewalk-send-${roll}` : "timewalk-send", { ifAvailable: true }, (lock) => lock && run()) : run();
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
      const photo = (await store.all()).find(({ state }) => state === "waiting" || state === "sending");
      if (!photo) return;
      try {
        await this.send(photo);
        this.pause = 2;
        this.isCut = false;
      } catch (error) {
        if (error instanceof Later) {
          // Without an answer there is no network, even if the browser reports one.
          this.isCut = !error.seconds;
          await this.tell(photo.id, { state: "waiting" });
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
        // A picture that lost its place asks for it. Other errors are shown, and the next photos
        // continue.
        const isPlaceless = error.code === "positionMissing";
        await this.tell(photo.id, {
          state: isPlaceless ? "placeless" : "failed",
          fault: error instanceof Refused ? { code: error.code, detail: error.message } : { code: "unreadable", detail: String(error.message) },
        });
      }
    }
  }

  async tell(id, changes, part) {
    const photo = await store.update(id, changes);
    if (photo) this.changed(photo, part);
    return photo;
  }

  async send(photo) {
    await this.tell(photo.id, { state: "sending", fault: null }, 0);
    const blob = await picture(photo);
    if (!blob) throw new Error("its bytes are gone");
    if (joined) return this.sendToEvent(photo, blob);
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
    const answer = await ask("POST", `/v1/events/${joined.id}/pictures?${query}`, {
      headers: { "Content-Type": blob.type || "image/jpeg" }, body: blob, signal: AbortSignal.timeout(10 * PATIENCE),
    });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) {
      film.renew();
      throw new Refused(said.code || String(answer.status), said.detail || answer.statusText);
    }
    if (answer.status === 201) film.set(film.left - 1);
    await this.tell(photo.id, { state: "done", photo: said.id, isHeld: said.waiting });
    film.renew();
  }

  async finish(photo, upload, sha256) {
    const news = new EventSource(`/v1/stream?progressToken=${upload}`);
    news.addEventListener("progress", (event) => {
      const state = JSON.parse(event.data);
      if (state.state === "step") this.changed(photo, 0.8 + (0.2 * state.number) / (state.total + 1), state);
    });
    try {
      const current = (await store.all()).find(({ id }) => id === photo.id);
      if (!current) return;
      const query = new URLSearchParams({ sha256, ...current.pose });
      const answer = await ask("POST", `/v1/uploads/${upload}?${query}`);
      if (!answer.ok) {
        if (answer.status === 404) await this.tell(photo.id, { upload: null });
        throw new Later(Number(answer.headers.get("Retry-After")) || undefined);
      }
      const result = await answer.json();
      await this.tell(photo.id, {
        state: "done", photo: result.photo.id, answer: summary(result), framed: false, upload: null,
      });
      remember(result.photo.id);
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
