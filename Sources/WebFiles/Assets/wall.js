// Pictures of an event on a wall: the newest large, one after another; new ones are shown at once.
import { answerOf } from "./answer.js";
import { text } from "./text.js";
import { News } from "./event-news.js";

const wall = document.getElementById("wall");
const list = document.getElementById("wall-pictures");
const base = `/v1/events/${wall.dataset.event}`;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const seconds = 7;

document.documentElement.classList.add("on-wall");

const full = document.getElementById("wall-full");
if (!document.documentElement.requestFullscreen) full.hidden = true;
full.addEventListener("click", () => {
  if (document.fullscreenElement) return document.exitFullscreen();
  document.documentElement.requestFullscreen().catch(() => {
    // The browser may refuse; the page then shows the pictures as it is.
  });
});

// Buttons are visible while the pointer moves, the screen is touched, or they have the focus.
let still;
const stir = () => {
  wall.classList.remove("still");
  clearTimeout(still);
  still = setTimeout(() => wall.classList.add("still"), 4000);
};
for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, stir);
stir();

// Keeps the screen on, if the browser can.
const wake = () => {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
};
document.addEventListener("visibilitychange", wake);
wake();

if (list) begin();

function begin() {
  const figure = document.getElementById("wall-now");
  const image = figure.querySelector("img");
  const caption = figure.querySelector("figcaption");
  const wait = document.getElementById("wall-wait");
  const stop = document.getElementById("wall-stop");
  const pictures = [...list.children].map((one) => ({
    id: one.dataset.picture, words: one.dataset.words, alt: one.textContent,
  })).reverse();
  const fresh = [];
  let last = Number(wall.dataset.last);
  let place = -1;
  let timer;
  let isStopped = false;
  let shown;

  const turn = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(next, seconds * 1000);
  };

  /** Shows a picture once it is loaded completely. */
  const show = async (picture) => {
    const ahead = new Image();
    ahead.src = `${base}/pictures/${picture.id}/large`;
    try {
      await ahead.decode();
    } catch {
      return false;
    }
    if (!pictures.includes(picture)) return false;
    shown = picture;
    image.src = ahead.src;
    image.alt = picture.alt;
    caption.textContent = picture.words;
    caption.hidden = !picture.words;
    figure.hidden = false;
    wait.hidden = true;
    if (!calm.matches) figure.animate([{ opacity: 0 }, { opacity: 1 }], 250);
    return true;
  };

  let isShowing = false;
  const next = async () => {
    if (isShowing) return;
    isShowing = true;
    try {
      let picture = fresh.shift();
      if (picture) place = pictures.indexOf(picture);
      else if (pictures.length) {
        place = (place + 1) % pictures.length;
        picture = pictures[place];
      }
      if (!picture) {
        figure.hidden = true;
        wait.hidden = false;
        shown = undefined;
      } else if (picture !== shown) await show(picture);
    } finally {
      isShowing = false;
      turn();
    }
  };

  const add = (picture) => {
    if (pictures.some((one) => one.id === picture.id)) return;
    pictures.unshift(picture);
    place += 1;
    for (const old of pictures.splice(40)) fresh.splice(0, fresh.length, ...fresh.filter((one) => one !== old));
    fresh.push(picture);
    if (!isStopped && fresh.length === 1) next();
  };

  const remove = (id) => {
    const at = pictures.findIndex((one) => one.id === id);
    if (at < 0) return;
    const [gone] = pictures.splice(at, 1);
    if (fresh.includes(gone)) fresh.splice(fresh.indexOf(gone), 1);
    if (at <= place) place -= 1;
    // A removed picture leaves the wall at once.
    if (shown === gone) {
      shown = undefined;
      figure.hidden = true;
      next();
    }
  };

  const ask = (query) => answerOf(`${base}/pictures?${query}`);
  const shows = (one) => {
    // A picture that waits for approval isn't shown.
    if (one.waiting) return;
    add({
      id: one.id, alt: text("Picture %1", one.number),
      words: [one.name, one.by].filter(Boolean).join(" · "),
    });
  };

  let asking = false;
  let again = false;
  const renew = async () => {
    again = true;
    if (asking) return;
    asking = true;
    while (again) {
      again = false;
      const found = await ask(`after=${last}`);
      if (!found) break;
      for (const one of found.pictures) {
        last = Math.max(last, one.number);
        shows(one);
      }
      if (found.next) again = true;
    }
    asking = false;
  };
  /** Shows a picture that waited and is now visible. */
  const reveal = async (number) => {
    const [one] = (await ask(`after=${number - 1}&limit=1`))?.pictures ?? [];
    if (one?.number === number) shows(one);
  };

  stop.addEventListener("click", () => {
    isStopped = !isStopped;
    stop.textContent = isStopped ? stop.dataset.go : stop.dataset.stop;
    if (isStopped) clearTimeout(timer);
    else next();
  });

  // It also listens while the window is hidden: the machine may be unattended.
  new News(wall.dataset.event, (kind, told) => {
    if (kind === "event") location.reload();
    else if (kind === "state") return;
    else if (told?.state === "removed") remove(told.picture);
    else if (told && told.number <= last) reveal(told.number);
    else renew();
  }, true);
  next();
}
