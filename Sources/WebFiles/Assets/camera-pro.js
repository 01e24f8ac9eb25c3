// Pro: dials for this camera's settings, each read back; histogram and focus peaking by a worker;
// separate locks for exposure and focus.
import { text } from "./text.js";

/** The idle time after which controls fade, milliseconds. */
const QUIET = 3000;
/** The interval between analysed frames, milliseconds; longer while the phone is hot. */
const LOOKS = { nominal: 66, fair: 66, serious: 200, critical: 1000 };

/** An exposure in the camera's units of 100 µs, as photographers write it. */
export const shutter = (units) => {
  const seconds = units / 10000;
  return seconds >= 0.4 ? `${Math.round(seconds * 10) / 10} s` : `1/${Math.round(1 / seconds)} s`;
};

/** The work of a separate thread; answers are matched by their numbers. */
export class Eye {
  constructor(address) {
    this.worker = new Worker(address, { type: "module" });
    this.waiting = new Map();
    this.number = 0;
    this.worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      data.error ? reject(new Error(data.error)) : resolve(data);
    };
  }

  ask(work, values, transfer) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, work, ...values }, transfer);
    });
  }

  /** A frame that can be passed on without copying it on this thread. */
  static async frame(video) {
    return typeof VideoFrame === "function" ? new VideoFrame(video) : createImageBitmap(video);
  }
}

const dials = () => [
  { name: "iso", label: text("ISO"), log: true, mode: { exposureMode: "manual" }, say: (value) => String(Math.round(value)) },
  { name: "exposureTime", label: text("Shutter"), log: true, mode: { exposureMode: "manual" }, say: shutter },
  { name: "focusDistance", label: text("Focus"), mode: { focusMode: "manual" }, say: (value) => (value >= 1 ? `${Math.round(value * 10) / 10} m` : `${Math.round(value * 100)} cm`) },
  { name: "colorTemperature", label: text("White balance"), mode: { whiteBalanceMode: "manual" }, say: (value) => `${Math.round(value)} K` },
  { name: "exposureCompensation", label: text("Exposure"), mode: { exposureMode: "continuous" }, say: (value) => `${value > 0 ? "+" : ""}${Math.round(value * 10) / 10} EV` },
];
const presets = () => [[2850, text("bulb")], [4250, text("tube")], [5000, text("sun")], [6000, text("cloud")], [7000, text("shade")]];

export class Pro {
  constructor({ root, panel, lens, eye, peaks, exposed, say }) {
    Object.assign(this, { root, panel, lens, eye, peaks, exposed, say, isOn: false, isByHand: false, busy: 0, lastLook: 0, rest: LOOKS.nominal });
    this.make();
    this.watchHeat();
    for (const name of ["pointerdown", "pointermove", "keydown"]) addEventListener(name, () => this.wakeUp(), { passive: true });
  }

  make() {
    const view = document.createElement("canvas");
    [view.width, view.height] = [256, 64];
    view.className = "histogram";
    view.setAttribute("role", "img");
    view.setAttribute("aria-label", text("Histogram of red, green and blue"));
    this.histogram = view;
    this.dials = dials().map((dial) => this.makeDial(dial));
    const row = document.createElement("div");
    row.className = "locks";
    const button = (words, act) => {
      const element = document.createElement("button");
      element.type = "button";
      element.textContent = words;
      element.setAttribute("aria-pressed", "false");
      element.addEventListener("click", () => element.getAttribute("aria-disabled") !== "true" ? act(element) : this.say(element.title));
      row.append(element);
      return element;
    };
    this.exposureLock = button(text("AE lock"), () => this.lock("exposureMode", this.exposureLock));
    this.automatic = button(text("Automatic exposure"), () => this.exposeByItself());
    this.automatic.removeAttribute("aria-pressed");
    this.focusLock = button(text("AF lock"), () => this.lock("focusMode", this.focusLock));
    this.peaking = button(text("Peaking"), () => {
      this.peaking.setAttribute("aria-pressed", String(this.peaking.getAttribute("aria-pressed") !== "true"));
      this.clearPeaks();
    });
    this.white = document.createElement("div");
    this.white.className = "locks";
    for (const [kelvin, name] of presets()) {
      const element = document.createElement("button");
      element.type = "button";
      element.textContent = name;
      element.addEventListener("click", () => this.ask(this.dials[3], kelvin));
      this.white.append(element);
    }
    // The worker draws both; this thread only passes frames on.
    this.canLook = typeof view.transferControlToOffscreen === "function";
    if (this.canLook) {
      const canvases = { histogram: view.transferControlToOffscreen(), peaks: this.peaks.transferControlToOffscreen() };
      this.eye.ask("canvases", canvases, Object.values(canvases));
    }
    this.root.append(view, row, ...this.dials.map(({ element }) => element), this.white);
  }

  /** A hot phone analyses fewer frames. Some browsers report the pressure on the processor. */
  watchHeat() {
    if (typeof PressureObserver !== "function") return;
    const heat = new PressureObserver((records) => (this.rest = LOOKS[records.at(-1).state] ?? LOOKS.nominal));
    Promise.resolve(heat.observe("cpu", { sampleInterval: 2000 })).catch(() => {
      // Not allowed or not available: the interval stays.
    });
  }

  makeDial(dial) {
    const element = document.createElement("div");
    element.className = "wheel";
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.setAttribute("aria-label", dial.label);
    const name = document.createElement("span");
    name.textContent = dial.label;
    // The slider itself has the value for screen readers; an output would speak it once more.
    const value = document.createElement("b");
    const why = document.createElement("small");
    const ticks = document.createElement("i");
    ticks.setAttribute("aria-hidden", "true");
    element.append(name, ticks, value, why);
    const made = { ...dial, element, value, why, ticks };
    let start = null;
    element.addEventListener("pointerdown", (event) => {
      if (!this.range(made)) return;
      element.setPointerCapture(event.pointerId);
      start = { x: event.clientX, part: this.part(made) };
    });
    element.addEventListener("pointermove", (event) => {
      if (start) this.ask(made, this.valueAt(made, start.part + (event.clientX - start.x) / 240));
    });
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (start = null));
    element.addEventListener("keydown", (event) => {
      const steps = { ArrowRight: 0.02, ArrowUp: 0.02, ArrowLeft: -0.02, ArrowDown: -0.02, PageUp: 0.1, PageDown: -0.1, Home: -1, End: 1 };
      if (!(event.key in steps) || !this.range(made)) return;
      event.preventDefault();
      this.ask(made, this.valueAt(made, this.part(made) + steps[event.key], Math.sign(steps[event.key])));
    });
    return made;
  }

  range(dial) {
    return this.lens.has(dial.name) ? this.lens.capabilities[dial.name] : null;
  }
  now(dial) {
    return dial.wanted ?? this.lens.settings[dial.name];
  }
  /** The position of a value on its dial, 0 to 1. */
  part(dial) {
    const { min, max } = this.range(dial);
    const value = Math.min(max, Math.max(min, this.now(dial) ?? min));
    return dial.log && min > 0 ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  }
  valueAt(dial, part, least = 0) {
    const { min, max, step = 0 } = this.range(dial);
    const inside = Math.min(1, Math.max(0, part));
    let value = dial.log && min > 0 ? min * (max / min) ** inside : min + (max - min) * inside;
    if (step) value = min + Math.round((value - min) / step) * step;
    // A key moves by one step at least.
    const before = this.now(dial);
    if (least && step && Math.abs(value - before) < step / 2) value = before + least * step;
    return Math.min(max, Math.max(min, value));
  }

  /** Asks the camera for a value at once; of several during a request, the last one counts. */
  async ask(dial, value) {
    dial.wanted = value;
    this.drawDial(dial);
    if (dial.isAsking || !this.range(dial)) return;
    dial.isAsking = true;
    while (dial.wanted !== undefined) {
      const wanted = dial.wanted;
      try {
        await this.lens.apply({ ...this.modeOf(dial), [dial.name]: wanted });
        if (dial.mode.exposureMode) this.isByHand = dial.mode.exposureMode === "manual";
      } catch {
        this.say(text("The camera didn't take this: %1", dial.label));
      }
      if (dial.wanted === wanted) dial.wanted = undefined;
    }
    dial.isAsking = false;
    this.draw();
  }

  /** The mode that a value needs, if the camera has modes for it. */
  modeOf(dial) {
    const [[name, mode]] = Object.entries(dial.mode);
    return this.lens.capabilities[name]?.includes?.(mode) ? { [name]: mode } : {};
  }

  /** True if dials set the exposure: it can't be locked then. */
  get isExposedByHand() {
    return this.isByHand && this.lens.settings.exposureMode === "manual";
  }

  async exposeByItself() {
    this.isByHand = false;
    await this.lens.apply({ exposureMode: "continuous" }).catch(() => this.say(text("The camera didn't take this: %1", this.automatic.textContent)));
    this.draw();
    this.exposureLock.focus();
  }

  async lock(name, button) {
    if (name === "exposureMode") this.isByHand = false;
    const isLocked = this.lens.settings[name] === "manual";
    try {
      await this.lens.apply({ [name]: isLocked ? "continuous" : "manual" });
    } catch {
      this.say(text("The camera didn't take this: %1", button.textContent));
    }
    this.draw();
  }

  /** Focuses on a point of the frame, 0 to 1 in both directions. Returns true if the camera can. */
  async focusAt(x, y) {
    const modes = this.lens.capabilities.focusMode;
    const mode = modes?.includes?.("single-shot") ? "single-shot" : null;
    if (!mode) return false;
    try {
      await this.lens.apply({ pointsOfInterest: [{ x, y }], focusMode: mode });
      return true;
    } catch {
      return false;
    } finally {
      this.draw();
    }
  }

  async set(isOn) {
    this.isOn = isOn;
    this.root.hidden = !isOn;
    this.panel.classList.toggle("is-pro", isOn);
    if (isOn) {
      this.draw();
      this.wakeUp();
    } else {
      await this.reset();
    }
    this.exposed.hidden = !isOn;
  }

  /** Resets all settings to automatic. */
  async reset() {
    this.isByHand = false;
    this.clearPeaks();
    this.peaking.setAttribute("aria-pressed", "false");
    if (!this.lens.isOpen) return;
    const { capabilities } = this.lens;
    for (const name of ["exposureMode", "focusMode", "whiteBalanceMode"]) {
      if (capabilities[name]?.includes?.("continuous")) await this.lens.apply({ [name]: "continuous" }).catch(() => {});
    }
    if (this.lens.has("exposureCompensation")) await this.lens.apply({ exposureCompensation: 0 }).catch(() => {});
  }

  draw() {
    if (!this.isOn) return;
    const { settings, capabilities } = this.lens;
    for (const dial of this.dials) this.drawDial(dial);
    for (const [button, name] of [[this.exposureLock, "exposureMode"], [this.focusLock, "focusMode"]]) {
      const can = capabilities[name]?.includes?.("manual") || false;
      button.setAttribute("aria-disabled", String(!can));
      button.setAttribute("aria-pressed", String(can && settings[name] === "manual"));
      button.title = can ? "" : text("This browser can't lock it.");
    }
    const isByHand = this.isExposedByHand;
    this.automatic.hidden = !isByHand;
    if (isByHand) {
      this.exposureLock.setAttribute("aria-disabled", "true");
      this.exposureLock.setAttribute("aria-pressed", "false");
      this.exposureLock.title = text("The dials set the exposure: there is nothing to lock.");
    }
    this.white.hidden = !this.lens.has("colorTemperature");
    for (const element of this.root.querySelectorAll(".wheel")) element.classList.toggle("off", element.getAttribute("aria-disabled") === "true");
    const unknown = "–";
    const words = [
      `ISO ${settings.iso ? Math.round(settings.iso) : unknown}`, settings.exposureTime ? shutter(settings.exposureTime) : `${unknown} s`, `f/${unknown}`,
      settings.exposureMode === "manual" && capabilities.exposureMode?.includes?.("manual") ? (isByHand ? "M" : "AE-L") : "", settings.focusMode === "manual" && capabilities.focusMode?.includes?.("manual") ? "AF-L" : "",
    ];
    this.exposed.textContent = words.filter(Boolean).join(" · ");
  }

  drawDial(dial) {
    const { element, value, why, ticks } = dial;
    const range = this.range(dial);
    element.setAttribute("aria-disabled", String(!range));
    why.hidden = Boolean(range);
    if (!range) {
      value.textContent = "–";
      const near = dial.name === "focusDistance" && this.lens.capabilities.focusDistance?.min;
      why.textContent = near ? text("Sharp from %1 on; this browser focuses itself.", dial.say(near)) : text("This camera or browser can't set it.");
      element.setAttribute("aria-valuenow", "0");
      element.setAttribute("aria-valuetext", why.textContent);
      return;
    }
    const now = this.now(dial);
    element.setAttribute("aria-valuemin", range.min);
    element.setAttribute("aria-valuemax", range.max);
    element.setAttribute("aria-valuenow", now ?? range.min);
    value.textContent = now === undefined ? "–" : dial.say(now);
    element.setAttribute("aria-valuetext", value.textContent);
    ticks.style.backgroundPositionX = `${Math.round(this.part(dial) * 240)}px`;
  }

  /** Fades when idle. */
  wakeUp() {
    this.panel.classList.remove("is-idle");
    clearTimeout(this.timer);
    if (this.isOn) this.timer = setTimeout(() => this.panel.classList.toggle("is-idle", this.isOn && !document.querySelector("dialog[open]")), QUIET);
  }

  clearPeaks() {
    if (this.canLook) this.eye.ask("clear", {}, []);
  }

  /** Analyses the current frame; at most two frames are in progress. */
  async look(now) {
    if (!this.isOn || !this.canLook || this.busy >= 2 || now - this.lastLook < this.rest || !this.lens.isOpen) return;
    this.lastLook = now;
    this.busy++;
    try {
      const frame = await Eye.frame(this.lens.video);
      const wantsPeaks = this.peaking.getAttribute("aria-pressed") === "true";
      await this.eye.ask("look", { frame, wantsPeaks }, [frame]);
    } catch {
      // A frame that the browser doesn't provide is skipped.
    } finally {
      this.busy--;
    }
  }
}
