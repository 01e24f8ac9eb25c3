// The event that photos are taken for, and how many its film has; else they go to the library.
import { text } from "./text.js";

const given = document.getElementById("camera")?.dataset.event;
/** What the server said of the event as it made the page; nothing on the page of the library. */
export const joined = given ? JSON.parse(given) : null;
/** Whose photos those are that wait here: another guest on the same phone sends none of them. */
export const roll = joined ? `${joined.id}/${joined.guest}` : null;

const KEY = "timewalk.film";

/** How many the film had when the server told last; a page that is kept may be older. */
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

  /** Keeps what the server told. */
  set(left) {
    this.left = Math.max(0, left);
    try {
      localStorage.setItem(KEY, JSON.stringify({ roll, left: this.left }));
    } catch {
      // Then the page that is kept tells it, and the server decides anyway.
    }
    this.changed();
  },

  /** Asks the server how many are left. */
  async renew() {
    if (!joined) return;
    const answer = await fetch(`/v1/events/${joined.id}`, { cache: "no-store" }).catch(() => null);
    const known = answer?.ok ? (await answer.json()).me?.photosLeft : undefined;
    if (known !== undefined) this.set(known);
  },

  /** How many can still be taken when so many wait on this phone. */
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

/** Whether pictures can be taken now. */
export const isOver = () => !joined.open || Date.now() > Date.parse(joined.ends);
