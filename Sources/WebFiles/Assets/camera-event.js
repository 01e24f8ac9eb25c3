// The event of the photos, and the number of photos left on its film; without an event they go to
// the library.
import { text } from "./text.js";

const given = document.getElementById("camera")?.dataset.event;
/** The event's state when the server made the page; nothing on the page of the library. */
export const joined = given ? JSON.parse(given) : null;
/** The owner of the photos that wait here: another guest on the same phone sends none of them. */
export const roll = joined ? `${joined.id}/${joined.guest}` : null;

const KEY = "timewalk.film";

/** The last known number of photos left; a stored page may be older. */
const remembered = () => {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) || "{}");
    return known.roll === roll ? known.left : Infinity;
  } catch {
    return Infinity;
  }
};

export const film = {
  left: joined ? Math.min(joined.left, remembered()) : Infinity,
  changed() {},

  /** Stores the server's number. */
  set(left) {
    this.left = Math.max(0, left);
    try {
      localStorage.setItem(KEY, JSON.stringify({ roll, left: this.left }));
    } catch {
      // Then the stored page has the number, and the server decides anyway.
    }
    this.changed();
  },

  /** Asks the server for the number left. */
  async renew() {
    if (!joined) return;
    const answer = await fetch(`/v1/events/${joined.id}`, { cache: "no-store" }).catch(() => null);
    const known = answer?.ok ? (await answer.json()).me?.photosLeft : undefined;
    if (known !== undefined) this.set(known);
  },

  /** The number that can still be taken if so many wait on this phone. */
  open(waiting) {
    return Math.max(0, this.left - waiting);
  },

  words(waiting) {
    return text("%1 of %2 left", this.open(waiting), joined.photos);
  },
};

/**
 * The parts of a pose that go with a picture of an event: the time, the chosen stop, and the
 * position where the event shows it.
 */
export const poseFor = ({ timestamp, latitude, longitude }) => {
  const stop = document.getElementById("stop")?.value;
  return { timestamp, ...(stop ? { stop } : {}), ...(joined.positions && latitude !== undefined ? { latitude, longitude } : {}) };
};

/** True if no more pictures can be taken. */
export const isOver = () => !joined.open || Date.now() > Date.parse(joined.ends);
