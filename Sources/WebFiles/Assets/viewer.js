// One picture of a grid, opened over it: swipes and arrow keys walk through the pictures, pinching
// zooms. The address is that of the picture's page. Going back leaves the grid as it was.
import { text } from "./text.js";

/** The least way of a swipe, pixels, and the way after which its direction is known. */
const [FAR, SURE] = [60, 8];
/** The greatest zoom, and that of a double tap. */
const [MOST, TAPPED] = [8, 2.5];

const made = (name, values = {}, ...children) => {
  const element = Object.assign(document.createElement(name), values);
  element.append(...children);
  return element;
};

export class Viewer {
  /**
   * @param pictures returns the grid's pictures, each with `id`, `page`, `small`, `large`, `title`
   *   and `actions`, which are pairs of words and an address.
   * @param item returns a picture's element of the grid; `more` fetches further pictures.
   */
  constructor(grid, { pictures, item, more }) {
    Object.assign(this, { grid, pictures, item, more, fingers: new Map() });
    // Browsers restore a place of the document; here it is that of a picture.
    history.scrollRestoration = "manual";
    addEventListener("pagehide", () => this.keep());
    grid.addEventListener("click", (event) => {
      const link = event.target.closest("li[data-picture] > a");
      if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (this.open(link.parentElement.dataset.picture)) event.preventDefault();
    });
    const button = (className, sign, words, act) => {
      const one = made("button", { type: "button", className, textContent: sign });
      one.setAttribute("aria-label", words);
      one.addEventListener("click", act);
      return one;
    };
    this.back = button("back", "←", text("Back to the pictures"), () => this.close());
    this.earlier = button("turn earlier", "‹", text("Newer picture"), () => this.step(-1));
    this.later = button("turn later", "›", text("Older picture"), () => this.step(1));
    this.stage = made("div", { className: "stage" });
    this.words = made("p", { className: "words" });
    this.words.setAttribute("aria-live", "polite");
    this.links = made("div", { className: "links" });
    this.dialog = made("dialog", { className: "viewer" }, this.back, this.stage, this.earlier, this.later, made("div", { className: "below" }, this.words, this.links));
    this.dialog.setAttribute("aria-label", text("Picture"));
    document.body.append(this.dialog);
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.close();
    });
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", () => this.follow());
    this.links.addEventListener("click", (event) => {
      const link = event.target.closest("a:not([download])");
      if (!link || !this.isPushed || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      // A page of the same address would share the grid's place in the history: Chromium goes back
      // from it to the grid's address without the grid.
      addEventListener("popstate", () => location.assign(link.href), { once: true });
      history.back();
    });
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) this.stage.addEventListener(name, (event) => this[name](event));
    this.stage.addEventListener("dblclick", (event) => this.zoomTo(this.near > 1 ? 1 : TAPPED, event));
    this.stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomTo(this.near * Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
  }

  /** Notes which picture is the first in sight, and where. */
  keep() {
    if (this.dialog.open) return;
    const first = [...this.grid.querySelectorAll("li[data-picture]")].find((item) => item.getBoundingClientRect().bottom > 0);
    if (!first || !scrollY) return;
    const { picture, number } = first.dataset;
    history.replaceState({ ...history.state, kept: { id: picture, number: Number(number), top: first.getBoundingClientRect().top } }, "");
  }

  /** Scrolls to the noted picture, as when going back to the grid; `find` returns its element. */
  async restore(find = ({ id }) => this.item(id)) {
    const { kept } = history.state || {};
    const item = kept && (await find(kept));
    if (item) scrollBy(0, item.getBoundingClientRect().top - kept.top);
  }

  /** Opens a picture over the grid; false if the grid has none of this id. */
  open(id) {
    if (!this.shows(id)) return false;
    this.keep();
    history.pushState({ viewed: id }, "", this.picture.page);
    this.isPushed = true;
    this.dialog.showModal();
    return true;
  }

  close() {
    if (this.isPushed) history.back();
    else this.hide();
  }

  hide() {
    if (!this.dialog.open) return;
    this.dialog.close();
    this.stage.replaceChildren();
    this.isPushed = false;
    const item = this.item(this.id);
    item?.scrollIntoView({ block: "nearest" });
    item?.querySelector("a")?.focus({ preventScroll: true });
  }

  /** The browser went back or forward. */
  follow() {
    const { viewed } = history.state || {};
    if (!viewed || !this.shows(viewed)) return this.hide();
    this.isPushed = true;
    if (!this.dialog.open) this.dialog.showModal();
  }

  async step(by) {
    let list = this.pictures();
    const at = list.findIndex(({ id }) => id === this.id) + by;
    if (at >= list.length && (await this.more?.())) list = this.pictures();
    const next = list[at];
    if (!next || !this.dialog.open) return this.settle();
    history.replaceState({ viewed: next.id }, "", next.page);
    this.shows(next.id);
  }

  /** The neighbour follows the finger's way, and then is the shown picture. */
  async slide(by) {
    const neighbour = this.stage.querySelector(`[data-side='${by}']`);
    if (neighbour && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.stage.classList.add("is-sliding");
      this.draw(-by * this.stage.clientWidth);
      await new Promise((done) => setTimeout(done, 180));
      this.stage.classList.remove("is-sliding");
    }
    await this.step(by);
  }

  /** Shows a picture between its neighbours. */
  shows(id) {
    const list = this.pictures();
    const at = list.findIndex((one) => one.id === id);
    if (at < 0) return false;
    this.id = id;
    this.picture = list[at];
    const [before, after] = [list[at - 1], list[at + 1]];
    this.stage.replaceChildren(...[[before, -1], [this.picture, 0], [after, 1]].filter(([one]) => one).map(([one, side]) => this.frame(one, side)));
    this.image = this.stage.querySelector("[data-side='0']");
    this.image.alt = this.picture.title;
    this.words.textContent = this.picture.title;
    this.links.replaceChildren(...this.picture.actions.map(([words, href, isFile], index) => made("a", { className: index ? "button" : "button main", textContent: words, href, ...(isFile ? { download: "" } : {}) })));
    this.earlier.disabled = !before;
    this.later.disabled = !after && !this.more;
    this.settle();
    if (after === undefined) this.more?.().then((isMore) => this.id === id && (isMore ? this.shows(id) : (this.later.disabled = true)));
    return true;
  }

  frame(picture, side) {
    const image = made("img", { className: "one", alt: "", draggable: false, src: picture.small });
    image.dataset.side = side;
    // The small picture is there at once, the large one as soon as it is loaded.
    const large = new Image();
    large.src = picture.large;
    large.decode().then(() => (image.src = picture.large), () => {});
    return image;
  }

  /** Everything at its place: the whole picture in the middle. */
  settle() {
    this.near = 1;
    this.at = { x: 0, y: 0 };
    this.draw(0);
  }

  draw(pull) {
    for (const image of this.stage.children) {
      const side = Number(image.dataset.side);
      image.style.transform =
        side === 0 ? `translate(${this.at.x + pull}px, ${this.at.y}px) scale(${this.near})` : `translateX(calc(${side * 100}% + ${pull}px))`;
    }
    this.stage.classList.toggle("is-near", this.near > 1);
  }

  /** Zooms at a point of the window, which stays at its place. */
  zoomTo(factor, { clientX, clientY }) {
    const near = Math.min(MOST, Math.max(1, factor));
    const box = this.stage.getBoundingClientRect();
    const [x, y] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
    const by = near / this.near;
    this.near = near;
    this.move(x - (x - this.at.x) * by, y - (y - this.at.y) * by);
  }

  move(x, y) {
    const { clientWidth, clientHeight } = this.stage;
    const within = (value, size) => Math.min((size * (this.near - 1)) / 2, Math.max((-size * (this.near - 1)) / 2, value));
    this.at = { x: within(x, clientWidth), y: within(y, clientHeight) };
    this.draw(0);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = { clientX: innerWidth / 2, clientY: innerHeight / 2 };
    const act = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), "+": () => this.zoomTo(this.near * 1.5, middle), "-": () => this.zoomTo(this.near / 1.5, middle), 0: () => this.settle(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  pointerdown(event) {
    if (event.button) return;
    this.stage.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, event);
    this.pull = this.fingers.size === 1 ? { x: event.clientX, y: event.clientY, at: this.at } : null;
    if (this.fingers.size === 2) this.pinch = { gap: this.gap(), near: this.near };
  }

  /** The two fingers' distance, and their middle. */
  gap() {
    const [one, other] = [...this.fingers.values()];
    return {
      size: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
      clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2,
    };
  }

  pointermove(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 2 && this.pinch) {
      const now = this.gap();
      return this.zoomTo((this.pinch.near * now.size) / this.pinch.gap.size, now);
    }
    if (!this.pull) return;
    const [x, y] = [event.clientX - this.pull.x, event.clientY - this.pull.y];
    if (this.near > 1) return this.move(this.pull.at.x + x, this.pull.at.y + y);
    if (Math.abs(x) > SURE && Math.abs(x) > Math.abs(y)) this.draw(x);
  }

  pointerup(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    const { pull } = this;
    if (this.fingers.size) return;
    [this.pull, this.pinch] = [null, null];
    if (!pull || this.near > 1 || event.type === "pointercancel") return this.near > 1 ? undefined : this.settle();
    const [x, y] = [event.clientX - pull.x, event.clientY - pull.y];
    if (Math.abs(x) >= FAR && Math.abs(x) > Math.abs(y)) return this.slide(x > 0 ? -1 : 1);
    if (y >= 2 * FAR && y > 2 * Math.abs(x)) return this.close();
    this.settle();
    // Two taps at one place zoom; browsers send no double click for touch.
    const isTap = event.pointerType === "touch" && Math.hypot(x, y) < SURE;
    if (isTap && event.timeStamp - (this.lastTap || -1e9) < 350) this.zoomTo(TAPPED, event);
    this.lastTap = isTap ? event.timeStamp : undefined;
  }

  pointercancel(event) {
    this.pointerup(event);
  }
}
