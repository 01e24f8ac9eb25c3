// A pose entered by hand: fields, a dial for the direction, and a small map.
import { wholeArchive } from "./answer.js";
import { turn } from "./camera-pose.js";
import { text } from "./text.js";

const $ = (id) => document.getElementById(id);
const LIMITS = {
  latitude: [-90, 90], longitude: [-180, 180], horizontalAccuracy: [0, 20037508], altitude: [-11000, 100000],
  heading: [-360, 360], pitch: [-90, 90], fieldOfView: [1, 179],
};

const toX = (longitude) => (longitude + 180) / 360;
const toY = (latitude) => {
  const sine = Math.sin((Math.min(85, Math.max(-85, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};
const toLongitude = (x) => turn(x * 360) - 180;
const toLatitude = (y) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** A small map: the archive's pictures as dots, a scale, and a cross in its middle. */
class Plan {
  constructor(canvas, scale, moved) {
    Object.assign(this, { canvas, scale, moved, x: 0.5, y: 0.4, zoom: 2, tiles: new Map() });
    const pointers = new Map();
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, event);
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      if (pointers.size === 2) {
        const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, value]) => value);
        const gap = (point) => Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY);
        this.zoomBy(Math.log2(Math.max(1, gap(event)) / Math.max(1, gap(before))));
      } else {
        this.move(before.clientX - event.clientX, before.clientY - event.clientY);
      }
      pointers.set(event.pointerId, event);
    });
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => pointers.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(-event.deltaY / 300);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] };
      if (steps[event.key]) this.move(...steps[event.key]);
      else if (event.key === "+" || event.key === "=") this.zoomBy(1);
      else if (event.key === "-") this.zoomBy(-1);
      else return;
      event.preventDefault();
    });
  }

  get world() {
    return 256 * 2 ** this.zoom;
  }

  show(latitude, longitude, zoom) {
    [this.x, this.y, this.zoom] = [toX(longitude), toY(latitude), zoom];
    this.draw();
  }

  move(x, y) {
    this.x = (this.x + x / this.world + 1) % 1;
    this.y = Math.min(1, Math.max(0, this.y + y / this.world));
    this.draw();
    this.moved(toLatitude(this.y), toLongitude(this.x));
  }

  zoomBy(steps) {
    this.zoom = Math.min(20, Math.max(1, this.zoom + steps));
    this.draw();
  }

  /** Requests the tiles in view. */
  async fetch() {
    const z = Math.max(0, Math.min(18, Math.floor(this.zoom)));
    const [column, row] = [Math.floor(this.x * 2 ** z), Math.floor(this.y * 2 ** z)];
    for (const [dx, dy] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const key = `${z}/${(column + dx + 2 ** z) % 2 ** z}/${row + dy}`;
      if (row + dy < 0 || row + dy >= 2 ** z || this.tiles.has(key)) continue;
      this.tiles.set(key, []);
      fetch(`/v1/map/${key}`).then((answer) => answer.json()).then(({ features }) => {
        this.tiles.set(key, features || []);
        this.draw();
      }).catch(() => this.tiles.delete(key));
    }
  }

  draw() {
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    [canvas.width, canvas.height] = [width * ratio, height * ratio];
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    context.strokeStyle = "#4d473d";
    for (let line = 64; line < Math.max(width, height); line += 64) {
      context.strokeRect(line, -1, 0, height + 2);
      context.strokeRect(-1, line, width + 2, 0);
    }
    context.fillStyle = "#e5a54b";
    for (const feature of [...this.tiles.values()].flat()) {
      if (feature.geometry?.type !== "Point") continue;
      const [longitude, latitude] = feature.geometry.coordinates;
      const x = width / 2 + (toX(longitude) - this.x) * this.world;
      const y = height / 2 + (toY(latitude) - this.y) * this.world;
      context.beginPath();
      context.arc(x, y, 4, 0, 2 * Math.PI);
      context.fill();
    }
    context.strokeStyle = "#7db7e8";
    context.lineWidth = 2;
    context.beginPath();
    context.arc(width / 2, height / 2, 8, 0, 2 * Math.PI);
    context.moveTo(width / 2 - 16, height / 2);
    context.lineTo(width / 2 + 16, height / 2);
    context.moveTo(width / 2, height / 2 - 16);
    context.lineTo(width / 2, height / 2 + 16);
    context.stroke();
    const across = (40075016.7 * Math.cos((toLatitude(this.y) * Math.PI) / 180) * width) / this.world;
    this.scale.textContent = text("%1 from side to side, north up. Old pictures are amber.", across >= 1000 ? `${Math.round(across / 1000)} km` : `${Math.round(across)} m`);
    this.fetch();
  }
}

export class PlaceDialog {
  constructor() {
    this.dialog = $("pose-dialog");
    this.form = $("pose-form");
    this.plan = new Plan($("plan-map"), $("plan-scale"), (latitude, longitude) => {
      this.form.elements.latitude.value = latitude.toFixed(6);
      this.form.elements.longitude.value = longitude.toFixed(6);
    });
    this.makeDial();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const values = this.read();
      if (!values) return;
      this.dialog.close();
      this.keep(values);
    });
    this.form.addEventListener("input", () => ($("pose-wrong").textContent = ""));
    $("pose-clear").addEventListener("click", () => {
      this.dialog.close();
      this.keep({});
    });
    for (const name of ["latitude", "longitude"]) {
      this.form.elements[name].addEventListener("change", () => {
        const [latitude, longitude] = [this.number("latitude"), this.number("longitude")];
        if (latitude !== undefined && longitude !== undefined) this.plan.show(latitude, longitude, Math.max(16, this.plan.zoom));
      });
    }
    this.form.elements.heading.addEventListener("input", () => this.turnTo(this.number("heading")));
  }

  /** Opens it. `known` fills the fields; `keep` gets the entered values. */
  open({ known, about, hasPlace = true, canClear = true, place }, keep) {
    this.keep = keep;
    $("pose-about").textContent = about;
    $("pose-wrong").textContent = "";
    $("pose-clear").hidden = !canClear;
    this.form.reset();
    for (const name of ["plan", "plan-scale"]) $(name).hidden = !hasPlace;
    for (const name of ["latitude", "longitude", "horizontalAccuracy", "altitude", "altitudeReference"]) {
      this.form.elements[name].closest("label").hidden = !hasPlace;
    }
    for (const [name, value] of Object.entries(known)) {
      if (this.form.elements[name] && value !== undefined) this.form.elements[name].value = value;
    }
    this.turnTo(known.heading);
    this.dialog.showModal();
    const near = known.latitude === undefined ? place : known;
    if (!hasPlace) return;
    this.plan.show(near?.latitude ?? 20, near?.longitude ?? 0, near ? 17 : 1);
    if (!near) this.showArchive();
  }

  /** Without any known place, the map begins at most of the archive's pictures. */
  async showArchive() {
    const [most] = await wholeArchive();
    const [longitude, latitude] = most?.geometry.coordinates ?? [];
    if (most && this.dialog.open && this.form.elements.latitude.value === "") this.plan.show(latitude, longitude, 12);
  }

  number(name) {
    const value = this.form.elements[name].value.trim().replace(/^([-+−]?\d+),(\d+)$/, "$1.$2").replace("−", "-");
    return value === "" ? undefined : Number(value);
  }

  /** The fields as numbers; nothing if one is wrong, with a message. */
  read() {
    const values = {};
    for (const [name, [least, most]] of Object.entries(LIMITS)) {
      const value = this.number(name);
      if (value === undefined) continue;
      if (!(value >= least && value <= most)) {
        const field = this.form.elements[name];
        $("pose-wrong").textContent = text("%1: a number from %2 to %3, please.", field.closest("label").firstChild.textContent.trim(), least, most);
        field.focus();
        return null;
      }
      values[name] = value;
    }
    if ((values.latitude === undefined) !== (values.longitude === undefined)) {
      $("pose-wrong").textContent = text("A place needs latitude and longitude.");
      return null;
    }
    if (values.altitude !== undefined) values.altitudeReference = this.form.elements.altitudeReference.value;
    if (values.heading !== undefined) values.heading = turn(values.heading);
    return values;
  }

  makeDial() {
    const dial = $("dial");
    const SVG = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "-60 -60 120 120");
    svg.setAttribute("aria-hidden", "true");
    const part = (name, attributes, words) => {
      const element = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (words) element.textContent = words;
      svg.append(element);
      return element;
    };
    part("circle", { r: 56, class: "rim" });
    for (const [angle, name] of [[0, text("N")], [90, text("E")], [180, text("S")], [270, text("W")]]) {
      const [x, y] = [40 * Math.sin((angle * Math.PI) / 180), -40 * Math.cos((angle * Math.PI) / 180)];
      part("text", { x, y: y + 5, "text-anchor": "middle" }, name);
    }
    this.needle = part("path", { d: "M0 -52 L7 0 L-7 0z", class: "needle" });
    dial.append(svg);
    const set = (degrees) => {
      this.form.elements.heading.value = Math.round(turn(degrees)) % 360;
      this.turnTo(turn(degrees));
    };
    const follow = (event) => {
      const box = dial.getBoundingClientRect();
      set((Math.atan2(event.clientX - box.left - box.width / 2, box.top + box.height / 2 - event.clientY) * 180) / Math.PI);
    };
    dial.addEventListener("pointerdown", (event) => {
      dial.setPointerCapture(event.pointerId);
      follow(event);
    });
    dial.addEventListener("pointermove", (event) => dial.hasPointerCapture(event.pointerId) && follow(event));
    dial.addEventListener("keydown", (event) => {
      const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
      if (!steps[event.key]) return;
      event.preventDefault();
      set((this.number("heading") || 0) + steps[event.key]);
    });
  }

  turnTo(degrees) {
    const isKnown = Number.isFinite(degrees);
    this.needle.setAttribute("transform", `rotate(${isKnown ? degrees : 0})`);
    this.needle.setAttribute("opacity", isKnown ? "1" : "0.25");
    $("dial").setAttribute("aria-valuenow", isKnown ? Math.round(turn(degrees)) % 360 : 0);
    $("dial").setAttribute("aria-valuetext", isKnown ? `${Math.round(turn(degrees)) % 360}°` : text("unknown"));
  }
}
