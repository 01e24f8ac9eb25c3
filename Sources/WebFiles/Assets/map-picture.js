// The content of the archive's map: pictures and their groups, cones at high zooms, the chosen old
// map's outline, a spot, and the reader's own place.
import { radius, short, spotOf } from "./map-groups.js";

export const CONES_FROM = 15.5;
/** The most cones at a time. */
const MOST_CONES = 400;

export const polygons = ({ geometry }) => (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates);
const ring = (pen, x, y, blue) => {
  pen.strokeStyle = blue;
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(x, y, 10, 0, 7);
  pen.moveTo(x, y - 16);
  pen.lineTo(x, y - 4);
  pen.moveTo(x, y + 4);
  pen.lineTo(x, y + 16);
  pen.stroke();
};

/** Draws all of it on a canvas; the returned function redraws. */
export const makePicture = (canvas, { view, world, place, onCanvas, metresPerPixel, color, pencil, cone, land, graticule, cross, scale }) => {
  let last = null;
  const draw = (told) => {
    last = told;
    const { groups, features, marked, spot, me, part, oldMap } = told;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const pen = pencil();
    const [ink, quiet, line, amber, blue, paper, onChip] = ["--ink", "--quiet", "--line", "--amber", "--blue", "--raised", "--chip-ink"].map(color);
    pen.fillStyle = paper;
    pen.fillRect(0, 0, width, height);
    land(pen, width, height, blue, paper, () => draw(last));
    oldMap.paint(pen);
    graticule(pen, width, height, line, quiet, paper, part);
    const isNear = (x, y, edge) => x > -edge && y > -edge && x < width + edge && y < height + edge;
    for (const feature of features) {
      if (feature.geometry.type === "Point" || feature.id !== marked) continue;
      pen.strokeStyle = quiet;
      pen.lineWidth = 2;
      pen.setLineDash([6, 4]);
      for (const ring of polygons(feature).flat()) {
        pen.beginPath();
        ring.forEach((position, index) => pen[index ? "lineTo" : "moveTo"](...place(...position)));
        pen.stroke();
      }
      pen.setLineDash([]);
    }
    let cones = 0;
    for (const { single } of view.zoom >= CONES_FROM ? groups : []) {
      for (const { geometry, properties } of single) {
        const [x, y] = place(...geometry.coordinates);
        if (properties.heading === undefined || !isNear(x, y, 56) || (cones += 1) > MOST_CONES) continue;
        cone(pen, x, y, properties.heading, properties.fieldOfView, amber);
      }
    }
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = "700 16px system-ui, sans-serif";
    for (const group of groups) {
      const [x, y] = onCanvas(...spotOf(group, world()));
      if (!isNear(x, y, 32)) continue;
      const size = radius(group);
      pen.fillStyle = amber;
      pen.strokeStyle = paper;
      pen.lineWidth = 3;
      pen.beginPath();
      pen.arc(x, y, size, 0, 7);
      pen.fill();
      pen.stroke();
      if (group.count > 1) {
        pen.fillStyle = onChip;
        pen.fillText(short(group.count), x, y + 1);
      }
      if (!marked || !group.single.some(({ id }) => id === marked)) continue;
      pen.strokeStyle = ink;
      pen.beginPath();
      pen.arc(x, y, size + 5, 0, 7);
      pen.stroke();
    }
    if (spot) ring(pen, ...place(...spot), blue);
    if (me) {
      const [x, y] = place(me.longitude, me.latitude);
      pen.strokeStyle = blue;
      pen.lineWidth = 1.5;
      pen.setLineDash([4, 3]);
      pen.beginPath();
      pen.arc(x, y, Math.max(8, me.accuracy / metresPerPixel()), 0, 7);
      pen.stroke();
      pen.setLineDash([]);
      pen.fillStyle = blue;
      pen.beginPath();
      pen.arc(x, y, 7, 0, 7);
      pen.fill();
    }
    cross(pen, width, height, quiet);
    pen.translate(part[0], 0);
    scale(pen, part[3], ink, paper);
  };
  return draw;
};
