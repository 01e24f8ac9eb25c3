// The archive on our own map: dots, cones at high zooms, outlines of maps; and as a list beside it.
import { replyOf, wholeArchive } from "./answer.js";
import { makeGround, TILE, middle, toLatitude, toLongitude, toX, toY } from "./ground.js";
import { makeMoves } from "./ground-moves.js";
import { makePicture, polygons } from "./map-picture.js";
import { locale, text } from "./text.js";

const canvas = document.getElementById("map");
const list = document.getElementById("seen");
const said = document.getElementById("seen-said");
const heading = document.getElementById("seen-title");
const filter = document.getElementById("filter");
document.getElementById("atlas").hidden = false;

const base = makeGround(canvas);
const { view, world, place, ground } = base;
const picture = makePicture(canvas, base);
let spot = null;
// True if the list shows a query's results instead of the view.
let isAsked = false;
let me = null;
let marked = null;
let era = "";
let words = "";
let answers = null;
const tiles = new Map();
let wanted = [];
// The margin in which a point would be half outside, or under the buttons.
const EDGE = 24;

/** The features of the tiles in view, each once. */
const features = () => {
  if (answers) return answers;
  const seen = new Map();
  for (const key of wanted) {
    for (const feature of tiles.get(key)?.features || []) {
      seen.set(feature.id || JSON.stringify(feature.geometry), feature);
    }
  }
  return [...seen.values()];
};
const inView = (feature) => {
  const points = feature.geometry.type === "Point" ? [feature.geometry.coordinates] : polygons(feature).flat(2);
  const [xs, ys] = [0, 1].map((axis) => points.map((position) => place(...position)[axis]));
  return Math.max(...xs) >= 0 && Math.max(...ys) >= 0 && Math.min(...xs) <= canvas.clientWidth && Math.min(...ys) <= canvas.clientHeight;
};

const draw = () => picture({ features: features(), marked, spot, me });
/** The list beside the map: the pictures in view, or those of a spot. */
const year = ({ date, year: plain }) => (plain !== undefined ? String(plain) : date || text("undated"));
const row = ({ id, title, when, count }) => {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/items/${encodeURIComponent(id)}`;
  const chip = document.createElement("span");
  chip.className = "chip";
  chip.textContent = when;
  const name = document.createElement("bdi");
  name.textContent = title || id;
  link.append(chip, name);
  link.addEventListener("focus", () => mark(id));
  link.addEventListener("pointerenter", () => mark(id));
  item.append(link);
  return item;
};
const mark = (id) => {
  marked = id;
  draw();
};
const groupRow = (feature) => {
  const { count, firstYear, lastYear } = feature.properties;
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  const span = firstYear === undefined ? "" : firstYear === lastYear ? `, ${firstYear}` : `, ${firstYear}–${lastYear}`;
  button.textContent = text("%1 pictures%2: zoom in", count, span);
  button.addEventListener("click", () => {
    go(...feature.geometry.coordinates, view.zoom + 2);
    canvas.focus();
  });
  item.append(button);
  return item;
};
const MOST_ROWS = 100;
const tell = () => {
  if (isAsked) return;
  heading.textContent = text("In view");
  const seen = features().filter(inView);
  const groups = seen.filter((feature) => feature.properties.what === "cluster");
  const single = seen.filter((feature) => feature.properties.what !== "cluster");
  single.sort((a, b) => (a.properties.year ?? 9999) - (b.properties.year ?? 9999));
  const count = single.length + groups.reduce((sum, group) => sum + group.properties.count, 0);
  said.textContent = count === 1 ? text("1 picture") : text("%1 pictures", count.toLocaleString(locale));
  list.replaceChildren(
    ...single.slice(0, MOST_ROWS).map((feature) => row({ id: feature.id, title: feature.properties.title, when: year(feature.properties) })),
    ...groups.sort((a, b) => b.properties.count - a.properties.count).slice(0, 20).map(groupRow),
  );
};

/** Ends the query. */
const leave = () => {
  spot = null;
  isAsked = false;
};
const backRow = () => {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text("Back to the map's view");
  button.addEventListener("click", () => {
    leave();
    tell();
    draw();
    canvas.focus();
  });
  item.append(button);
  return item;
};
/** The pictures taken at one spot; they stay listed until the next query. */
const tellHere = (pictures) => {
  spot = null;
  isAsked = true;
  heading.textContent = text("Pictures taken here");
  said.textContent = text("%1 pictures", pictures.length);
  list.replaceChildren(
    backRow(),
    ...pictures.map((feature) => row({ id: feature.id, title: feature.properties.title, when: year(feature.properties) })),
  );
  list.querySelector("a").focus();
};
/** A failed request: the list shows no pictures. */
const whyNot = (answer) => answer?.body.detail || text("The connection broke. Try again.");
/** The pictures that show a spot, by the archive's own search. */
const ask = async (longitude, latitude) => {
  spot = [longitude, latitude];
  isAsked = true;
  draw();
  heading.textContent = text("Pictures of this spot");
  said.textContent = text("Searching …");
  list.replaceChildren();
  const query = new URLSearchParams({ shows: `${latitude.toFixed(6)},${longitude.toFixed(6)}`, limit: "50" });
  if (era) query.set("era", era);
  const answer = await replyOf(`/v1/items?${query}`);
  if (!spot || spot[0] !== longitude) return;
  const items = answer?.ok ? answer.body.items : [];
  if (!answer?.ok) said.textContent = whyNot(answer);
  else said.textContent = items.length
    ? items.length === 1 ? text("1 picture") : text("%1 pictures", items.length)
    : text("No picture of the archive shows it.");
  list.replaceChildren(backRow(), ...items.map((item) => row({ id: item.id, title: item.title, when: (item.date || text("undated")).replace("/", "–") })));
};

const MOST_TILES = 400;
let round = 0;
const load = async () => {
  const now = ++round;
  history.replaceState(null, "", `#${view.zoom.toFixed(2)}/${toLatitude(view.y).toFixed(5)}/${toLongitude(view.x).toFixed(5)}`);
  if (words) return search(now);
  const keys = tilesInView();
  const query = era ? `?era=${encodeURIComponent(era)}` : "";
  if (tiles.size > MOST_TILES) tiles.clear();
  const answers = await Promise.all(
    keys.filter((key) => !tiles.has(key)).map(async (key) => {
      const answer = await replyOf(`/v1/map/${key}${query}`);
      if (answer?.ok) tiles.set(key, answer.body);
      return answer;
    }),
  );
  if (now !== round) return;
  wanted = keys;
  tell();
  const refused = answers.filter((answer) => !answer?.ok);
  if (refused.length && !isAsked) said.textContent = whyNot(refused[0]);
  draw();
};
/** Words are searched in the list of items, because tiles have none. */
const search = async (now) => {
  const [west, north] = ground(0, 0);
  const [east, south] = ground(canvas.clientWidth, canvas.clientHeight);
  const query = new URLSearchParams({ text: words, limit: "500" });
  const whole = canvas.clientWidth >= world();
  query.set("box", whole ? `-180,${south},180,${north}` : `${west},${south},${east},${north}`);
  if (era) query.set("era", era);
  const answer = await replyOf(`/v1/items?${query}`);
  if (now !== round) return;
  if (!answer?.ok) {
    said.textContent = whyNot(answer);
    return;
  }
  answers = answer.body.items.map((item) => ({
    type: "Feature",
    id: item.id,
    geometry: { type: "Point", coordinates: [item.longitude, item.latitude] },
    properties: {
      what: "view", title: item.title, date: item.date, heading: item.heading, fieldOfView: item.fieldOfView,
      year: /^\d{4}/.test(item.date || "") ? Number(item.date.slice(0, 4)) : undefined,
    },
  }));
  tell();
  draw();
};

filter.addEventListener("submit", (event) => {
  event.preventDefault();
  const [from, to] = ["from", "to"].map((name) => filter.elements[name].value.trim());
  const bad = [from, to].some((value) => value && !/^\d{1,4}$/.test(value));
  if (bad) {
    said.textContent = text("Years are numbers, such as 1900.");
    return;
  }
  const padded = (value) => value.padStart(4, "0");
  era = from || to ? `${from ? padded(from) : ".."}/${to ? padded(to) : ".."}` : "";
  words = filter.elements.text.value.trim();
  answers = null;
  leave();
  tiles.clear();
  load();
});

const touch = (x, y) => {
  const hits = features()
    .filter((feature) => feature.geometry.type === "Point")
    .map((feature) => {
      const [fx, fy] = place(...feature.geometry.coordinates);
      return [Math.hypot(fx - x, fy - y), feature];
    })
    .filter(([distance, feature]) => distance <= (feature.properties.count ? 24 : 16))
    .sort((a, b) => a[0] - b[0]);
  const group = hits.find(([, feature]) => feature.properties.what === "cluster");
  if (group) return go(...group[1].geometry.coordinates, view.zoom + 2);
  if (hits.length === 1) {
    location.href = `/items/${encodeURIComponent(hits[0][1].id)}`;
    return undefined;
  }
  if (hits.length > 1) return tellHere(hits.map(([, feature]) => feature));
  return ask(...ground(x, y));
};
const own = document.getElementById("me");
own.hidden = !(navigator.geolocation && isSecureContext);
own.addEventListener("click", () =>
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      me = coords;
      go(coords.longitude, coords.latitude, Math.max(16, view.zoom));
    },
    () => (said.textContent = text("The browser doesn't share your place.")),
    { enableHighAccuracy: true, timeout: 15000 },
  ),
);

const { moved, go, tilesInView } = makeMoves(canvas, base, { draw, load, rest: 120, touch });

/** The first view: from the address, else the archive's area. */
const begin = async () => {
  const [position, rest] = location.hash.slice(1).split("?");
  const [z, ...asked] = position.split("/").map(Number);
  marked = new URLSearchParams(rest || "").get("item");
  if (position && asked.length === 2 && [z, ...asked].every(Number.isFinite)) return go(asked[1], asked[0], z);
  const points = await wholeArchive();
  if (!points.length) {
    said.textContent = text("The archive has no pictures yet.");
    return moved();
  }
  // The whole surroundings of the largest group, centred.
  const [longitude, latitude] = points[0].geometry.coordinates;
  const east = (other) => {
    const steps = toX(other) - toX(longitude);
    return steps - Math.round(steps);
  };
  const close = points.map((point) => point.geometry.coordinates)
    .filter((other) => Math.abs(east(other[0])) < 1 / 360 && Math.abs(other[1] - latitude) < 1);
  const axes = [close.map((other) => east(other[0])), close.map((other) => toY(other[1]))];
  const [x, y] = axes.map((all) => (Math.min(...all) + Math.max(...all)) / 2);
  const room = axes.map((all, axis) =>
    Math.max(EDGE, [canvas.clientWidth, canvas.clientHeight][axis] - 2 * EDGE) / (Math.max(...all) - Math.min(...all)));
  // A group's extent is unknown.
  const nearest = points[0].properties.count ? 12 : 17;
  return go(toLongitude(middle(toX(longitude) + x)), toLatitude(y), Math.min(nearest, Math.log2(Math.min(...room) / TILE)));
};
addEventListener("hashchange", begin);
begin();
