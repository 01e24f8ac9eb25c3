// Our own map in Web Mercator: the positions of places on a canvas, and the parts common to all
// maps.
import { locale, text } from "./text.js";

export const TILE = 256;
export const NEAREST = 20;
// Web Mercator, the whole world from 0 to 1 in both directions.
export const toX = (longitude) => (longitude + 180) / 360;
export const toY = (latitude) => {
  const sine = Math.sin((Math.min(85, Math.max(-85, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};
export const toLongitude = (x) => x * 360 - 180;
export const toLatitude = (y) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
export const middle = (x) => x - Math.floor(x);

// At higher zooms the coasts would be visibly wrong.
const COASTS_BEFORE = 9;
// The coasts as a path in Web Mercator, fetched when needed.
let coasts = null;
const coming = () =>
  import("./coast.js").then((module) => {
    coasts = new Path2D();
    for (const ring of module.coasts) {
      for (let index = 0; index < ring.length; index += 2) {
        coasts[index ? "lineTo" : "moveTo"](toX(ring[index]), toY(ring[index + 1]));
      }
      coasts.closePath();
    }
  }, () => {});

// Tiles by their address, the latest last, and the greatest number kept.
const tiles = new Map();
const MOST_TILES = 256;
let next = 0;
const tile = (address, again) => {
  let image = tiles.get(address);
  tiles.delete(address);
  if (!image) {
    image = new Image();
    // Tile servers require the site's name; no more is sent.
    image.referrerPolicy = "origin";
    // Many arrive together: they are drawn once.
    image.onload = () => (next ||= requestAnimationFrame(() => {
      next = 0;
      again();
    }));
    image.src = address;
  }
  tiles.set(address, image);
  if (tiles.size > MOST_TILES) tiles.delete(tiles.keys().next().value);
  return image.complete && image.naturalWidth ? image : null;
};
const isDark = matchMedia("(prefers-color-scheme: dark)");

/** A map on a canvas; `view` is its middle and its zoom. */
export const makeGround = (canvas) => {
  const view = { x: 0.5, y: 0.4, zoom: 2 };
  const world = () => TILE * 2 ** view.zoom;
  const onCanvas = (x, y) => {
    // The copy of the world that is nearest to the middle.
    let dx = x - view.x;
    dx -= Math.round(dx);
    return [canvas.clientWidth / 2 + dx * world(), canvas.clientHeight / 2 + (y - view.y) * world()];
  };
  const place = (longitude, latitude) => onCanvas(toX(longitude), toY(latitude));
  const ground = (x, y) => [
    toLongitude(middle(view.x + (x - canvas.clientWidth / 2) / world())),
    toLatitude(Math.min(1, Math.max(0, view.y + (y - canvas.clientHeight / 2) / world()))),
  ];
  const metresPerPixel = () => (40075016.7 * Math.cos((toLatitude(view.y) * Math.PI) / 180)) / world();

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  /** The drawing context, in the canvas's own pixels. */
  const pencil = () => {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return pen;
  };
  const cone = (pen, x, y, to, wide, amber, reach = 56) => {
    const turn = ((to - 90) * Math.PI) / 180;
    const half = (((wide ?? 0) / 2) * Math.PI) / 180;
    pen.strokeStyle = amber;
    pen.fillStyle = amber;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x, y);
    if (half) pen.arc(x, y, reach, turn - half, turn + half);
    else pen.lineTo(x + reach * Math.cos(turn), y + reach * Math.sin(turn));
    pen.closePath();
    pen.globalAlpha = 0.25;
    pen.fill();
    pen.globalAlpha = 1;
    pen.stroke();
  };
  /** The operator's tiles, redrawn as they arrive. */
  const tiled = (pen, width, height, template, again) => {
    const [least, most] = canvas.dataset.zooms.split(" ").map(Number);
    const zoom = Math.min(most, Math.max(least, Math.round(view.zoom)));
    // From far away, tiles of a town would be small and many.
    if (view.zoom < zoom - 3) return;
    const count = 2 ** zoom;
    const side = world() / count;
    const [left, top] = [view.x * count - width / 2 / side, view.y * count - height / 2 / side];
    pen.globalAlpha = isDark.matches ? 0.5 : 1;
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(count, top + height / side); row += 1) {
      for (let column = Math.floor(left); column < left + width / side; column += 1) {
        const address = template.replace("{z}", zoom).replace("{x}", ((column % count) + count) % count).replace("{y}", row);
        const image = tile(address, again);
        // Half a pixel more avoids a seam between two.
        if (image) pen.drawImage(image, (column - left) * side, (row - top) * side, side + 0.5, side + 0.5);
      }
    }
    pen.globalAlpha = 1;
  };
  /** Sea and land, on a background of land; redrawn when more data arrive. */
  const land = (pen, width, height, sea, paper, again) => {
    coast(pen, width, height, sea, paper, again);
    if (canvas.dataset.tiles) tiled(pen, width, height, canvas.dataset.tiles, again);
  };
  const coast = (pen, width, height, sea, paper, again) => {
    if (view.zoom >= COASTS_BEFORE) return;
    if (!coasts) {
      coming().then(() => coasts && again());
      return;
    }
    pen.globalAlpha = 0.22;
    pen.fillStyle = sea;
    pen.fillRect(0, 0, width, height);
    pen.globalAlpha = 1;
    pen.fillStyle = paper;
    const copies = Math.ceil(width / world() / 2 + 0.5);
    for (let copy = -copies; copy <= copies; copy += 1) {
      pen.save();
      pen.translate(width / 2 + (copy - view.x) * world(), height / 2 - view.y * world());
      pen.scale(world(), world());
      pen.fill(coasts, "evenodd");
      pen.restore();
    }
  };
  // Enough meridians and parallels for one to be always visible. A pale rim separates their names
  // from the map.
  const graticule = (pen, width, height, line, quiet, paper, part = [0, 0, width, height]) => {
    // Names stand in the part of the map that nothing covers.
    const corner = canvas.parentElement.querySelector(".zoomers");
    const end = corner ? corner.offsetLeft - 4 : width;
    const degrees = (360 * width) / world();
    const steps = [60, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002];
    const step = steps.find((value) => value <= degrees / 2) || 0.0001;
    const [west, north] = [toLongitude(view.x) - degrees / 2, ground(0, 0)[1]];
    const south = ground(0, height)[1];
    const label = (value, plus, minus) => {
      const places = Math.max(0, Math.ceil(-Math.log10(step)));
      return `${Math.abs(value).toLocaleString(locale, { minimumFractionDigits: places, maximumFractionDigits: places })}° ${value < 0 ? minus : value > 0 ? plus : ""}`;
    };
    const named = (name, x, y) => {
      [pen.strokeStyle, pen.lineWidth] = [paper, 3];
      pen.strokeText(name, x, y);
      pen.fillText(name, x, y);
      [pen.strokeStyle, pen.lineWidth] = [line, 1];
    };
    [pen.strokeStyle, pen.lineWidth] = [line, 1];
    pen.fillStyle = quiet;
    pen.lineJoin = "round";
    pen.font = "13px system-ui, sans-serif";
    pen.textAlign = "left";
    pen.textBaseline = "top";
    for (let value = Math.ceil(west / step) * step; value < west + degrees; value += step) {
      const x = width / 2 + (toX(value) - view.x) * world();
      pen.beginPath();
      pen.moveTo(x, 0);
      pen.lineTo(x, height);
      pen.stroke();
      const name = label(((((value + 180) % 360) + 360) % 360) - 180, text("E"), text("W"));
      if (x >= part[0] && x + 4 + pen.measureText(name).width < end) named(name, x + 4, 4);
    }
    for (let value = Math.ceil(south / step) * step; value < north; value += step) {
      const y = height / 2 + (toY(value) - view.y) * world();
      pen.beginPath();
      pen.moveTo(0, y);
      pen.lineTo(width, y);
      pen.stroke();
      // Above the scale.
      if (y > 30 && y < part[3] - 60) named(label(value, text("N"), text("S")), part[0] + 4, y + 2);
    }
  };
  const scale = (pen, height, ink, paper) => {
    const bars = [1, 2, 5].flatMap((digit) => [...Array(8).keys()].map((power) => digit * 10 ** power)).sort((a, b) => a - b);
    const bar = bars.filter((metres) => metres / metresPerPixel() <= 120).pop() || 1;
    const length = bar / metresPerPixel();
    pen.fillStyle = paper;
    pen.globalAlpha = 0.9;
    pen.fillRect(8, height - 40, Math.max(length, 48) + 16, 32);
    pen.globalAlpha = 1;
    pen.strokeStyle = ink;
    pen.fillStyle = ink;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(16, height - 20);
    pen.lineTo(16, height - 14);
    pen.lineTo(16 + length, height - 14);
    pen.lineTo(16 + length, height - 20);
    pen.stroke();
    pen.textAlign = "left";
    pen.textBaseline = "bottom";
    pen.fillText(bar >= 1000 ? `${bar / 1000} km` : `${bar} m`, 16, height - 18);
  };
  /** The middle of a map that is used by keys: Enter queries it. */
  const cross = (pen, width, height, ink) => {
    if (document.activeElement !== canvas) return;
    pen.strokeStyle = ink;
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      pen.moveTo(width / 2 + 6 * dx, height / 2 + 6 * dy);
      pen.lineTo(width / 2 + 14 * dx, height / 2 + 14 * dy);
    }
    pen.stroke();
  };

  return { view, world, onCanvas, place, ground, metresPerPixel, color, pencil, cone, land, graticule, cross, scale };
};
