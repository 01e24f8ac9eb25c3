// Pictures of a grid are chosen by their boxes, by dragging the mouse over them, and by a long
// press; a finger that stays down then chooses further ones.

/** The time of a long press, ms, and the way after which it is none, pixels. */
const [LONG, STILL] = [500, 10];
/** The edge of the window at which a drag scrolls, and by how much, pixels. */
const [EDGE, SCROLL] = [72, 12];

export class Selecting {
  /**
   * @param grid the element with the pictures, which are `li` with a `data-picture`.
   * @param changed called after each change; `begun` before the first picture is chosen.
   */
  constructor(grid, { changed, begun = () => {} }) {
    Object.assign(this, { grid, changed, begun, chosen: new Set(), scroller: grid.closest("dialog") ?? window });
    grid.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => this.up());
    // A long press has a menu of its own, and a dragged picture is a file.
    grid.addEventListener("contextmenu", (event) => this.isTouch && event.preventDefault());
    grid.addEventListener("dragstart", (event) => event.preventDefault());
    grid.addEventListener("touchmove", (event) => this.from && event.cancelable && event.preventDefault(), { passive: false });
    grid.addEventListener("click", (event) => this.click(event), true);
    grid.addEventListener("change", ({ target }) => {
      const item = target.closest("li");
      if (item && target.type === "checkbox") this.choose([item], target.checked);
    });
  }

  get items() {
    return [...this.grid.querySelectorAll("li[data-picture]")];
  }

  /** Shows whether a picture is chosen, for example after it was drawn again. */
  mark(item) {
    const isChosen = this.chosen.has(item.dataset.picture);
    item.classList.toggle("is-chosen", isChosen);
    const box = item.querySelector("input[type=checkbox]");
    if (box) box.checked = isChosen;
  }

  choose(items, isChosen) {
    if (!this.chosen.size && isChosen) this.begun();
    for (const item of items) {
      this.chosen[isChosen ? "add" : "delete"](item.dataset.picture);
      this.mark(item);
    }
    this.changed(this.chosen.size);
  }

  clear() {
    this.chosen.clear();
    for (const item of this.items) this.mark(item);
    this.changed(0);
  }

  down(event) {
    const item = event.target.closest("li[data-picture]");
    this.isMoved = false;
    this.isTouch = event.pointerType === "touch";
    if (!item || event.button || !event.isPrimary || event.target.closest("label, .sheet")) return;
    this.start = { item, x: event.clientX, y: event.clientY };
    if (this.isTouch) this.timer = setTimeout(() => this.begin(), LONG);
  }

  /** From here on, the pictures between the first one and the pointer are chosen. */
  begin() {
    this.from = this.start.item;
    this.isMoved = true;
    this.before = new Set(this.chosen);
    if (this.isTouch) navigator.vibrate?.(10);
    this.choose([this.from], true);
  }

  move(event) {
    if (!this.start) return;
    this.pointer = event;
    const isStill = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < STILL;
    if (!this.from && this.isTouch && !isStill) return this.up();
    if (!this.from && !this.isTouch && !isStill && this.under(event) !== this.start.item) this.begin();
    if (!this.from) return;
    this.extend();
    this.scroll();
  }

  under({ clientX, clientY }) {
    const item = document.elementFromPoint(clientX, clientY)?.closest("li[data-picture]");
    return item && this.grid.contains(item) ? item : undefined;
  }

  extend() {
    const end = this.under(this.pointer);
    if (!end) return;
    const { items } = this;
    const [one, other] = [items.indexOf(this.from), items.indexOf(end)].sort((a, b) => a - b);
    items.forEach((item, index) => {
      const isChosen = this.before.has(item.dataset.picture) || (index >= one && index <= other);
      if (isChosen === this.chosen.has(item.dataset.picture)) return;
      this.choose([item], isChosen);
    });
  }

  /** Scrolls as long as the pointer is at the window's edge. */
  scroll() {
    const { clientY } = this.pointer;
    const by = clientY < EDGE ? -SCROLL : clientY > innerHeight - EDGE ? SCROLL : 0;
    if (!by || this.isScrolling) return;
    this.isScrolling = true;
    requestAnimationFrame(() => {
      this.isScrolling = false;
      if (!this.from) return;
      this.scroller.scrollBy(0, by);
      this.extend();
      this.scroll();
    });
  }

  up() {
    clearTimeout(this.timer);
    [this.start, this.from] = [null, null];
  }

  /** While pictures are chosen, a click on one chooses it, too. */
  click(event) {
    const item = event.target.closest("li[data-picture]");
    if (!item || event.target.closest("label")) return;
    const isEnd = this.isMoved;
    this.isMoved = false;
    if (!isEnd && !this.chosen.size) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isEnd) this.choose([item], !this.chosen.has(item.dataset.picture));
  }
}
