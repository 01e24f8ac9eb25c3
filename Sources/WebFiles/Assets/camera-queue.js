// The photos on this phone, and their states.
import { formats } from "./formats.js";
import { framed } from "./camera-lens.js";
import { List, show, sizeOf } from "./camera-list.js";
import { Sender, picture } from "./sender.js";
import * as store from "./photo-store.js";
import { film, joined, roll } from "./camera-event.js";
import { step, text } from "./text.js";

const $ = (id) => document.getElementById(id);
/** The queue's size limit in bytes; browsers don't report the free space reliably. */
const ROOM = 2 * 2 ** 30;
/** The assumed size of a photo if none is known. */
const USUAL = 5 * 2 ** 20;
/** The number of remaining photos from which low space is reported. */
const FEW = 30;
/** The free space below which it is reported, bytes: once for each. */
const LOW = [500e6, 100e6];
export const SEEN = "timewalk-seen";

/**
 * A file's format by its first bytes, and for some formats by its name; nothing for other files.
 */
export const kindOf = (bytes, name = "") => {
  const letters = (from, to) => String.fromCharCode(...bytes.subarray(from, to));
  const brands = letters(4, 8) === "ftyp" ? letters(8, 64) : "";
  const fitting = formats.filter((format) =>
    format.signatures.some((signature) => signature.every((byte, at) => byte === null || byte === bytes[at])) ||
    format.brands.some((brand) => brands.includes(brand)));
  // HEIF files may lack a brand for their coding.
  if (!fitting.length && brands.includes("mif1")) return "HEIC";
  const ending = name.split(".").at(-1).toLowerCase();
  return (fitting.find((format) => format.endings.includes(ending)) ?? fitting[0])?.name ?? null;
};

/** A small picture of the frame, for lists; nothing if the browser can't read the format. */
const small = async (blob, digital) => {
  try {
    const bitmap = await createImageBitmap(blob);
    const part = digital ? framed(bitmap.width, bitmap.height, digital) : { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    const canvas = new OffscreenCanvas(256, Math.max(1, Math.round((256 * part.height) / part.width)));
    canvas.getContext("2d").drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
  } catch {
    return null;
  }
};

export class Queue {
  constructor({ say, askPlace, showResult, drawn = () => {} }) {
    Object.assign(this, { say, askPlace, showResult, drawn, photos: new Map(), parts: new Map(), steps: new Map(), smalls: new Map(), lost: [], level: 0 });
    this.sender = new Sender(roll, (photo, part, state) => {
      if (part !== undefined) this.parts.set(photo.id, part);
      if (state) this.steps.set(photo.id, step(state));
      const before = this.photos.get(photo.id);
      if (!this.photos.has(photo.id)) return;
      const current = part === undefined || photo.state !== before.state ? photo : { ...before };
      this.photos.set(photo.id, current);
      if (joined && current.state === "failed" && before.state !== "failed") {
        film.renew();
        this.say(this.words(current), true);
      }
      if (current.state === "done" && before.state !== "done") this.arrived(current);
      this.draw();
    });
    this.list = new List(this);
  }

  /** Reads the photos of earlier sessions, and continues. */
  async open() {
    for (const photo of await this.sender.open()) this.photos.set(photo.id, photo);
    this.draw();
    store.heard(() => this.follow());
  }

  /** Shows the stored photos as another tab changed them. */
  async follow() {
    const stored = (await this.sender.all()).filter(({ state, isKept }) => isKept || state !== "done");
    for (const [id, { state }] of this.photos) {
      if (state !== "unsaved" && !stored.some((photo) => photo.id === id)) this.photos.delete(id);
    }
    for (const photo of stored) this.photos.set(photo.id, photo);
    this.draw();
  }

  /**
   * Stores a photo; it is on the disk when this resolves. If there is no space, the photo stays in
   * this page and can be saved elsewhere.
   */
  async add(bytes, photo) {
    const blob = bytes.whole || bytes.framed;
    const whole = { id: store.newID(), taken: new Date().toISOString(), size: blob.size, isKept: !joined, ...photo };
    try {
      await this.sender.add(whole, bytes);
    } catch (error) {
      this.lost.push({ photo: whole, bytes });
      this.photos.set(whole.id, { ...whole, state: "unsaved" });
      this.draw();
      this.say(
        error?.name === "QuotaExceededError"
          ? text("Not saved: free space on this phone, or save the photo elsewhere.")
          : text("Not saved: this browser can't store photos. Save the photo elsewhere."),
        true);
      return null;
    }
    this.photos.set(whole.id, whole);
    this.draw();
    const making = this.makeSmall(whole.id, blob, bytes.whole ? whole.digital : 0);
    this.smalls.set(whole.id, making.finally(() => this.smalls.delete(whole.id)));
    return whole;
  }

  async makeSmall(id, blob, digital) {
    const thumb = await small(blob, digital);
    if (!thumb) return;
    if (joined) this.lastThumb = thumb;
    const photo = await store.update(id, { thumb }).catch(() => null);
    if (photo && this.photos.has(id)) this.photos.set(id, { ...this.photos.get(id), thumb });
    this.draw();
  }

  /** Adds files: from the picker, the clipboard, a drop or another app. */
  async take(files, pose) {
    const refused = [];
    for (const file of files) {
      const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
      const kind = kindOf(head, file.name);
      if (!kind) {
        refused.push(file.name);
        continue;
      }
      await this.add({ framed: file }, {
        name: file.name, path: file.webkitRelativePath || file.name, kind, state: "waiting", pose, isFile: true,
        taken: new Date(file.lastModified || Date.now()).toISOString(),
      });
    }
    if (refused.length) this.say(text("Only images are supported: %1", refused.join(", ")), true);
  }

  get waiting() {
    return [...this.photos.values()].filter(({ state }) => state === "waiting" || state === "sending");
  }

  get bytes() {
    return [...this.photos.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The free space in bytes, and the estimated number of photos that still fit. */
  async room() {
    const taken = [...this.photos.values()].filter(({ isFile }) => !isFile);
    const each = taken.length ? taken.reduce((sum, { size }) => sum + size, 0) / taken.length : USUAL;
    const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => ({}))) || {};
    const free = Math.max(0, Math.min(ROOM - this.bytes, quota ? quota - usage : Infinity));
    return { free, count: Math.floor(free / each) };
  }

  async warn() {
    const { free, count } = await this.room();
    const level = LOW.filter((limit) => free < limit).length;
    if (count <= FEW || level > this.level) this.say(text("Little space: %1 are free, about %2 photos still fit.", sizeOf(free), count), true);
    this.level = level;
  }

  async arrived(photo) {
    this.parts.delete(photo.id);
    this.steps.delete(photo.id);
    if (!photo.isKept) return this.handedOver(photo);
    // An answer can arrive before the small picture beside it.
    await this.smalls.get(photo.id);
    if (this.photos.has(photo.id)) this.showResult(this.photos.get(photo.id));
    await keepPage(photo.photo).catch(() => {});
  }

  /** The server has the picture: only the displayed data stay here. */
  handedOver(photo) {
    if (photo.isNew) film.set(film.left - 1);
    film.renew();
    this.lastThumb = photo.thumb || this.lastThumb;
    this.photos.delete(photo.id);
    this.showResult(photo);
    this.draw();
  }

  /** Sends a photo again that failed, or stores one that didn't fit. */
  async retry(photo) {
    if (photo.state !== "unsaved") return this.sender.retry(photo);
    const index = this.lost.findIndex((one) => one.photo.id === photo.id);
    const [{ photo: whole, bytes }] = this.lost.splice(index, 1);
    this.photos.delete(photo.id);
    return this.add(bytes, whole);
  }

  async discard(photo) {
    this.lost = this.lost.filter((one) => one.photo.id !== photo.id);
    this.photos.delete(photo.id);
    await this.sender.discard(photo);
    this.draw();
  }

  async fileOf(photo, isWhole) {
    const lost = this.lost.find((one) => one.photo.id === photo.id);
    if (lost) return lost.bytes.whole || lost.bytes.framed;
    const bytes = await store.bytesOf(photo.id);
    return isWhole ? bytes?.whole : bytes?.framed || (await picture(photo));
  }

  words(photo) {
    switch (photo.state) {
      case "unsaved": return text("Not saved");
      case "waiting": return navigator.onLine && !this.sender.isCut ? text("It waits for its turn.") : text("It waits for a network.");
      case "sending": return joined ? text("A picture is being sent") : this.steps.get(photo.id) || text("%1 % sent", Math.floor(100 * Math.min(1, (this.parts.get(photo.id) || 0) / 0.8)));
      case "placeless": return photo.isFile
        ? text("No place is in this photo: Android removed the location, or it never had one. Where was it taken?")
        : text("It has no place. Nothing can be found until you enter one.");
      case "failed": return photo.fault?.code === "noSuchGuest"
        ? text("You are no longer in this event. This photo stays on the phone: save it.")
        : photo.fault?.code === "limitReached"
        ? text("The film is full. This photo stays on the phone: save it, or delete one of your pictures and try again.")
        : text("It failed: %1", photo.fault?.detail || "");
      default: return photo.answer?.title ? text("Found: %1", photo.answer.title) : text("No view from here is known");
    }
  }

  /** The photos, the latest first. */
  get sorted() {
    return [...this.photos.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  draw() {
    const { sorted: photos, waiting } = this;
    const count = waiting.length;
    $("photos-word").textContent = count ? text("Saving %1…", count) : text("Photos");
    const current = waiting.find(({ state }) => state === "sending");
    $("thumb").classList.toggle("is-busy", count > 0);
    $("arc").style.strokeDashoffset = String(100 - 100 * (current ? this.parts.get(current.id) || 0 : 0));
    const failed = photos.filter(({ state }) => state === "failed" || state === "placeless" || state === "unsaved").length;
    $("photos").classList.toggle("needs", failed > 0);
    $("photos").setAttribute("aria-label", [text("Photos on this phone"), count ? text("Saving %1…", count) : "", failed ? text("%1 to check", failed) : ""].filter(Boolean).join(". "));
    show($("thumb"), photos[0]?.thumb || this.lastThumb);
    this.drawn();
    this.list.draw();
  }
}

/** Stores the page of an answered photo for use without a network. */
const keepPage = async (id) => {
  if (!globalThis.caches || !navigator.serviceWorker?.controller) return;
  const cache = await caches.open(SEEN);
  const path = `/photos/${id}`;
  const page = await fetch(path, { headers: { Accept: "text/html" } });
  if (!page.ok) return;
  await cache.put(path, page.clone());
  const pictures = new Set((await page.text()).match(/\/(?:v1\/photos\/[\w-]+|photos\/[\w-]+\/pictures)\/[\w.-]+(?=["' ])/g));
  await Promise.all([...pictures].map((address) => cache.add(address).catch(() => {})));
};
