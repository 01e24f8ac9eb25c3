// Places a picture on the map. The camera, its direction and its angle are dragged, or moved by
// keys. The form's fields have the same values; without this script they are filled in by hand. The
// home page uses it for photos without a position.
import { answerOf, wholeArchive } from "./answer.js";
import { makeGround } from "./ground.js";
import { makeMoves } from "./ground-moves.js";
import { makeOldMap } from "./old-map.js";
import { text } from "./text.js";

const canvas = document.getElementById("map");
const form = document.getElementById("place") ?? document.getElementById("send");
const said = document.getElementById("place-said");
const sheet = document.getElementById("ground");
const handles = Object.fromEntries(["camera", "heading", "width"].map((name) => [name, document.getElementById(`handle-${name}`)]));
sheet.hidden = false;

const base = makeGround(canvas);
const { view, place, ground, metresPerPixel, color, pencil, cone, land, graticule, cross, scale } = base;
/** The length of the cone on the canvas, pixels: its handles stay in sight. */
const reach = () => Math.max(48, Math.min(120, canvas.clientHeight / 2 - 60));
/** The displayed angle if it is unknown, degrees. */
const USUAL_WIDTH = 50;
const METRES = 111195;
let near = [];

const number = (name) => {
  const words = (form.elements[name]?.value ?? "").trim().replace(/^([-+]?\d+),(\d+)$/, "$1.$2");
  const value = Number(words);
  return words === "" || !Number.isFinite(value) ? null : value;
};
const put = (name, value) => (form.elements[name].value = String(value));
const turned = (degrees) => ((degrees % 360) + 360) % 360;
const spot = () => {
  const [latitude, longitude] = [number("latitude"), number("longitude")];
  return latitude === null || longitude === null || Math.abs(latitude) > 85 || Math.abs(longitude) > 180 ? null : [longitude, latitude];
};

const draw = () => {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const pen = pencil();
  const [ink, quiet, line, amber, blue, paper] = ["--ink", "--quiet", "--line", "--amber", "--blue", "--raised"].map(color);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, width, height);
  land(pen, width, height, blue, paper, draw);
  oldMap.paint(pen);
  graticule(pen, width, height, line, quiet, paper);
  for (const feature of near) {
    const [x, y] = place(...feature.geometry.coordinates);
    const { heading, fieldOfView } = feature.properties;
    if (heading !== undefined) cone(pen, x, y, heading, fieldOfView, quiet, 32);
    pen.fillStyle = quiet;
    pen.beginPath();
    pen.arc(x, y, 4, 0, 7);
    pen.fill();
  }
  const here = spot();
  const to = number("heading");
  const wide = number("fieldOfView");
  for (const handle of Object.values(handles)) handle.hidden = !here;
  if (here) {
    const [x, y] = place(...here);
    const error = number("accuracy");
    if (error) {
      pen.strokeStyle = amber;
      pen.lineWidth = 1.5;
      pen.setLineDash([4, 3]);
      pen.beginPath();
      pen.arc(x, y, error / metresPerPixel(), 0, 7);
      pen.stroke();
      pen.setLineDash([]);
    }
    if (to !== null) cone(pen, x, y, to, Math.min(wide ?? 0, 359), amber, reach());
    const at = (name, degrees, far) => {
      const turn = ((degrees - 90) * Math.PI) / 180;
      handles[name].style.left = `${x + far * Math.cos(turn)}px`;
      handles[name].style.top = `${y + far * Math.sin(turn)}px`;
    };
    at("camera", 0, 0);
    at("heading", to ?? 0, reach());
    at("width", (to ?? 0) + Math.min(wide ?? USUAL_WIDTH, 359) / 2, reach() + 48);
    handles.heading.classList.toggle("unset", to === null);
    handles.width.classList.toggle("unset", wide === null);
  }
  cross(pen, width, height, ink);
  scale(pen, height, ink, paper);
};

const oldMap = makeOldMap(canvas, base, draw);

let saying = 0;
const tell = () => {
  clearTimeout(saying);
  saying = setTimeout(() => {
    const here = spot();
    if (!here) {
      said.textContent = text("Touch the map where the camera stood, or fill in the fields.");
      return;
    }
    const [to, wide] = [number("heading"), number("fieldOfView")];
    said.textContent = [
      `${here[1]}, ${here[0]}`,
      to === null ? text("unknown direction") : text("looks to %1", `${to}°`),
      wide === null ? "" : text("%1 wide", `${wide}°`),
    ].filter(Boolean).join(" · ");
  }, 200);
};
const changed = () => {
  draw();
  tell();
};
/** Sets the camera's place, to a tenth of a metre. */
const stand = (longitude, latitude) => {
  put("longitude", Number(longitude.toFixed(6)));
  put("latitude", Number(Math.min(85, Math.max(-85, latitude)).toFixed(6)));
  changed();
};
const look = (degrees) => {
  put("heading", Math.round(turned(degrees)) % 360);
  changed();
};
const widen = (degrees) => {
  put("fieldOfView", Math.min(360, Math.max(1, Math.round(degrees))));
  changed();
};

/** Other pictures near by, and old maps of this ground. */
const own = decodeURIComponent(location.pathname.split("/")[2] || "");
const tiles = new Map();
let round = 0;
const load = async () => {
  const now = ++round;
  const keys = tilesInView();
  await Promise.all(
    keys.filter((key) => !tiles.has(key)).map(async (key) => {
      const tile = await answerOf(`/v1/map/${key}`);
      if (tile) tiles.set(key, tile);
    }),
  );
  if (now !== round) return;
  near = keys.flatMap((key) => tiles.get(key)?.features || []).filter((feature) => feature.geometry.type === "Point" && feature.id !== own && !feature.properties.count);
  draw();
  oldMap.lay();
};

/** Offers the old maps of the camera's place. */
const findMaps = () => spot() && oldMap.find(spot());

/** A touch sets the camera's place while it is unknown; later it is dragged. */
const touch = (x, y) => {
  if (spot()) return;
  stand(...ground(x, y));
  findMaps();
};
const { moved, go, pan, local, tilesInView } = makeMoves(canvas, base, { draw, load, rest: 200, touch });

/** The direction from the camera to a point of the canvas, degrees from north. */
const bearing = ([x, y]) => {
  const [cx, cy] = place(...spot());
  return turned((Math.atan2(y - cy, x - cx) * 180) / Math.PI + 90);
};
const drags = {
  camera: (point) => stand(...ground(...point)),
  heading: (point) => look(bearing(point)),
  width: (point) => {
    if (number("heading") === null) look(0);
    const away = Math.abs(turned(bearing(point) - number("heading") + 180) - 180);
    widen(2 * away);
  },
};
const steps = {
  camera: (dx, dy, big) => {
    const [longitude, latitude] = spot();
    const metres = big ? 10 : 1;
    stand(longitude + (dx * metres) / (METRES * Math.cos((latitude * Math.PI) / 180)), latitude - (dy * metres) / METRES);
  },
  heading: (dx, dy, big) => look((number("heading") ?? 0) + (dx - dy) * (big ? 10 : 1)),
  width: (dx, dy, big) => widen((number("fieldOfView") ?? USUAL_WIDTH) + (dx - dy) * (big ? 10 : 1)),
};
/** The least distance in pixels between the map's edge and a handle moved by keys. */
const EDGE = 32;
/** Moves the map if a handle moved by keys would be out of sight. */
const follow = (handle) => {
  const beyond = (at, size) => at - Math.min(Math.max(at, EDGE), size - EDGE);
  const dx = beyond(Number.parseFloat(handle.style.left), canvas.clientWidth);
  const dy = beyond(Number.parseFloat(handle.style.top), canvas.clientHeight);
  if (!dx && !dy) return;
  pan(dx, dy);
  handle.scrollIntoView({ block: "nearest" });
};
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
for (const [name, handle] of Object.entries(handles)) {
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    handle.dataset.held = "";
  });
  handle.addEventListener("pointermove", (event) => {
    if ("held" in handle.dataset) drags[name](local(event));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    handle.addEventListener(end, () => {
      delete handle.dataset.held;
      if (name === "camera") findMaps();
    });
  }
  handle.addEventListener("keydown", (event) => {
    if (!arrows[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    steps[name](...arrows[event.key], event.shiftKey);
    follow(handle);
  });
  // With the mouse, the handle is visible anyway.
  handle.addEventListener("focus", () => handle.matches(":focus-visible") && follow(handle));
}

handles.camera.addEventListener("blur", findMaps);

form.addEventListener("input", changed);
for (const name of ["latitude", "longitude"]) {
  form.elements[name].addEventListener("change", () => {
    changed();
    if (!spot()) return;
    go(...spot(), Math.max(view.zoom, 16));
    findMaps();
  });
}
form.addEventListener("reset", () => setTimeout(() => (changed(), spot() && go(...spot(), view.zoom)), 0));

/** The place of the phone, if the page may know it without a question. */
const phone = async () => {
  const allowed = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null);
  if (allowed?.state !== "granted") return null;
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), () => resolve(null), { maximumAge: 60000, timeout: 5000 });
  });
};

/** The first view: the camera, else the phone, else the archive's largest part. */
const begin = async () => {
  tell();
  if (spot()) {
    go(...spot(), 17.5);
    return findMaps();
  }
  const here = await phone();
  if (here) return go(here.longitude, here.latitude, 17.5);
  const points = await wholeArchive();
  return points.length ? go(...points[0].geometry.coordinates, 12) : moved();
};
begin();
