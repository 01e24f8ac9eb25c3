// The photos that were chosen on a page, a line for each until the server has it: how far it is,
// what is wrong, and the buttons for it.
import * as store from "./photo-store.js";
import { FINAL, Sender } from "./sender.js";
import { locale, step, text } from "./text.js";

const reasons = {
  unsupportedFormat: () => text("This file isn't a readable photo"),
  imageDamaged: () => text("This file isn't a readable photo"),
  limitExceeded: () => text("That is too large"),
  limitReached: () => text("All photos are taken"),
  busy: () => text("Too much at once"),
  notAllowed: () => text("The event doesn't allow it, or not now: it may have ended, or not begun."),
  noSuchGuest: () => text("You are no longer in this event."),
};

const words = (photo, part, state) => {
  const { fault, roll } = photo;
  switch (photo.state) {
    case "waiting": return text("It waits for its turn.");
    case "sending":
      if (state) return step(state);
      return roll ? text("A picture is being sent") : text("%1 % sent", Math.floor(100 * Math.min(1, (part || 0) / 0.8)));
    case "placeless":
      if (fault?.detail && fault.code !== "positionMissing") return `✗ ${fault.detail}`;
      return text("No place is in this photo: Android removed the location, or it never had one. Where was it taken?");
    default: return `✗ ${reasons[fault?.code]?.() ?? fault?.detail ?? text("This picture could not be added")}`;
  }
};

export class Lines {
  /**
   * @param list the element of the lines.
   * @param roll the event and guest of the photos; without one they go to the library.
   * @param sent called with a photo that the server has; its line goes unless it returns what it
   *   says. It is called once for each.
   * @param ask asks for the place of a photo in its line.
   * @param left called with a line that ends, or no longer asks for a place.
   */
  constructor(list, { roll = null, sent, ask = () => {}, left = () => {} }) {
    Object.assign(this, { list, roll, sent, ask, left, lines: new Map(), done: new Set() });
    this.sender = new Sender(roll, (photo, part, state) => this.draw(photo, part, state));
    store.heard((photo) => this.follow(photo));
    // Without storage, no photos of earlier sessions wait.
    this.sender.open().then((photos) => photos.forEach((photo) => this.draw(photo)), () => {});
  }

  get size() {
    return this.lines.size;
  }

  /** Stores a file, or has it in this page only where the browser can't; then sends it. */
  async add(file, pose) {
    const photo = {
      id: store.newID(), name: file.name, size: file.size, taken: new Date().toISOString(), state: "waiting", pose, isFile: true,
    };
    this.draw(photo);
    await this.sender.add(photo, { framed: file }).catch(() => {
      store.hold(this.roll ? { ...photo, roll: this.roll } : photo, { framed: file });
      this.sender.wake();
    });
    return photo.id;
  }

  /** What another tab changed. */
  async follow(sent) {
    if (sent && (sent.roll ?? null) === this.roll) this.draw(sent);
    const stored = await this.sender.all();
    for (const [id, { photo }] of this.lines) {
      // A refused file is no longer stored: its line stays for the reason.
      if (!["done", "failed"].includes(photo.state) && !stored.some((one) => one.id === id)) this.remove(id);
    }
    for (const photo of stored) {
      const shown = this.lines.get(photo.id)?.photo;
      if (shown?.state !== photo.state || shown.isCut !== photo.isCut) this.draw(photo);
    }
  }

  remove(id) {
    const line = this.lines.get(id);
    if (!line) return;
    this.left(line);
    this.lines.delete(id);
    line.item.remove();
  }

  draw(photo, part, state) {
    if (photo.state === "done") return this.finish(photo);
    // The camera page shows its own.
    if (!photo.isFile || photo.isKept) return undefined;
    const line = this.lines.get(photo.id) ?? this.makeLine(photo);
    const isNew = line.photo?.state !== photo.state;
    if (isNew && line.photo?.state === "placeless") this.left(line);
    line.photo = photo;
    const isCut = photo.state === "waiting" && (photo.isCut || !navigator.onLine);
    line.said.textContent = isCut ? text("There is no network. The picture is kept here and sent later.") : words(photo, part, state);
    line.bar.hidden = photo.state !== "sending" || Boolean(this.roll);
    line.bar.value = part || 0;
    if (!isNew) return undefined;
    line.said.className = photo.state === "failed" ? "failed" : "";
    line.actions.replaceChildren(...this.actions(photo, line));
    line.actions.hidden = !line.actions.children.length;
    if (photo.state === "placeless") this.ask(photo, line, false);
    return undefined;
  }

  finish(photo) {
    if (this.done.has(photo.id)) return;
    this.done.add(photo.id);
    const words = this.sent(photo);
    if (!words || !photo.isFile || photo.isKept) {
      this.remove(photo.id);
      return;
    }
    // Another tab sent it, and its line may be gone already.
    const line = this.lines.get(photo.id) ?? this.makeLine(photo);
    this.left(line);
    line.photo = photo;
    for (const part of [line.bar, line.actions]) part.remove();
    line.said.className = "done";
    line.said.replaceChildren(...words);
  }

  makeLine(photo) {
    const item = document.createElement("li");
    const name = document.createElement("bdi");
    name.textContent = photo.name || new Date(photo.taken).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
    const bar = document.createElement("progress");
    bar.max = 1;
    bar.setAttribute("aria-label", text("Progress"));
    const said = document.createElement("span");
    const actions = document.createElement("p");
    actions.className = "actions";
    item.append(name, " ", bar, said, actions);
    this.list.append(item);
    const line = { item, bar, said, actions };
    this.lines.set(photo.id, line);
    return line;
  }

  actions(photo, line) {
    const button = (words, act) => {
      const element = document.createElement("button");
      element.type = "button";
      element.className = "button";
      element.textContent = words;
      element.addEventListener("click", () => act(element));
      return element;
    };
    if (!["placeless", "failed"].includes(photo.state)) return [];
    // The buttons go: the line has the focus.
    const focus = () => {
      line.said.tabIndex = -1;
      line.said.focus({ preventScroll: true });
    };
    const made = [];
    if (photo.state === "placeless") made.push(button(text("Enter the place"), () => this.ask(photo, line, true)));
    else if (!FINAL.includes(photo.fault?.code)) {
      made.push(button(text("Try again"), () => {
        focus();
        this.sender.retry(photo);
      }));
    }
    made.push(button(text("Discard"), async (gone) => {
      // A file that is never taken is no longer stored. Another may exist only here: a single tap
      // doesn't delete it.
      if (!FINAL.includes(photo.fault?.code)) {
        if (gone.textContent !== text("Discard for good")) {
          gone.textContent = text("Discard for good");
          return;
        }
        await this.sender.discard(photo);
      }
      this.remove(photo.id);
    }));
    return made;
  }
}
