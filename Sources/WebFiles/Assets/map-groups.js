// The map's pictures in groups: one for each cell of a grid, at any zoom.
import { toX, toY } from "./ground.js";

/** The side of a cell at whole zooms, pixels; between them it grows up to twice. */
const CELL = 64;
const CELLS = 256 / CELL;

/** The number of cells across the world. */
const across = (zoom) => CELLS * 2 ** Math.max(0, Math.floor(zoom));

const tenths = (value) => String(value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value));
/** A short count, such as 38, 1.2k or 12k. */
export const short = (count) => (count < 1000 ? String(count) : count < 1e6 ? `${tenths(count / 1000)}k` : `${tenths(count / 1e6)}M`);
/** The radius of a group's circle, pixels: its count fits into it. */
export const radius = ({ count }) => (count === 1 ? 8 : 11 + 4 * short(count).length);

/**
 * Groups pictures by the cells of a zoom's grid. A group has its mean place, its count, and its
 * single pictures.
 */
export const grouped = (features, zoom) => {
  const cells = new Map();
  const size = across(zoom);
  for (const feature of features) {
    if (feature.geometry.type !== "Point") continue;
    const [longitude, latitude] = feature.geometry.coordinates;
    const [x, y] = [toX(longitude), toY(latitude)];
    const [column, row] = [Math.floor(x * size), Math.floor(y * size)];
    const key = row * size + column;
    const { count = 1 } = feature.properties;
    let group = cells.get(key);
    if (!group) cells.set(key, (group = { x: 0, y: 0, count: 0, single: [], column, row, size, box: [x, y, x, y] }));
    group.x += x * count;
    group.y += y * count;
    group.count += count;
    const { box } = group;
    group.box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
    if (feature.properties.what !== "cluster") group.single.push(feature);
  }
  const groups = [...cells.values()];
  for (const group of groups) {
    group.x /= group.count;
    group.y /= group.count;
  }
  return groups;
};

/**
 * A group's place in the world on a map of `world` pixels: its mean, moved into its cell. So no two
 * counts overlap.
 */
export const spotOf = (group, world) => {
  if (group.count === 1) return [group.x, group.y];
  const { size, column, row } = group;
  const play = Math.max(0, 0.5 - ((radius(group) + 1) * size) / world);
  const within = (value, middle) => Math.min(middle + play, Math.max(middle - play, value * size)) / size;
  return [within(group.x, column + 0.5), within(group.y, row + 0.5)];
};

/** True if the group's pictures lie so close that two steps of zoom don't separate them. */
export const isClose = (group, world) =>
  group.single.length === group.count && Math.max(group.box[2] - group.box[0], group.box[3] - group.box[1]) * world < CELL / 4;
