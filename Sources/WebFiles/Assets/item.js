// Zooms into a picture: by wheel, by two fingers, by buttons and by keys.
import { text } from "./text.js";
import { makeTurns } from "./turn.js";

/** Two taps within this time, milliseconds, and this distance, pixels, are a double tap. */
const TWICE = { time: 350, distance: 30 };
makeTurns();

for (const figure of document.querySelectorAll(".zoom")) {
  const image = figure.querySelector("img");
  const start = () => {
    const glass = document.createElement("div");
    glass.className = "glass";
    glass.tabIndex = 0;
    glass.setAttribute("role", "group");
    glass.setAttribute("aria-label", text("Picture: plus and minus go nearer and farther, arrow keys move it, 0 shows all"));
    image.replaceWith(glass);
    glass.append(image);
    const { naturalWidth: width, naturalHeight: height } = image;
    let scale = 1;
    let least = 1;
    let [left, top] = [0, 0];
    let isSharp = false;
    const draw = () => {
      const [w, h] = [glass.clientWidth, glass.clientHeight];
      scale = Math.min(Math.max(scale, least), Math.max(8 * least, 4));
      const room = (size, all) => (size * scale <= all ? [(all - size * scale) / 2, (all - size * scale) / 2] : [all - size * scale, 0]);
      const [x, y] = [room(width, w), room(height, h)];
      left = Math.min(Math.max(left, x[0]), x[1]);
      top = Math.min(Math.max(top, y[0]), y[1]);
      // All of it: a swipe scrolls the page past the picture. Nearer, a swipe moves the picture.
      glass.classList.toggle("is-near", scale > least * 1.01);
      image.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
      // The whole picture is fetched at the first zoom beyond the small one.
      if (!isSharp && scale > 1) {
        isSharp = true;
        const sharp = new Image();
        sharp.addEventListener("load", () => {
          image.src = sharp.src;
          image.width = width;
          image.height = height;
        });
        sharp.src = figure.dataset.source;
      }
    };
    const fit = () => {
      least = Math.min(glass.clientWidth / width, glass.clientHeight / height);
      scale = least;
      draw();
    };
    const zoom = (factor, x = glass.clientWidth / 2, y = glass.clientHeight / 2) => {
      const next = Math.min(Math.max(scale * factor, least), Math.max(8 * least, 4));
      left = x - ((x - left) * next) / scale;
      top = y - ((y - top) * next) / scale;
      scale = next;
      draw();
    };
    glass.addEventListener("wheel", (event) => {
      if (scale <= least && event.deltaY > 0) return;
      event.preventDefault();
      const box = glass.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    const toggle = (x, y) => (scale > least * 1.1 ? fit() : zoom(3, x, y));
    let tap = null;
    let touched = -Infinity;
    const tapped = (event) => {
      const box = glass.getBoundingClientRect();
      const now = { time: event.timeStamp, x: event.clientX - box.left, y: event.clientY - box.top };
      if (tap && now.time - tap.time < TWICE.time && Math.hypot(now.x - tap.x, now.y - tap.y) < TWICE.distance) {
        tap = null;
        touched = now.time;
        toggle(now.x, now.y);
      } else {
        tap = now;
      }
    };
    let down = null;
    const fingers = new Map();
    glass.addEventListener("pointerdown", (event) => {
      glass.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event);
      down = fingers.size === 1 ? event : null;
    });
    glass.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const others = [...fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
      if (others.length === 1) {
        const box = glass.getBoundingClientRect();
        const other = others[0];
        const span = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
        const middle = [(event.clientX + other.clientX) / 2 - box.left, (event.clientY + other.clientY) / 2 - box.top];
        zoom(span(event) / Math.max(1, span(before)), ...middle);
      }
      const share = others.length ? 2 : 1;
      left += (event.clientX - before.clientX) / share;
      top += (event.clientY - before.clientY) / share;
      fingers.set(event.pointerId, event);
      draw();
    });
    for (const end of ["pointerup", "pointercancel"]) {
      glass.addEventListener(end, (event) => fingers.delete(event.pointerId));
    }
    // Not every browser makes a double click of two taps.
    glass.addEventListener("pointerup", (event) => {
      const isTap = event.pointerType === "touch" && down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 10;
      if (isTap) tapped(event);
    });
    glass.addEventListener("dblclick", (event) => {
      const box = glass.getBoundingClientRect();
      if (event.timeStamp - touched > 700) toggle(event.clientX - box.left, event.clientY - box.top);
    });
    glass.addEventListener("keydown", (event) => {
      const step = 60;
      const keys = {
        "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: fit,
        ArrowLeft: () => (left += step), ArrowRight: () => (left -= step),
        ArrowUp: () => (top += step), ArrowDown: () => (top -= step),
      };
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
      draw();
    });
    const buttons = document.createElement("div");
    buttons.className = "zoomers";
    // Four corners, which take in the whole picture.
    const corners = '<svg viewBox="0 0 24 24" aria-hidden="true">'
      + '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/></svg>';
    for (const [sign, words, action] of [
      ["+", "Nearer", () => zoom(1.5)], ["−", "Farther", () => zoom(1 / 1.5)],
      [corners, "Show all", fit],
    ]) {
      const button = document.createElement("button");
      button.type = "button";
      button.innerHTML = sign;
      button.title = text(words);
      button.setAttribute("aria-label", text(words));
      button.addEventListener("click", action);
      buttons.append(button);
    }
    figure.append(buttons);
    new ResizeObserver(fit).observe(glass);
    fit();
  };
  if (image.complete && image.naturalWidth) start();
  else image.addEventListener("load", start, { once: true });
}
