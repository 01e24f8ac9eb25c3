// The walk that photos are taken for, and how many its film has; else they go to the library.
import { text } from "./text.js";

const given = document.getElementById("camera")?.dataset.walk;
/** What the server said of the walk as it made the page; nothing on the page of the library. */
export const walk = given ? JSON.parse(given) : null;
/** Whose photos those are that wait here: another guest on the same phone sends none of them. */
export const roll = walk ? `${walk.id}/${walk.guest}` : null;

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
  left: walk ? Math.min(walk.left, remembered()) : Infinity,
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
    if (!walk) return;
    const answer = await fetch(`/v1/walks/${walk.id}`, { cache: "no-store" }).catch(() => null);
    const known = answer?.ok ? (await answer.json()).me?.photosLeft : undefined;
    if (known !== undefined) this.set(known);
  },

  /** How many can still be taken when so many wait on this phone. */
  open(waiting) {
    return Math.max(0, this.left - waiting);
  },

  words(waiting) {
    return text("%1 of %2 left", this.open(waiting), walk.photos);
  },
};

/**
 * What of a pose goes with a picture of a walk: the time, the view that was chosen to be found, and
 * the place where the walk shows it.
 */
export const poseFor = ({ timestamp, latitude, longitude }) => {
  const stop = document.getElementById("stop")?.value;
  return { timestamp, ...(stop ? { stop } : {}), ...(walk.positions && latitude !== undefined ? { latitude, longitude } : {}) };
};

/** Whether pictures can be taken now. */
export const isOver = () => !walk.open || Date.now() > Date.parse(walk.ends);
