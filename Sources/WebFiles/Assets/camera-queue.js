// The photos on this phone: their states, results and actions.
import { formats } from "./formats.js";
import { framed } from "./camera-lens.js";
import { Many } from "./camera-many.js";
import { Sender, picture } from "./sender.js";
import * as store from "./photo-store.js";
import { film, joined, roll } from "./camera-event.js";
import { locale, step, text } from "./text.js";

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

const sizeOf = (bytes) => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

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
    this.many = new Many(this);
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

  /** Tries again to store photos that didn't fit. */
  async keepAgain(photo) {
    const index = this.lost.findIndex((one) => one.photo.id === photo.id);
    const [{ photo: whole, bytes }] = this.lost.splice(index, 1);
    this.photos.delete(photo.id);
    await this.add(bytes, whole);
  }

  async discard(photo) {
    this.lost = this.lost.filter((one) => one.photo.id !== photo.id);
    this.photos.delete(photo.id);
    await this.sender.discard(photo);
    this.draw();
  }

  /** The photos that failed. */
  get failed() {
    return [...this.photos.values()].filter(({ state }) => state === "failed" || state === "unsaved");
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

  /** A sign for a photo's state, for its badge. */
  sign(photo) {
    const signs = { waiting: "…", placeless: "?", done: "✓" };
    if (photo.state === "sending") return `${Math.floor(100 * Math.min(1, this.parts.get(photo.id) || 0))} %`;
    return signs[photo.state] ?? "!";
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
    this.show($("thumb"), photos[0]?.thumb || this.lastThumb);
    this.drawn();
    if ($("photos-dialog").open) this.drawList();
  }

  /** A picture as an element's background; its address is freed when another replaces it. */
  show(element, blob) {
    if (element.shown === blob) return;
    if (element.address) URL.revokeObjectURL(element.address);
    element.shown = blob;
    element.address = blob ? URL.createObjectURL(blob) : "";
    element.style.backgroundImage = blob ? `url("${element.address}")` : "";
  }

  async openList() {
    $("photos-dialog").showModal();
    this.chosen = this.photos.size === 1 ? this.sorted[0].id : null;
    this.drawList();
    const [{ count: fit }, kept] = [await this.room(), await navigator.storage?.persisted?.().catch(() => false)];
    const said = (count) => count.toLocaleString(locale);
    const count = this.photos.size === 1 ? text("1 photo") : text("%1 photos", said(this.photos.size));
    $("room").textContent = [
      text("%1, %2. About %3 more fit.", count, sizeOf(this.bytes), said(fit)),
      kept ? "" : text("The browser may delete them when it needs space: photos are safe once they are sent."),
    ].filter(Boolean).join(" ");
  }

  /** Opens the sheet of a photo, or closes it; one is open at most. */
  choose(id) {
    this.chosen = this.chosen === id ? null : id;
    this.drawList();
    $("queue").querySelector(".sheet:not([hidden])")?.scrollIntoView({ block: "nearest" });
  }

  drawList() {
    const { sorted: photos } = this;
    this.many.draw();
    const list = $("queue");
    const known = new Map([...list.children].map((item) => [item.dataset.id, item]));
    photos.forEach((photo, index) => {
      let item = known.get(photo.id);
      known.delete(photo.id);
      if (!item) item = this.makeItem(photo);
      const look = JSON.stringify([photo.state, Boolean(photo.thumb), photo.photo]);
      if (item.dataset.look !== look) {
        const hadFocus = item.querySelector(".actions").contains(document.activeElement);
        item.dataset.look = look;
        this.show(item.querySelector(".thumb"), photo.thumb);
        item.querySelector(".actions").replaceChildren(...this.actions(photo));
        if (hadFocus) item.querySelector(".actions").firstChild.focus();
      }
      const said = item.querySelector(".state");
      const words = this.words(photo);
      if (said.textContent !== words) said.textContent = words;
      const isFailed = photo.state === "failed" || photo.state === "unsaved";
      said.classList.toggle("failed", isFailed);
      const tile = item.querySelector(".tile");
      const isChosen = this.chosen === photo.id;
      tile.setAttribute("aria-expanded", String(isChosen));
      tile.setAttribute("aria-label", `${item.querySelector("bdi").textContent}: ${words}`);
      item.querySelector(".sheet").hidden = !isChosen;
      const badge = tile.firstChild;
      badge.textContent = this.sign(photo);
      badge.className = `badge ${isFailed ? "failed" : photo.state}`;
      const bar = item.querySelector("progress");
      bar.hidden = photo.state !== "sending";
      bar.value = this.parts.get(photo.id) || 0;
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] || null);
    });
    for (const item of known.values()) {
      const holds = item.contains(document.activeElement);
      item.remove();
      if (holds) $("photos-title").focus();
    }
    if (!photos.length) list.replaceChildren();
  }

  makeItem(photo) {
    const item = document.createElement("li");
    item.dataset.id = photo.id;
    const tile = document.createElement("button");
    tile.type = "button";
    tile.className = "tile thumb";
    const badge = document.createElement("span");
    badge.setAttribute("aria-hidden", "true");
    tile.append(badge);
    tile.addEventListener("click", () => this.choose(photo.id));
    const body = document.createElement("div");
    body.className = "sheet";
    const name = document.createElement("strong");
    const when = new Date(photo.taken).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
    const bdi = document.createElement("bdi");
    bdi.textContent = photo.name || when;
    const kind = document.createElement("span");
    kind.className = "chip now";
    kind.textContent = photo.kind === "DNG" ? "RAW" : photo.kind || "JPEG";
    name.append(bdi, " ", kind);
    const state = document.createElement("p");
    state.className = "state";
    const bar = document.createElement("progress");
    bar.max = 1;
    bar.setAttribute("aria-label", text("Progress"));
    const actions = document.createElement("p");
    actions.className = "actions";
    body.append(name, state, bar, actions);
    item.append(tile, body);
    return item;
  }

  actions(photo) {
    const button = (words, act) => {
      const element = document.createElement("button");
      element.type = "button";
      element.className = "button";
      element.textContent = words;
      element.addEventListener("click", () => act().catch((error) => this.say(text("It failed: %1", String(error.message || error)), true)));
      return element;
    };
    const made = [];
    if (photo.state === "done") {
      const link = document.createElement("a");
      link.className = "button main";
      link.href = `/photos/${photo.photo}`;
      link.textContent = text("Then and now");
      made.push(link);
      for (const { role, url } of photo.answer?.renditions || []) {
        if (!["overlaid", "historical", "beside"].includes(role)) continue;
        const names = { overlaid: text("Save with place and time"), historical: text("Save the old picture"), beside: text("Save then beside now") };
        const save = document.createElement("a");
        save.className = "button";
        save.href = url;
        save.download = `timewalk-${photo.photo}-${role}.jpg`;
        save.textContent = names[role];
        made.push(save);
      }
    }
    if (photo.state === "placeless") made.push(button(text("Enter the place"), () => this.askPlace(photo)));
    if (photo.state === "failed") made.push(button(text("Try again"), () => this.sender.retry(photo)));
    if (photo.state === "unsaved") made.push(button(text("Try again"), () => this.keepAgain(photo)));
    if (!photo.isFile) {
      made.push(button(text("Save the photo"), async () => save(await this.fileOf(photo), `timewalk-${photo.photo || photo.id}.jpg`)));
      if (photo.way === "sensor") made.push(button(text("Save the sensor's whole picture"), async () => save(await this.fileOf(photo, true), `timewalk-${photo.photo || photo.id}-whole.jpg`)));
    }
    if (navigator.share) made.push(button(text("Share"), () => this.share(photo)));
    const gone = button(photo.state === "done" ? text("Remove from this phone") : text("Discard"), async () => {
      // Unsent pictures exist only here: a single tap doesn't delete them.
      if (photo.state === "done" || gone.isSure) return this.discard(photo);
      gone.isSure = true;
      gone.textContent = text("Discard for good");
    });
    made.push(gone);
    return made;
  }

  async share(photo) {
    const beside = photo.answer?.renditions?.find(({ role }) => role === "beside") || photo.answer?.renditions?.find(({ role }) => role === "overlaid");
    const blob = beside ? await fetch(beside.url).then((answer) => answer.blob()) : await this.fileOf(photo);
    const file = new File([blob], `timewalk-${photo.photo || photo.id}.jpg`, { type: blob.type });
    const data = navigator.canShare?.({ files: [file] }) ? { files: [file] } : { url: photo.photo ? new URL(`/photos/${photo.photo}`, location).href : location.href };
    try {
      await navigator.share(data);
    } catch (error) {
      // The user closed the dialog: nothing is shared.
      if (error.name !== "AbortError") throw error;
    }
  }
}

/** Saves a file on the phone. */
const save = (blob, name) => {
  if (!blob) throw new Error(text("The picture is no longer on this phone."));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

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
