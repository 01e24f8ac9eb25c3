// The ghost: the archive's best match for the phone's current place. It lies faint over the
// viewfinder, aligned by the poses. Words lead to its exact spot. A chosen view replaces the best
// match.
import { between, USUAL_VIEW } from "./camera-pose.js";
import { text } from "./text.js";

const RADIANS = Math.PI / 180;
/** The least interval between requests to the archive, milliseconds. */
const PAUSE = 4000;
/** The least interval between changes of the words, milliseconds: screen readers speak each. */
const CALM = 1000;

/** Metres to the east and north from one place to another near by. */
const metres = (from, to) => ({
  east: (to.longitude - from.longitude) * RADIANS * 6371009 * Math.cos(from.latitude * RADIANS),
  north: (to.latitude - from.latitude) * RADIANS * 6371009,
});

/** The words that lead to the picture's place and direction. */
export const guidance = (pose, item) => {
  const words = [];
  if (item.locationOf !== "subject" && item.latitude !== undefined && pose.latitude !== undefined) {
    const { east, north } = metres(pose, item);
    const heading = (pose.heading ?? 0) * RADIANS;
    const ahead = north * Math.cos(heading) + east * Math.sin(heading);
    const right = east * Math.cos(heading) - north * Math.sin(heading);
    const exact = Math.max(1, Math.round(Math.min(pose.horizontalAccuracy ?? 10, 20) / 3));
    const said = (value) => String(Math.round(Math.abs(value)));
    if (pose.heading === undefined) {
      if (Math.hypot(east, north) >= exact) words.push(text("%1 m from here", said(Math.hypot(east, north))));
    } else {
      if (ahead >= exact) words.push(text("%1 m forward", said(ahead)));
      if (ahead <= -exact) words.push(text("%1 m back", said(ahead)));
      if (right >= exact) words.push(text("%1 m right", said(right)));
      if (right <= -exact) words.push(text("%1 m left", said(right)));
    }
  }
  if (item.heading !== undefined && pose.heading !== undefined) {
    const off = Math.round(between(pose.heading, item.heading));
    if (off >= 2) words.push(text("turn %1° right", off));
    if (off <= -2) words.push(text("turn %1° left", -off));
  }
  if (item.pitch !== undefined && pose.pitch !== undefined) {
    const off = Math.round(item.pitch - pose.pitch);
    if (off >= 3) words.push(text("tilt %1° up", off));
    if (off <= -3) words.push(text("tilt %1° down", -off));
  }
  return words;
};

export class Ghost {
  constructor(canvas, guide) {
    this.canvas = canvas;
    this.guide = guide;
    this.isOn = true;
    this.asked = 0;
    this.told = -CALM;
    this.item = null;
    this.image = null;
    /** How strong the ghost is, 0 to 1. */
    this.strength = 0.4;
  }

  clear() {
    this.item = null;
    // A chosen view shows its picture again when it is switched on.
    if (!this.stop) this.image = null;
    this.canvas.getContext("2d").clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.guide.textContent = "";
    this.told = -CALM;
  }

  /** Leads to one view, `{latitude, longitude, title, picture}`, until it is removed. */
  async leadTo(stop) {
    this.stop = null;
    this.clear();
    this.last = null;
    this.stop = stop;
    if (!stop?.picture) return;
    const image = new Image();
    image.src = stop.picture;
    try {
      await image.decode();
    } catch {
      // The words lead there, too.
      return;
    }
    if (this.stop === stop) this.image = image;
  }

  /** Asks the archive if it is time, and draws. `view` is the frame's zoom and angle. */
  async follow(pose, view) {
    this.view = view;
    if (this.stop && this.isOn) {
      this.item = this.stop;
      return this.draw(pose, view);
    }
    if (!this.isOn || pose.latitude === undefined) {
      if (this.item) this.clear();
      return;
    }
    const now = performance.now();
    if (!this.isRefused && now - this.asked > PAUSE && !this.isAsking && navigator.onLine && this.isElsewhere(pose)) {
      this.asked = now;
      this.isAsking = true;
      try {
        await this.ask(pose, view);
        this.last = pose;
      } catch {
        // Without a network the last one stays.
      }
      this.isAsking = false;
    }
    this.draw(pose, view);
  }

  isElsewhere(pose) {
    if (!this.last) return true;
    const { east, north } = metres(this.last, pose);
    return Math.hypot(east, north) > 2 || Math.abs(between(this.last.heading ?? 0, pose.heading ?? 0)) > 5;
  }

  async ask(pose, view) {
    const answer = await fetch("/v1/match", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...pose, ...view, limit: 5 }),
      signal: AbortSignal.timeout(8000),
    });
    // Guests of an event may lack the right; then no further request is made.
    if (answer.status === 401 || answer.status === 403) this.isRefused = true;
    if (!answer.ok) return;
    const { matches, viewpoint } = await answer.json();
    this.ground = viewpoint;
    const match = matches.find(({ media, confidence }) => media?.url?.startsWith("/") && confidence >= 0.1);
    if (!match) {
      this.clear();
      return;
    }
    if (match.id === this.item?.id) return;
    const [item, image] = await Promise.all([
      fetch(`/v1/items/${encodeURIComponent(match.id)}`).then((answer) => answer.json()),
      new Promise((resolve, reject) => {
        const image = new Image();
        image.onload = () => resolve(image);
        image.onerror = reject;
        image.src = `${match.media.url}?side=640`;
      }),
    ]);
    [this.item, this.image] = [item, image];
  }

  draw(pose, view) {
    const { canvas, item, image } = this;
    const context = canvas.getContext("2d");
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    context.clearRect(0, 0, width, height);
    if (!item || (!image && !this.stop)) return;
    const words = guidance(pose, item);
    const isThere = pose.latitude !== undefined && item.locationOf !== "subject";
    const said = words.length ? words.join(", ") : isThere || !this.stop ? text("You stand where it was taken.") : item.title;
    const now = performance.now();
    if (this.guide.textContent !== said && now - this.told >= CALM) {
      this.guide.textContent = said;
      this.told = now;
    }
    if (!image) return;
    // Without the phone's direction, the picture's position is unknown. A chosen view is then drawn
    // in the middle, and the user aligns it by eye.
    if (pose.heading === undefined && !this.stop) return;
    // Without a known angle, a phone's usual one is used for drawing; it isn't sent.
    const own = view.fieldOfView ?? 2 * Math.atan(Math.tan((USUAL_VIEW / 2) * RADIANS) / view.zoom) / RADIANS;
    const focal = width / 2 / Math.tan((own / 2) * RADIANS);
    const wide = 2 * focal * Math.tan(((item.fieldOfView ?? own) / 2) * RADIANS);
    const high = (wide * image.naturalHeight) / image.naturalWidth;
    const aside = item.heading !== undefined && pose.heading !== undefined ? between(pose.heading, item.heading) : 0;
    const above = item.pitch !== undefined && pose.pitch !== undefined ? item.pitch - pose.pitch : 0;
    if (Math.abs(aside) > 70 || Math.abs(above) > 60) return;
    const x = width / 2 + focal * Math.tan(aside * RADIANS);
    const y = height / 2 - focal * Math.tan(above * RADIANS);
    context.globalAlpha = this.strength;
    context.drawImage(image, x - wide / 2, y - high / 2, wide, high);
  }
}

