// The archive on our own map: pictures, in groups where they are close, and cones when near; and as
// a list beside it.
import { replyOf, wholeArchive } from "./answer.js";
import { makeGround, TILE, middle, toLatitude, toLongitude, toX, toY } from "./ground.js";
import { makeMoves } from "./ground-moves.js";
import { grouped, isClose, radius, spotOf } from "./map-groups.js";
import { buttonRow, makeRows } from "./map-list.js";
import { CONES_FROM, makePicture, polygons } from "./map-picture.js";
import { makeOldMap } from "./old-map.js";
import { makeYears } from "./map-years.js";
import { locale, text } from "./text.js";

const canvas = document.getElementById("map");
const panel = document.getElementById("panel");
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
const asked = new URLSearchParams(location.search);
let words = (asked.get("text") || "").trim();
let features = [];
const tiles = new Map();
// The margin in which a point would be half outside, or under the buttons.
const EDGE = 24;
/** The height of the credits and the scale. */
const CREDITS = 40;

/** The part of the map that no panel covers: left, top, right, bottom. */
const free = () => {
  const box = canvas.getBoundingClientRect();
  const part = [0, 0, box.width, box.height];
  for (const element of [panel, document.getElementById("years")]) {
    const cover = element.getBoundingClientRect();
    if (!cover.height) continue;
    if (cover.right - box.left < box.width / 2) part[0] = Math.max(part[0], cover.right - box.left);
    else part[3] = Math.min(part[3], cover.top - box.top);
  }
  return part[3] - part[1] > 3 * EDGE ? part : [0, 0, box.width, box.height];
};
const inView = (feature, [left, top, right, bottom]) => {
  const points = feature.geometry.type === "Point" ? [feature.geometry.coordinates] : polygons(feature).flat(2);
  const [xs, ys] = [0, 1].map((axis) => points.map((position) => place(...position)[axis]));
  return Math.max(...xs) >= left && Math.max(...ys) >= top && Math.min(...xs) <= right && Math.min(...ys) <= bottom;
};

let grouping = {};
/** The groups at this zoom, made anew for other pictures or another grid. */
const groups = () => {
  const step = Math.floor(view.zoom);
  if (grouping.features !== features || grouping.step !== step) {
    grouping = { features, step, groups: grouped(features, view.zoom) };
  }
  return grouping.groups;
};
// Before the first view is known, the whole world would be drawn for a moment, and its coasts come.
let isPlaced = false;
const draw = () => isPlaced && picture({ groups: groups(), features, marked, spot, me, part: free(), oldMap });
/** The outlines of old maps by their names. */
const outlines = new Map();
const oldMap = makeOldMap(canvas, base, draw, outlines);

/** The list beside the map: the pictures in view, or those of a spot. */
const mark = (id) => {
  marked = id;
  draw();
};
const { showFaces, learn, isKnown, giveUp, rowOf, rowOfItem, groupRow } = makeRows(list, {
  mark,
  nearer: (longitude, latitude) => {
    goFree(longitude, latitude, view.zoom + 2);
    canvas.focus();
  },
});
const MOST_ROWS = 100;
/** From a view without pictures to that of the beginning. */
const goToPictures = () => {
  history.replaceState(null, "", location.pathname + location.search);
  begin();
  canvas.focus();
};
/** What is in view: the single pictures and the clusters. */
const seen = () => {
  const part = free();
  const all = features.filter((feature) => inView(feature, part));
  const clusters = all.filter((feature) => feature.properties.what === "cluster");
  const single = all.filter((feature) => feature.properties.what !== "cluster");
  single.sort((a, b) => (a.properties.year ?? 9999) - (b.properties.year ?? 9999));
  return { single, clusters };
};
const tell = () => {
  if (isAsked) return;
  heading.textContent = text("In view");
  const { single, clusters } = seen();
  const count = single.length + clusters.reduce((sum, group) => sum + group.properties.count, 0);
  said.textContent = count === 1 ? text("1 picture") : text("%1 pictures", count.toLocaleString(locale));
  list.replaceChildren(
    ...single.slice(0, MOST_ROWS).map(rowOf),
    ...clusters.sort((a, b) => b.properties.count - a.properties.count).slice(0, 20).map(groupRow),
    ...(count || isEmpty ? [] : [buttonRow(text("Go to the pictures"), goToPictures)]),
  );
};
/** Adds pictures to the list: thumbnails, and some of the clusters' pictures. */
const detail = async (now) => {
  const { single, clusters } = seen();
  const areKnown = single.slice(0, MOST_ROWS).every(isKnown);
  if (isAsked || !(single.length + clusters.length) || (areKnown && !clusters.length)) return;
  const query = new URLSearchParams({ box: box(free()), limit: String(clusters.length ? 24 : 200) });
  if (years.era()) query.set("era", years.era());
  const answer = await replyOf(`/v1/items?${query}`);
  if (now !== round || !answer?.ok) return;
  const { items } = answer.body;
  learn(items);
  giveUp(single);
  if (isAsked) return;
  if (clusters.length && single.length < items.length) {
    const listed = new Set(single.slice(0, MOST_ROWS).map(({ id }) => id));
    list.prepend(...items.filter(({ id, longitude }) => longitude !== undefined && !listed.has(id)).map(rowOfItem));
  }
  showFaces();
};

/** Ends the query. */
const leave = () => {
  spot = null;
  isAsked = false;
};
const backRow = () =>
  buttonRow(text("Back to the map's view"), () => {
    leave();
    tell();
    draw();
    canvas.focus();
  });
/** The pictures taken at one spot; they stay listed until the next query. */
const tellHere = (pictures) => {
  spot = null;
  isAsked = true;
  heading.textContent = text("Pictures taken here");
  said.textContent = text("%1 pictures", pictures.length);
  list.replaceChildren(
    backRow(),
    ...pictures.map(rowOf),
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
  if (years.era()) query.set("era", years.era());
  const answer = await replyOf(`/v1/items?${query}`);
  if (!spot || spot[0] !== longitude) return;
  const items = answer?.ok ? answer.body.items : [];
  learn(items);
  if (!answer?.ok) said.textContent = whyNot(answer);
  else said.textContent = items.length
    ? items.length === 1 ? text("1 picture") : text("%1 pictures", items.length)
    : text("No picture of the archive shows it.");
  list.replaceChildren(backRow(), ...items.map(rowOfItem));
};

/** The view and the filters, in the address. */
const note = () => {
  const query = new URLSearchParams();
  if (words) query.set("text", words);
  if (years.era()) query.set("era", years.era());
  const position = `#${view.zoom.toFixed(2)}/${toLatitude(view.y).toFixed(5)}/${toLongitude(view.x).toFixed(5)}`;
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}${position}`);
};
/** A tile's cells are as large as the grid's two zooms nearer; nearest of all, it is finest. */
const zoomOfTiles = () => {
  if (view.zoom >= 19) return Math.floor(view.zoom);
  // From 14 on, pictures have their direction.
  return Math.max(view.zoom >= CONES_FROM ? 14 : 0, Math.floor(view.zoom) - 2);
};
const MOST_TILES = 400;
let round = 0;
// Before its first view the map loads nothing.
let isBegun = false;
/** The features of tiles, each once. */
const featuresOf = (keys, era) => {
  const found = new Map();
  for (const key of keys) {
    for (const feature of tiles.get(`${key}?${era}`)?.features || []) {
      found.set(feature.id || feature.geometry.coordinates.join(), feature);
    }
  }
  return [...found.values()];
};
const load = async () => {
  if (!isBegun) return undefined;
  const now = ++round;
  note();
  const era = years.era();
  const keys = tilesInView(zoomOfTiles());
  if (tiles.size > MOST_TILES) tiles.clear();
  // The histogram has the years outside of the period, too.
  const missing = [...new Set(["", era])].flatMap((time) => keys.map((key) => [key, time]))
    .filter(([key, time]) => !tiles.has(`${key}?${time}`) && !(words && time));
  const answers = await Promise.all(
    missing.map(async ([key, time]) => {
      const answer = await replyOf(`/v1/map/${key}${time ? `?era=${encodeURIComponent(time)}` : ""}`);
      if (answer?.ok) tiles.set(`${key}?${time}`, answer.body);
      return answer;
    }),
  );
  if (now !== round) return undefined;
  const part = free();
  const all = featuresOf(keys, "");
  for (const feature of all) if (feature.geometry.type !== "Point") outlines.set(feature.id, polygons(feature).flat());
  years.show(all.filter((feature) => inView(feature, part)));
  offerMaps();
  if (words) return search(now);
  features = featuresOf(keys, era);
  tell();
  const refused = answers.filter((answer) => !answer?.ok);
  if (refused.length && !isAsked) said.textContent = whyNot(refused[0]);
  draw();
  return detail(now);
};
const legend = document.querySelector(".key");
/** Offers old maps of the middle, and redraws the chosen one. */
const offerMaps = async () => {
  const now = round;
  if (!legend.open && !oldMap.isGround && !document.getElementById("old-map").value) return;
  const [left, top, right, bottom] = free();
  if (view.zoom >= 9) await oldMap.find(ground((left + right) / 2, (top + bottom) / 2));
  if (now === round) oldMap.lay();
};
legend.addEventListener("toggle", offerMaps);
/** The part of the map's rectangle as the archive's box. */
const box = ([left, top, right, bottom]) => {
  const [[west, north], [east, south]] = [ground(left, top), ground(right, bottom)];
  return right - left >= world() ? `-180,${south},180,${north}` : `${west},${south},${east},${north}`;
};
/** Words are searched in the list of items, because tiles have none. */
const search = async (now) => {
  const query = new URLSearchParams({ text: words, limit: "500", box: box([0, 0, canvas.clientWidth, canvas.clientHeight]) });
  if (years.era()) query.set("era", years.era());
  const answer = await replyOf(`/v1/items?${query}`);
  if (now !== round) return;
  if (!answer?.ok) {
    said.textContent = whyNot(answer);
    return;
  }
  learn(answer.body.items);
  features = answer.body.items.filter((item) => item.longitude !== undefined).map((item) => ({
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

filter.elements.text.value = words;
const filtered = () => {
  words = filter.elements.text.value.trim();
  leave();
  load();
};
filter.addEventListener("submit", (event) => {
  event.preventDefault();
  filtered();
});
// Its cross empties the field without a submit.
filter.elements.text.addEventListener("input", (event) => event.target.value || !words || filtered());
let choosing = 0;
const years = makeYears(() => {
  clearTimeout(choosing);
  choosing = setTimeout(filtered, 150);
});
const unfold = document.getElementById("unfold");
unfold.addEventListener("click", () => {
  const isOpen = panel.classList.toggle("open");
  unfold.setAttribute("aria-expanded", String(isOpen));
});

/** Moves a place to the middle of a part of the map. */
const goFree = (longitude, latitude, zoom, part = free()) => {
  const [left, top, right, bottom] = part;
  const side = TILE * 2 ** zoom;
  const x = toX(longitude) + ((canvas.clientWidth - left - right) / 2) / side;
  const y = toY(latitude) + ((canvas.clientHeight - top - bottom) / 2) / side;
  go(toLongitude(middle(x)), toLatitude(Math.min(1, Math.max(0, y))), zoom);
};
/** The zoom from which a group lists its pictures. */
const LISTED_FROM = 16;
const touch = (x, y) => {
  const hits = groups()
    .map((group) => {
      const [gx, gy] = base.onCanvas(...spotOf(group, world()));
      const near = [Math.hypot(gx - x, gy - y) - Math.max(0, radius(group) - 8)];
      for (const feature of group.single.slice(0, 200)) {
        const [fx, fy] = place(...feature.geometry.coordinates);
        near.push(Math.hypot(fx - x, fy - y));
      }
      return [Math.min(...near), group];
    })
    .filter(([distance]) => distance <= 16)
    .sort((a, b) => a[0] - b[0]);
  if (!hits.length) return ask(...ground(x, y));
  const single = hits.flatMap(([, group]) => group.single);
  if (hits.some(([, group]) => group.single.length < group.count) || (single.length > 1 && view.zoom < LISTED_FROM && !isClose(hits[0][1], world()))) {
    const [, group] = hits[0];
    return goFree(toLongitude(group.x), toLatitude(group.y), view.zoom + 2);
  }
  if (single.length > 1) return tellHere(single);
  location.href = `/items/${encodeURIComponent(single[0].id)}`;
  return undefined;
};
const own = document.getElementById("me");
own.hidden = !(navigator.geolocation && isSecureContext);
own.addEventListener("click", () =>
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      me = coords;
      goFree(coords.longitude, coords.latitude, Math.max(16, view.zoom));
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
  if (position && asked.length === 2 && [z, ...asked].every(Number.isFinite)) {
    isPlaced = true;
    return go(asked[1], asked[0], z);
  }
  const points = await whole;
  isPlaced = true;
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
  // Beside the buttons, and above the credits and the scale.
  const part = free();
  const { clientWidth: wide, clientHeight: high } = document.querySelector(".zoomers");
  if (wide > high) part[1] += high;
  else part[2] -= wide;
  part[3] -= CREDITS;
  const room = axes.map((all, axis) =>
    Math.max(EDGE, part[axis + 2] - part[axis] - 2 * EDGE) / (Math.max(...all) - Math.min(...all)));
  // A group's extent is unknown.
  const nearest = points[0].properties.count ? 12 : 17;
  const zoom = Math.min(nearest, Math.log2(Math.min(...room) / TILE));
  return goFree(toLongitude(middle(toX(longitude) + x)), toLatitude(y), zoom, part);
};
/** The limits of the histogram are those of the whole archive. */
const whole = wholeArchive();
let isEmpty = true;
whole.then((points) => (isEmpty = !points.length));
const start = async () => {
  if (location.hash) begin();
  const all = (await whole).map(({ properties }) => properties)
    .flatMap(({ year: one, firstYear = one, lastYear = one }) => [firstYear, lastYear]).filter((one) => one !== undefined);
  if (all.length) {
    years.begin(Math.min(...all), Math.max(...all));
    const [from, to] = (asked.get("era") || "").split("/");
    if (Number.isFinite(Number(from || "no")) && Number.isFinite(Number(to || "no"))) years.choose(Number(from), Number(to));
  }
  isBegun = true;
  await begin();
};
addEventListener("hashchange", begin);
start();
