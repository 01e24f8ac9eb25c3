// The camera page: the viewfinder with the known values, the shutter, and the results of photos.
import { Dark } from "./camera-dark.js";
import { Ghost } from "./camera-ghost.js";
import { Lens } from "./camera-lens.js";
import { PlaceDialog } from "./camera-place.js";
import { between, Pose, turn, viewOf } from "./camera-pose.js";
import { Eye, Pro } from "./camera-pro.js";
import { Queue } from "./camera-queue.js";
import { choose, forgetSettings, settings } from "./camera-settings.js";
import * as store from "./photo-store.js";
import { film as counter, isOver, joined, poseFor, roll } from "./camera-event.js";
import { locale, text } from "./text.js";

const $ = (id) => document.getElementById(id);
const camera = $("camera");
const video = $("video");
const finder = $("finder");
/** A burst: frames a second, and their number. */
const BURST = { rate: 10, count: 30 };
/** The number of frames of a photo at night, and the longest exposure of each, in 100 µs. */
const NIGHT = { frames: 6, exposure: 2500 };

let saidTimer = 0;
/** Shows a message; one that asks for an action stays longer. */
const say = (words, isGrave = false) => {
  $("said").textContent = words;
  $("said").classList.toggle("grave", isGrave);
  clearTimeout(saidTimer);
  if (words) saidTimer = setTimeout(() => say(""), isGrave ? 20000 : 6000);
};

const lens = new Lens(video);
const pose = new Pose();
const eye = new Eye(new URL("./camera-eye.js", import.meta.url));
const ghost = new Ghost($("ghost"), $("guide"));
const place = new PlaceDialog();
// In the dark, Night offers itself.
const dark = new Dark(video, (isDark) => {
  $("night").classList.toggle("offered", isDark);
  if (isDark && !$("night").disabled) say(text("It is dark: Night takes a clearer photo."));
});
const pro = new Pro({ root: $("pro"), panel: camera, lens, eye, peaks: $("peaks"), exposed: $("exposed"), say });
pose.manual = settings.manual;
ghost.isOn = settings.ghost;
ghost.strength = settings.strength / 100;

/**
 * True if places are read: Geotag is on; in an event, on for that event, which must show places.
 */
const isGeo = () => (joined ? joined.positions && settings.eventGeo === roll : settings.geo);
/** True if the browser refused the place since Geotag was switched on. */
const isRefused = () => pose.refusal === 1;
const chooseGeo = (isOn) => choose(joined ? { eventGeo: isOn ? roll : null } : { geo: isOn });
const noPlaces = () => text("This event shows no positions: none are read, stored or sent.");

const queue = new Queue({
  say, askPlace: (photo) => askPlace(photo), showResult: (photo) => (joined ? showSent(photo) : showResult(photo)), drawn: () => drawFilm(),
});

/** The number of taken photos that the server doesn't have. */
const held = () => queue.waiting.length;
const mayTake = () => !joined || (!isOver() && counter.open(held()) > 0);
/** Shows the number of photos left; with none, the shutter is off. */
const drawFilm = () => {
  if (!joined) return;
  const words = counter.words(held());
  if ($("left").textContent !== words) $("left").textContent = words;
  $("shutter").disabled = !lens.isOpen || !mayTake();
  $("night").disabled = !mayTake();
};
counter.changed = drawFilm;
const whyNot = () =>
  isOver() ? text("The event has ended. Photos that wait on this phone are still sent.") : text("The film is full: delete one of your pictures to take another.");

// The browser's permissions, and how to change them.

const browser = () => {
  const agent = navigator.userAgent;
  if (/iPhone|iPad|Safari\/(?!.*Chrom)/.test(agent) && !/Chrom|Android/.test(agent)) return "safari";
  if (/Firefox/.test(agent)) return "firefox";
  return /Chrom/.test(agent) ? "chrome" : "other";
};
const howToAllow = () =>
  ({
    safari: text("In Safari: tap the sign at the left of the address, then Website Settings, and allow it."),
    firefox: text("In Firefox: tap the sign at the left of the address, and clear the permission."),
    chrome: text("In Chrome: tap the sign at the left of the address, then Permissions, and allow it."),
    other: text("Look for this site in the settings of your browser, and allow it."),
  })[browser()];

const block = (title, words) => {
  $("blocked-title").textContent = title;
  $("blocked-words").textContent = words;
  $("blocked").hidden = false;
  // After the end, another try can't help.
  $("again").hidden = Boolean(joined) && isOver();
  $("shutter").disabled = true;
  draw();
};

// Off at every start of the page; stays on while it is open.
let isLit = false;

const openCamera = async (device) => {
  if (joined && isOver()) return block(text("The event has ended"), whyNot());
  $("blocked").hidden = true;
  try {
    await lens.open(settings.facing, device);
  } catch (error) {
    if (!window.isSecureContext || error.name === "SecurityError") {
      block(text("No camera at this address"), text("Browsers allow the camera only on HTTPS pages. Ask the operator of this server for an HTTPS address."));
    } else if (error.name === "NotAllowedError") {
      block(text("The camera isn't allowed"), `${text("This page shows the camera's picture, and takes photos when you press the shutter.")} ${howToAllow()}`);
    } else if (error.name === "NotFoundError") {
      block(text("There is no camera"), joined ? text("Photos can be chosen on the event's page.") : text("Photos can be added by the button with the plus."));
    } else {
      block(text("The camera doesn't start"), text("Perhaps another app uses it. Close that, and try again."));
    }
    return;
  }
  if (isLit && lens.has("torch")) await lens.apply({ torch: true }).catch(() => {});
  pose.isFront = lens.isFront;
  camera.classList.toggle("is-front", lens.isFront);
  $("shutter").disabled = !mayTake();
  performance.mark("timewalk-ready");
  drawZooms();
  draw();
  pro.draw();
  film();
};

// The video: the ghost, the histogram and the peaks follow it.
let isFilming = false;
const film = () => {
  if (isFilming) return;
  isFilming = true;
  const next = (now) => {
    if (!lens.isOpen) {
      isFilming = false;
      return;
    }
    pro.look(now);
    if (video.readyState >= 2) dark.look(now);
    video.requestVideoFrameCallback ? video.requestVideoFrameCallback(next) : requestAnimationFrame(next);
  };
  next(performance.now());
};

const view = () => viewOf(lens.zoom, video.videoWidth, video.videoHeight, settings.manual.fieldOfView);

// The known values, on the picture.

const number = (value, digits = 0) => value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
// The sixteen directions, as on photos.
const WINDS = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];
const heightOf = (now) => {
  // The server converts the ellipsoid's height to one above the sea, if requested.
  const known = ghost.ground;
  if (now.altitudeReference === "ellipsoid" && known?.geoid && known.altitudeReference === "seaLevel" && Math.abs(known.geoid.ellipsoidalAltitude - now.altitude) < 30) {
    return text("%1 m above the sea", number(now.altitude - known.geoid.undulation));
  }
  const above = { ellipsoid: text("%1 m above the ellipsoid"), seaLevel: text("%1 m above the sea"), ground: text("%1 m above the ground") };
  return above[now.altitudeReference].replace("%1", number(now.altitude));
};

const zoomWords = () => `${number(lens.zoom, lens.zoom % 1 ? 1 : 0)}×${lens.digital > 1.01 ? ` ${text("digital")}` : ""}`;

const readout = () => {
  const now = pose.snapshot(isGeo());
  const seen = view();
  const where =
    !isGeo() ? (joined && !joined.positions ? text("place off at this event") : isRefused() ? text("place not allowed") : text("place off"))
    : now.latitude === undefined ? text("place unknown")
    : `${number(now.latitude, 5)}, ${number(now.longitude, 5)}${now.horizontalAccuracy === undefined ? "" : ` ± ${number(Math.max(1, now.horizontalAccuracy))}\u00a0m`}`;
  const high = now.altitude === undefined ? text("height unknown") : heightOf(now);
  const way =
    now.heading === undefined ? text("direction unknown")
    : `${number(now.heading) % 360}° ${text(WINDS[Math.round(now.heading / 22.5) % 16])} ${now.headingAccuracy === undefined ? "± ? " : `± ${number(now.headingAccuracy)}° `}${now.headingReference === "magnetic" ? text("magnetic") : text("true")}`;
  const tilt = now.pitch === undefined ? text("tilt unknown") : `${now.pitch >= 0 ? "+" : "−"}${number(Math.abs(now.pitch))}°`;
  const wide = seen.fieldOfView === undefined ? text("angle unknown") : text("%1° wide", number(seen.fieldOfView));
  const zoom = zoomWords();
  return [where, high, way, tilt, zoom, wide, ...(pose.isDrifting ? [text("The compass drifts: turn the phone in an eight.")] : [])];
};

const draw = () => {
  const values = readout();
  const element = $("readout");
  if (element.dataset.now !== values.join("|")) {
    element.dataset.now = values.join("|");
    element.replaceChildren(...values.map((value) => Object.assign(document.createElement("span"), { textContent: value })));
  }
  $("geo").setAttribute("aria-checked", String(isGeo()));
  $("geo").setAttribute("aria-disabled", String(Boolean(joined && !joined.positions)));
  $("ghosting").setAttribute("aria-pressed", String(settings.ghost));
  $("torch").disabled = !lens.isOpen;
  $("torch").setAttribute("aria-disabled", String(!lens.has("torch")));
  $("torch").setAttribute("aria-pressed", String(lens.settings.torch === true));
  drawThen();
  video.style.transform = `${lens.isFront ? "scaleX(-1) " : ""}scale(${lens.digital})`;
};

/** The reason why no old picture is shown, and the button that changes it, if any. */
const whyNoThen = () => {
  const off = (name, button) => [text("While %1 is on, the old picture of this view stands here.", text(name)), button];
  if (!settings.ghost) return off("Ghost", $("ghosting"));
  if (joined?.stops.length && !$("stop").value) return [text("No view chosen")];
  if (joined && !joined.positions) return [noPlaces()];
  if (!isGeo()) return off("Geotag", $("geo"));
  if (pose.snapshot(true).latitude === undefined) return [text("Your place isn't known yet.")];
  return [ghost.last || ghost.isRefused ? text("No view from here is known") : text("Searching …")];
};
/** Below the viewfinder stands the whole old picture whose ghost is in it. */
const drawThen = () => {
  const { item, image } = ghost;
  const isShown = Boolean(settings.ghost && item && image);
  $("then").hidden = !isShown;
  const none = $("then-none");
  none.hidden = isShown;
  const [why, button] = whyNoThen();
  if (none.firstChild.textContent !== why) none.firstChild.textContent = why;
  none.lastChild.hidden = !button;
  if (!isShown || $("then-picture").src === image.src) return;
  $("then-picture").src = image.src;
  $("then-picture").alt = item.title || text("The old picture");
  $("then-year").textContent = item.date?.match(/\d{4}/)?.[0] ?? text("Then");
};
$("then-none").lastChild.addEventListener("click", () => whyNoThen()[1]?.click());
$("strength").value = settings.strength;
$("strength").addEventListener("input", () => {
  choose({ strength: Number($("strength").value) });
  ghost.strength = settings.strength / 100;
  if (ghost.item && ghost.view) ghost.draw(pose.snapshot(isGeo()), ghost.view);
});

let isLevel = false;
/** A line that stays level; it is felt when the phone is. */
const drawLevel = () => {
  $("thirds").hidden = !settings.grid;
  $("level").hidden = !settings.grid || pose.roll === undefined;
  if ($("level").hidden) return;
  const off = between(screen.orientation?.angle ?? 0, pose.roll);
  $("level").style.transform = `rotate(${off.toFixed(1)}deg)`;
  const was = isLevel;
  isLevel = Math.abs(off) < (was ? 1.5 : 1);
  $("level").classList.toggle("is-level", isLevel);
  if (isLevel && !was) navigator.vibrate?.(10);
};

let isDrawn = false;
pose.changed = () => {
  drawLevel();
  if (isDrawn) return;
  isDrawn = true;
  // Four times a second: faster numbers can't be read.
  setTimeout(() => {
    isDrawn = false;
    draw();
    if (lens.isOpen) ghost.follow(pose.snapshot(isGeo()), view()).then(drawThen);
  }, 250);
};
setInterval(() => pose.changed(), 1000);

// Zoom.

const zoomTo = async (factor) => {
  await lens.zoomTo(factor);
  drawZooms();
  draw();
  pro.draw();
};

const drawZooms = () => {
  const { min, max } = lens.reach;
  const slider = $("zoom");
  [slider.min, slider.max, slider.value] = [min, lens.farthest, lens.zoom];
  slider.disabled = !lens.isOpen;
  slider.setAttribute("aria-valuetext", zoomWords());
  const factors = [...(min <= 0.5 ? [0.5] : []), 1, 2, 5];
  $("zooms").replaceChildren(
    ...factors.map((factor) => {
      const button = document.createElement("button");
      button.type = "button";
      const isHere = Math.abs(lens.zoom - factor) < 0.05;
      const isBetween = !isHere && factors.filter((other) => other <= lens.zoom).at(-1) === factor;
      button.textContent = isBetween ? `${number(lens.zoom, 1)}×` : `${factor === 0.5 ? ".5" : factor}${isHere ? "×" : ""}`;
      button.setAttribute("aria-pressed", String(isHere || isBetween));
      button.setAttribute("aria-label", factor > max ? text("Zoom %1, digital", factor) : text("Zoom %1", factor));
      button.addEventListener("click", () => zoomTo(factor).then(() => $("zooms").children[factors.indexOf(factor)]?.focus()));
      return button;
    }),
  );
};

$("zoom").addEventListener("input", () => zoomTo(Number($("zoom").value)));

const fingers = new Map();
let pinch = null;
const gap = () => {
  const [one, other] = [...fingers.values()];
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
};
video.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) pinch = { gap: gap(), zoom: lens.zoom, wasMoved: true };
});
addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2 && pinch) zoomTo(Math.round(((pinch.zoom * gap()) / pinch.gap) * 10) / 10);
});
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size === 0) {
      if (!pinch && name === "pointerup") tapped(event);
      pinch = null;
    }
  });
}

// A tap focuses there, if the camera can.
const focusAt = async (x, y) => {
  if (!lens.isOpen) return;
  const box = finder.getBoundingClientRect();
  if (await pro.focusAt(x, y)) {
    const ring = $("focus-ring");
    ring.style.left = `${x * box.width}px`;
    ring.style.top = `${y * box.height}px`;
    ring.hidden = false;
    setTimeout(() => (ring.hidden = true), 1200);
  } else if (settings.pro) {
    say(text("This camera or browser focuses by itself."));
  }
};
const tapped = (event) => {
  const box = finder.getBoundingClientRect();
  focusAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
};

// Taking.

let sound = null;
/** A short click, from decaying noise. */
const click = () => {
  if (!settings.sound || !window.AudioContext) return;
  sound ??= new AudioContext();
  sound.resume();
  const length = Math.round(sound.sampleRate * 0.06);
  const buffer = sound.createBuffer(1, length, sound.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * Math.exp((-9 * index) / length) * 0.3;
  const source = sound.createBufferSource();
  source.buffer = buffer;
  source.connect(sound.destination);
  source.start();
};
const flash = () => {
  const element = $("flash");
  element.classList.remove("now");
  void element.offsetWidth;
  element.classList.add("now");
};

/** The local time, with its offset from UTC. */
const localTime = (date = new Date()) => {
  const minutes = -date.getTimezoneOffset();
  const two = (value) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  const shifted = new Date(date.getTime() + minutes * 60000).toISOString().slice(0, 19);
  return `${shifted}${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
};

/** The values sent with a photo: only known ones, rounded to their accuracy. */
const poseNow = () => {
  const now = { ...pose.snapshot(isGeo()), ...view() };
  const digits = { latitude: 7, longitude: 7, horizontalAccuracy: 1, altitude: 1, heading: 2, headingAccuracy: 1, pitch: 2, fieldOfView: 2, zoom: 3 };
  const sent = { timestamp: localTime(), compose: "then,beside" };
  for (const [name, value] of Object.entries(now)) sent[name] = typeof value === "number" ? Number(value.toFixed(digits[name])) : value;
  if (!isGeo()) sent.stripLocation = true;
  return joined ? poseFor(sent) : sent;
};
const stateOf = (sent) => (sent.latitude === undefined && !joined ? "placeless" : "waiting");

let isTaking = false;
const take = async (work) => {
  if (isTaking || !lens.isOpen) return;
  if (!mayTake()) return say(whyNot(), true);
  isTaking = true;
  $("result").hidden = true;
  camera.classList.add("is-taking");
  try {
    await work();
  } catch (error) {
    say(text("No photo was taken: %1", String(error.message || error)), true);
  } finally {
    isTaking = false;
    camera.classList.remove("is-taking");
  }
};

const shoot = () =>
  take(async () => {
    performance.mark("timewalk-shutter");
    const sent = poseNow();
    flash();
    click();
    navigator.vibrate?.(20);
    const { whole, digital, way } = await lens.take(settings.format);
    const kept = await queue.add({ whole }, { digital, way, kind: whole.type === "image/png" ? "PNG" : "JPEG", format: settings.format, state: stateOf(sent), pose: sent });
    if (!kept) return;
    performance.mark("timewalk-kept");
    if (kept.state === "placeless") say(isGeo() ? text("Saved. Your place isn't known yet: enter it in Photos.") : text("Saved. Nothing can be found without a place: switch on Geotag."));
    else if (!navigator.onLine) say(text("Saved on this phone until there is a network."));
    queue.warn();
  });

/** Ten frames a second; each is stored, and the shutter is free after all are. */
const burst = () =>
  take(async () => {
    flash();
    const kept = [];
    const start = performance.now();
    for (let number = 0; number < BURST.count; number++) {
      const due = start + (number * 1000) / BURST.rate;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const sent = poseNow();
      const frame = await Eye.frame(video);
      const { digital } = lens;
      click();
      say(text("Burst: %1 of %2", number + 1, BURST.count));
      kept.push(
        eye.ask("write", { frame, type: settings.format }, [frame]).then(({ blob }) =>
          queue.add({ whole: blob }, { digital, way: "frame", kind: "JPEG", format: settings.format, state: stateOf(sent), pose: sent, burst: start })),
      );
    }
    const took = performance.now() - start;
    const saved = (await Promise.all(kept)).filter(Boolean).length;
    camera.dataset.burst = JSON.stringify({ saved, milliseconds: Math.round(took) });
    say(text("%1 photos saved.", saved));
    queue.warn();
  });

/** In the dark: one long exposure if the camera takes one, else several averaged frames. */
const night = () =>
  take(async () => {
    const sent = poseNow();
    flash();
    say(text("Hold still…"));
    const exposure = lens.has("exposureTime") && lens.capabilities.exposureMode?.includes("manual") ? Math.min(NIGHT.exposure, lens.capabilities.exposureTime.max) : 0;
    let shot = null;
    if (exposure > 1000) {
      const now = await lens.apply({ exposureMode: "manual", exposureTime: exposure });
      if (now.exposureTime >= exposure / 2) {
        await new Promise((resolve) => setTimeout(resolve, 2 * (exposure / 10) + 200));
        shot = await lens.take(settings.format);
      }
      await lens.apply({ exposureMode: "continuous" });
    }
    if (!shot) {
      const frames = [];
      for (let number = 0; number < NIGHT.frames; number++) {
        frames.push(await createImageBitmap(video));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const { blob, shifts } = await eye.ask("average", { frames, type: settings.format }, frames);
      camera.dataset.night = JSON.stringify(shifts);
      shot = { whole: blob, digital: lens.digital, way: "frame" };
    }
    click();
    await queue.add({ whole: shot.whole }, { digital: shot.digital, way: shot.way, kind: "JPEG", format: settings.format, state: stateOf(sent), pose: sent });
    say(text("Kept."));
  });

// Results of photos.

const imageOf = (src, alt) => Object.assign(document.createElement("img"), { src, alt });

/** Shows a photo's result: its picture, its texts, and links. */
const showOutcome = (picture, said, href, label) => {
  const box = $("result");
  const words = document.createElement("p");
  words.textContent = said;
  const link = Object.assign(document.createElement("a"), { className: "button main", href, textContent: label });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text("Close") });
  close.addEventListener("click", () => {
    box.hidden = true;
    (($("shutter").disabled && $("mine")) || $("shutter")).focus();
  });
  const actions = document.createElement("p");
  actions.className = "actions";
  actions.append(link, close);
  box.replaceChildren(picture, words, actions);
  box.hidden = false;
};

const showResult = (photo) => {
  const { answer } = photo;
  const found = answer.title ? text("Found: %1", answer.title) : text("No view from here is known");
  // Beside the dials there is no space; it is shown among the photos.
  if (settings.pro) return say(found);
  const pictures = document.createElement("div");
  pictures.className = "pair";
  if (answer.historical) pictures.append(imageOf(answer.historical, text("Then")));
  if (photo.thumb) pictures.append(imageOf(URL.createObjectURL(photo.thumb), text("Now")));
  showOutcome(pictures, found, `/photos/${photo.photo}`, text("Then and now"));
};

/** A picture that the event has: shown small, with a link for deleting it. */
const showSent = (photo) => {
  const words = photo.isHeld ? text("It was sent. Others see it after the organiser's approval.") : text("It is in the event.");
  if (settings.pro) return say(words);
  $("result").classList.add("sent");
  const small = imageOf(`/v1/events/${joined.id}/pictures/${photo.photo}/small`, text("The picture that you took"));
  showOutcome(small, words, `/events/${joined.id}/pictures/${photo.photo}`, text("View, name, delete"));
};

const askPlace = async (photo) => {
  const { latitude, longitude, heading, pitch, altitude, altitudeReference } = photo.pose || {};
  place.open(
    {
      known: { latitude, longitude, heading: heading === undefined ? undefined : Math.round(heading), pitch: pitch === undefined ? undefined : Math.round(pitch), altitude, altitudeReference },
      about: text("These values are sent to the server with this photo."), canClear: false, place: pose.position,
    },
    async (values) => {
      if (values.latitude === undefined) {
        say(text("A place needs latitude and longitude."), true);
        return;
      }
      const { fieldOfView, ...given } = values;
      if (given.heading !== undefined) given.headingReference = "true";
      if (fieldOfView) given.fieldOfView = fieldOfView;
      await queue.sender.retry(photo, given);
    },
  );
};

// The buttons.

$("shutter").addEventListener("click", shoot);
$("burst")?.addEventListener("click", burst);
$("night").addEventListener("click", night);
$("again").addEventListener("click", () => openCamera());
$("photos").addEventListener("click", () => queue.list.open());
$("add")?.addEventListener("click", () => $("add-dialog").showModal());
$("flip").addEventListener("click", async () => {
  choose({ facing: lens.isFront ? "environment" : "user" });
  const all = await Lens.all();
  // If cameras don't report their side, the next one is taken.
  const index = all.findIndex(({ deviceId }) => deviceId === lens.settings.deviceId);
  await openCamera(lens.settings.facingMode ? undefined : all[(index + 1) % all.length]?.deviceId);
});
$("torch").addEventListener("click", async () => {
  if (!lens.has("torch")) return say(text("This camera or browser has no torch that can be switched."));
  try {
    isLit = (await lens.apply({ torch: lens.settings.torch !== true })).torch === true;
  } catch {
    say(text("The camera didn't take this: %1", text("Torch")));
  }
  draw();
});
const startPlace = async () => {
  chooseGeo(true);
  const isAllowed = await pose.askForSensors();
  pose.start();
  draw();
  if (!isAllowed) say(`${text("The direction isn't known: this page isn't allowed to use the motion sensors.")} ${howToAllow()}`, true);
};
$("geo").addEventListener("click", () => {
  if (joined && !joined.positions) return say(noPlaces());
  if (!isGeo()) return $("geo-dialog").showModal();
  chooseGeo(false);
  pose.stop();
  ghost.clear();
  draw();
  say(text("Geotag is off: no place is sent or written, and nothing can be found."));
});
$("geo-yes").addEventListener("click", () => {
  $("geo-dialog").close();
  startPlace();
});
// Without a place, Geotag is off. One that was entered by hand needs no permission.
setInterval(() => {
  if (!isGeo() || !isRefused() || pose.manual.latitude !== undefined) return;
  chooseGeo(false);
  ghost.clear();
  draw();
  say(`${text("Geotag is off: this page isn't allowed to use your place. You can enter it by hand: touch the numbers on the picture.")} ${howToAllow()}`, true);
}, 500);
$("ghosting").addEventListener("click", () => {
  choose({ ghost: !settings.ghost });
  ghost.isOn = settings.ghost;
  if (!ghost.isOn) ghost.clear();
  drawThen();
  draw();
});
$("mode").addEventListener("click", async () => {
  choose({ pro: !settings.pro });
  await setPro();
  say(settings.pro ? text("Pro: the dials set the camera.") : text("Auto: the camera sets itself."));
});
const setPro = async () => {
  $("mode").setAttribute("aria-pressed", String(settings.pro));
  if (settings.pro) $("result").hidden = true;
  await pro.set(settings.pro);
};
$("readout").addEventListener("click", () => {
  const now = pose.snapshot(isGeo());
  const round = (value, digits) => (value === undefined ? undefined : Number(value.toFixed(digits)));
  const { manual } = settings;
  const hasPlace = isGeo() || isRefused();
  place.open(
    {
      known: { ...manual, horizontalAccuracy: manual.horizontalAccuracy },
      about: joined && !joined.positions ? noPlaces() : hasPlace
        ? text("Your values override the measured ones. Empty fields are measured.")
        : text("Geotag is off. You can set the direction; to set your place, switch on Geotag."),
      hasPlace, place: now.latitude === undefined ? undefined : { latitude: round(now.latitude, 6), longitude: round(now.longitude, 6) },
    },
    (values) => {
      choose({ manual: values });
      pose.manual = values;
      if (hasPlace && values.latitude !== undefined) chooseGeo(true);
      draw();
    },
  );
});
for (const dialog of document.querySelectorAll("dialog")) {
  for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());
}
for (const title of document.querySelectorAll("dialog h2")) title.tabIndex = -1;

$("more").addEventListener("click", async () => {
  $("sound").checked = settings.sound;
  $("grid").checked = settings.grid;
  const all = await Lens.all();
  $("lens").replaceChildren(...all.map(({ deviceId, label }, index) => new Option(label || text("Camera %1", index + 1), deviceId, false, deviceId === lens.settings.deviceId)));
  $("lens").disabled = !all.length;
  $("format").replaceChildren(new Option("JPEG", "image/jpeg", false, settings.format === "image/jpeg"), new Option("PNG", "image/png", false, settings.format === "image/png"));
  if (!joined) $("format-about").textContent = text("The browser's camera makes only JPEG. Take HEIC, DNG and ProRAW with the phone's camera app, and add them with the plus.");
  $("more-dialog").showModal();
});
$("sound").addEventListener("change", () => choose({ sound: $("sound").checked }));
$("grid").addEventListener("change", () => {
  choose({ grid: $("grid").checked });
  drawLevel();
});
$("lens").addEventListener("change", () => openCamera($("lens").value));
$("format").addEventListener("change", () => {
  choose({ format: $("format").value });
  // Felt at once: the list is closed, and no picture shows the format.
  navigator.vibrate?.(20);
});
// After leaving, waiting photos can't be sent.
document.querySelector("#more-dialog form[action$='/leave']")?.addEventListener("submit", (event) => {
  if (!queue.photos.size) return;
  event.preventDefault();
  location.href = `/events/${joined.id}/me#event-going`;
});
$("forget").addEventListener("click", async () => {
  await store.removeAll();
  forgetSettings();
  for (const name of (await globalThis.caches?.keys()) || []) if (name.startsWith("timewalk-")) await caches.delete(name);
  for (const registration of (await navigator.serviceWorker?.getRegistrations?.()) || []) await registration.unregister();
  location.replace(joined ? `/events/${joined.id}` : "/");
});

for (const input of document.querySelectorAll("#add-dialog input")) {
  input.addEventListener("change", async () => {
    const files = [...input.files];
    input.value = "";
    $("add-dialog").close();
    await takeFiles(files);
  });
}
const takeFiles = async (files) => {
  // An event takes chosen files on its own page, where the server removes the place.
  if (!files.length || joined) return;
  await queue.take(files, { compose: "then,beside", ...(isGeo() ? {} : { stripLocation: true }) });
  await queue.list.open();
};
addEventListener("paste", (event) => {
  const files = [...(event.clipboardData?.files || [])];
  if (files.length) takeFiles(files);
});
addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", (event) => {
  event.preventDefault();
  takeFiles([...(event.dataTransfer?.files || [])]);
});

// Keys: space takes a photo, the arrows zoom if no other element uses them.
addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const isFree = document.activeElement === document.body || document.activeElement === $("main");
  if (event.key === " " && isFree) {
    event.preventDefault();
    shoot();
  } else if (isFree && (event.key === "+" || event.key === "-")) {
    zoomTo(Math.round((lens.zoom + (event.key === "+" ? 0.5 : -0.5)) * 10) / 10);
  } else if (isFree && event.key === "f") {
    focusAt(0.5, 0.5);
  }
});

// The shutter stays at the end that is the lower one of an upright phone, in each orientation.
const turned = () => {
  const angle = turn(screen.orientation?.angle ?? window.orientation ?? 0);
  camera.dataset.turn = innerWidth > innerHeight ? (angle === 270 ? "270" : "90") : "0";
};
addEventListener("resize", turned);
screen.orientation?.addEventListener?.("change", turned);

addEventListener("visibilitychange", async () => {
  if (document.hidden) lens.close();
  else if ($("blocked").hidden && !lens.isOpen) await openCamera();
});
addEventListener("offline", () => {
  say(text("There is no network: photos are kept on this phone until there is."));
  queue.draw();
});
addEventListener("online", () => queue.draw());
// Other pages may have added and removed pictures.
for (const [target, name] of [[window, "pageshow"], [window, "online"], [document, "visibilitychange"]]) {
  target.addEventListener(name, () => !document.hidden && counter.renew());
}
const lead = () => ghost.leadTo(joined.stops.find(({ id }) => id === $("stop").value) ?? null);
$("stop")?.addEventListener("change", lead);
// The page of views links here with one of them.
const asked = new URLSearchParams(location.search).get("stop");
if (asked && joined?.stops.some(({ id }) => id === asked)) {
  $("stop").value = asked;
  lead();
}

// Installing.
let installing = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event;
  if ($("install")) $("install").hidden = false;
});
$("install")?.addEventListener("click", () => installing?.prompt());
if (browser() === "safari" && !navigator.standalone && !joined) $("install-about").textContent = text("To install: tap Share, then Add to Home Screen.");

/** Takes photos that other apps shared with the installed page. */
const takeShared = async () => {
  if (joined || !new URLSearchParams(location.search).has("shared") || !globalThis.caches) return;
  history.replaceState(null, "", "/camera");
  const cache = await caches.open("timewalk-shared");
  const files = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    const name = decodeURIComponent(answer.headers.get("X-Name") || "photo");
    files.push(new File([await answer.blob()], name));
  }
  if (!files.length) return;
  await takeFiles(files);
  await caches.delete("timewalk-shared");
};

document.body.classList.add("live");
turned();
draw();
drawZooms();
navigator.serviceWorker?.register("/camera-worker.js", { scope: "/" }).catch(() => {});
if (isGeo()) pose.start();
openCamera().then(setPro);
queue.open().then(takeShared).catch(() => say(text("This browser can't store photos: they can't wait here."), true));
