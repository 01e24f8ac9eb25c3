// The movement of our own maps: by fingers, mouse, wheel, keys and the two buttons.
import { NEAREST, middle, toX, toY } from "./ground.js";

/** The greatest movement of a finger in a touch, pixels. */
const SLIP = 6;

/**
 * Makes a map movable. `draw` redraws it, and `load` fetches the view after a rest of `rest`
 * milliseconds. `touch` gets a touched point, or the map's middle on request.
 */
export const makeMoves = (canvas, { view, world }, { draw, load, rest, touch }) => {
  let timer = 0;
  const moved = () => {
    view.zoom = Math.min(NEAREST, Math.max(0, view.zoom));
    view.x = middle(view.x);
    view.y = Math.min(1, Math.max(0, view.y));
    draw();
    clearTimeout(timer);
    timer = setTimeout(load, rest);
  };
  const go = (longitude, latitude, zoom) => {
    Object.assign(view, { x: toX(longitude), y: toY(latitude), zoom });
    moved();
  };
  const zoom = (by, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) => {
    const before = world();
    view.zoom = Math.min(NEAREST, Math.max(0, view.zoom + by));
    const [dx, dy] = [x - canvas.clientWidth / 2, y - canvas.clientHeight / 2];
    view.x += dx / before - dx / world();
    view.y += dy / before - dy / world();
    moved();
  };
  const pan = (dx, dy) => {
    view.x += dx / world();
    view.y += dy / world();
    moved();
  };
  const local = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  /** The tiles in view, `zoom/x/y`, each once. */
  const tilesInView = (z = Math.min(20, Math.max(0, Math.round(view.zoom)))) => {
    const size = 2 ** z;
    const [w, h] = [canvas.clientWidth / world() / 2, canvas.clientHeight / world() / 2];
    const keys = new Set();
    for (let x = Math.floor((view.x - w) * size); x <= Math.floor((view.x + w) * size); x += 1) {
      for (let y = Math.max(0, Math.floor((view.y - h) * size)); y <= Math.min(size - 1, Math.floor((view.y + h) * size)); y += 1) {
        keys.add(`${z}/${((x % size) + size) % size}/${y}`);
      }
    }
    return [...keys];
  };

  // A mouse moves the map, and so do two fingers, which also zoom. One finger scrolls the page if
  // it begins up or down (`touch-action`), else it moves the map. A short touch queries. The query
  // starts at the click, a touch's last event: otherwise a new element below the finger could be
  // clicked.
  const fingers = new Map();
  let start = null;
  let isMoved = false;
  // True while one finger hasn't begun to move the map: it may scroll the page instead.
  let isWaiting = false;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, local(event));
    start = local(event);
    isMoved = fingers.size > 1;
    isWaiting = event.pointerType === "touch" && fingers.size === 1;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = local(event);
    if (isWaiting) {
      const [dx, dy] = [now[0] - start[0], now[1] - start[1]].map(Math.abs);
      if (Math.max(dx, dy) <= SLIP || dy >= dx) return;
      isWaiting = false;
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const span = (point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
      zoom(Math.log2(span(now) / span(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    }
    pan((before[0] - now[0]) / (other ? 2 : 1), (before[1] - now[1]) / (other ? 2 : 1));
    fingers.set(event.pointerId, now);
    if (Math.hypot(now[0] - start[0], now[1] - start[1]) > SLIP) isMoved = true;
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      // The finger that is left moves nothing by itself.
      isWaiting = fingers.size > 0 && event.pointerType === "touch";
      if (isWaiting) [start] = fingers.values();
    });
  }
  // The browser took one finger for scrolling.
  const hint = document.getElementById("two-fingers");
  let hinting = 0;
  canvas.addEventListener("pointercancel", () => {
    if (!hint || fingers.size) return;
    hint.hidden = false;
    clearTimeout(hinting);
    hinting = setTimeout(() => (hint.hidden = true), 2000);
  });
  // Two fingers don't scroll the page.
  for (const name of ["touchstart", "touchmove"]) {
    canvas.addEventListener(name, (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), { passive: false });
  }
  canvas.addEventListener("click", (event) => isMoved || touch(...local(event)));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(-event.deltaY / 300, ...local(event));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const keys = {
      "+": () => zoom(1), "=": () => zoom(1), "-": () => zoom(-1), Enter: () => touch(canvas.clientWidth / 2, canvas.clientHeight / 2),
      ArrowLeft: () => pan(-80, 0), ArrowRight: () => pan(80, 0), ArrowUp: () => pan(0, -80), ArrowDown: () => pan(0, 80),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const name of ["focus", "blur"]) canvas.addEventListener(name, draw);
  document.getElementById("nearer").addEventListener("click", () => zoom(1));
  document.getElementById("farther").addEventListener("click", () => zoom(-1));
  new ResizeObserver(moved).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

  return { moved, go, pan, local, tilesInView };
};
