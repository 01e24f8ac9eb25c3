// The list of the photos on this phone: a grid of small pictures, each with a sheet for its state
// and its actions.
import { Many } from "./camera-many.js";
import { locale, text } from "./text.js";

const $ = (id) => document.getElementById(id);

export const sizeOf = (bytes) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))}\u00a0kB` : `${(bytes / 1e6).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00a0MB`;

/** A picture as an element's background; its address is freed when another replaces it. */
export const show = (element, blob) => {
  if (element.shown === blob) return;
  if (element.address) URL.revokeObjectURL(element.address);
  element.shown = blob;
  element.address = blob ? URL.createObjectURL(blob) : "";
  element.style.backgroundImage = blob ? `url("${element.address}")` : "";
};

/** Saves a file on the phone. */
const save = (blob, name) => {
  if (!blob) throw new Error(text("The picture is no longer on this phone."));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

export class List {
  constructor(queue) {
    this.queue = queue;
    this.many = new Many(this);
  }

  async open() {
    const { queue } = this;
    const { size } = queue.photos;
    $("photos-dialog").showModal();
    this.chosen = size === 1 ? queue.sorted[0].id : null;
    this.many.end();
    const [{ count: fit }, kept] = [await queue.room(), await navigator.storage?.persisted?.().catch(() => false)];
    const said = (count) => count.toLocaleString(locale);
    const count = size === 1 ? text("1 photo") : text("%1 photos", said(size));
    $("room").textContent = [
      text("%1, %2. About %3 more fit.", count, sizeOf(queue.bytes), said(fit)),
      kept ? "" : text("The browser may delete them when it needs space: photos are safe once they are sent."),
    ].filter(Boolean).join(" ");
  }

  /** Opens the sheet of a photo, or closes it; one is open at most. */
  choose(id) {
    this.chosen = this.chosen === id ? null : id;
    this.draw();
    $("queue").querySelector(".sheet:not([hidden])")?.scrollIntoView({ block: "nearest" });
  }

  draw() {
    if (!$("photos-dialog").open) return;
    const { queue } = this;
    const list = $("queue");
    const known = new Map([...list.children].map((item) => [item.dataset.picture, item]));
    queue.sorted.forEach((photo, index) => {
      const item = known.get(photo.id) ?? this.makeItem(photo);
      known.delete(photo.id);
      this.drawItem(item, photo);
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] || null);
    });
    for (const item of known.values()) {
      const holds = item.contains(document.activeElement);
      item.remove();
      if (holds) $("photos-title").focus();
    }
    this.many.draw();
  }

  drawItem(item, photo) {
    const look = JSON.stringify([photo.state, Boolean(photo.thumb), photo.photo]);
    const actions = item.querySelector(".actions");
    if (item.dataset.look !== look) {
      const hadFocus = actions.contains(document.activeElement);
      item.dataset.look = look;
      show(item.querySelector(".thumb"), photo.thumb);
      actions.replaceChildren(...this.actions(photo));
      if (hadFocus) actions.firstChild.focus();
    }
    const words = this.queue.words(photo);
    const said = item.querySelector(".state");
    if (said.textContent !== words) said.textContent = words;
    const isFailed = photo.state === "failed" || photo.state === "unsaved";
    said.classList.toggle("failed", isFailed);
    const isOpen = this.chosen === photo.id;
    const tile = item.querySelector(".tile");
    tile.setAttribute("aria-expanded", String(isOpen));
    const name = `${item.querySelector("bdi").textContent}: ${words}`;
    for (const element of [tile, item.querySelector(".pick input")]) element.setAttribute("aria-label", name);
    item.querySelector(".sheet").hidden = !isOpen;
    const badge = tile.firstChild;
    badge.textContent = this.sign(photo);
    badge.className = `badge ${isFailed ? "failed" : photo.state}`;
    const bar = item.querySelector("progress");
    bar.hidden = photo.state !== "sending";
    bar.value = this.queue.parts.get(photo.id) || 0;
  }

  /** A sign for a photo's state, for its badge. */
  sign(photo) {
    const signs = { waiting: "…", placeless: "?", done: "✓" };
    if (photo.state === "sending") return `${Math.floor(100 * Math.min(1, this.queue.parts.get(photo.id) || 0))} %`;
    return signs[photo.state] ?? "!";
  }

  makeItem(photo) {
    const made = (name, className, ...parts) => {
      const element = document.createElement(name);
      element.className = className;
      element.append(...parts);
      return element;
    };
    const badge = made("span", "badge");
    badge.setAttribute("aria-hidden", "true");
    const tile = made("button", "tile thumb", badge);
    tile.type = "button";
    tile.addEventListener("click", () => this.many.take(photo.id) || this.choose(photo.id));
    const pick = made("label", "pick", Object.assign(document.createElement("input"), { type: "checkbox" }));
    const name = document.createElement("bdi");
    name.textContent = photo.name || new Date(photo.taken).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
    const kind = made("span", "chip now", photo.kind === "DNG" ? "RAW" : photo.kind || "JPEG");
    const bar = document.createElement("progress");
    bar.max = 1;
    bar.setAttribute("aria-label", text("Progress"));
    const sheet = made("div", "sheet", made("strong", "", name, " ", kind), made("p", "state"), bar, made("p", "actions"));
    const item = made("li", "", made("div", "cell", tile, pick), sheet);
    item.dataset.picture = photo.id;
    return item;
  }

  actions(photo) {
    const { queue } = this;
    const button = (words, act) => {
      const element = document.createElement("button");
      element.type = "button";
      element.className = "button";
      element.textContent = words;
      element.addEventListener("click", () => act().catch((error) => queue.say(text("It failed: %1", String(error.message || error)), true)));
      return element;
    };
    const link = (words, values) => Object.assign(document.createElement("a"), { className: "button", textContent: words, ...values });
    const made = [];
    if (photo.state === "done") {
      made.push(link(text("Then and now"), { className: "button main", href: `/photos/${photo.photo}` }));
      const names = { overlaid: text("Save with place and time"), historical: text("Save the old picture"), beside: text("Save then beside now") };
      for (const { role, url } of photo.answer?.renditions || []) {
        if (names[role]) made.push(link(names[role], { href: url, download: `timewalk-${photo.photo}-${role}.jpg` }));
      }
    }
    if (photo.state === "placeless") made.push(button(text("Enter the place"), () => queue.askPlace(photo)));
    if (photo.state === "failed" || photo.state === "unsaved") made.push(button(text("Try again"), () => queue.retry(photo)));
    if (!photo.isFile) {
      const file = `timewalk-${photo.photo || photo.id}`;
      made.push(button(text("Save the photo"), async () => save(await queue.fileOf(photo), `${file}.jpg`)));
      if (photo.way === "sensor") made.push(button(text("Save the sensor's whole picture"), async () => save(await queue.fileOf(photo, true), `${file}-whole.jpg`)));
    }
    if (navigator.share) made.push(button(text("Share"), () => this.share([photo])));
    if (["placeless", "failed", "unsaved"].includes(photo.state)) made[0].classList.add("main");
    const gone = button(photo.state === "done" ? text("Remove from this phone") : text("Discard"), async () => {
      // Unsent pictures exist only here: a single tap doesn't delete them.
      if (photo.state === "done" || gone.isSure) return queue.discard(photo);
      gone.isSure = true;
      gone.textContent = text("Discard for good");
    });
    made.push(gone);
    return made;
  }

  /** The picture to share: then and now if there is a match, else the photo. */
  async fileToShare(photo) {
    const { renditions = [] } = photo.answer ?? {};
    const beside = renditions.find(({ role }) => role === "beside") || renditions.find(({ role }) => role === "overlaid");
    const blob = beside ? await fetch(beside.url).then((answer) => answer.blob()) : await this.queue.fileOf(photo);
    if (!blob) throw new Error(text("The picture is no longer on this phone."));
    return new File([blob], `timewalk-${photo.photo || photo.id}.jpg`, { type: blob.type });
  }

  /** Shares pictures themselves: a receiver may not open their addresses. */
  async share(photos) {
    const files = await Promise.all(photos.map((photo) => this.fileToShare(photo)));
    if (!navigator.canShare?.({ files })) {
      for (const file of files) save(file, file.name);
      return;
    }
    try {
      await navigator.share({ files });
    } catch (error) {
      // The user closed the dialog: nothing is shared.
      if (error.name !== "AbortError") throw error;
    }
  }
}
