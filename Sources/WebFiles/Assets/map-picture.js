// The content of the archive's map: dots, cones at high zooms, outlines of maps, a spot, and the
// reader's own place.
const CONES_FROM = 15.5;

export const polygons = ({ geometry }) => (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates);
const short = (count) => (count < 1000 ? String(count) : count < 1e6 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1e6)}M`);
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
export const makePicture = (canvas, { view, place, metresPerPixel, color, pencil, cone, land, graticule, cross, scale }) => {
  let last = null;
  const draw = (told) => {
    last = told;
    const { features, marked, spot, me } = told;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const pen = pencil();
    const [ink, quiet, line, amber, blue, paper, onChip] = ["--ink", "--quiet", "--line", "--amber", "--blue", "--raised", "--chip-ink"].map(color);
    pen.fillStyle = paper;
    pen.fillRect(0, 0, width, height);
    land(pen, width, height, blue, paper, () => draw(last));
    graticule(pen, width, height, line, quiet, paper);
    pen.font = "600 15px system-ui, sans-serif";
    for (const feature of features) {
      if (feature.geometry.type === "Point") continue;
      pen.strokeStyle = quiet;
      pen.setLineDash([6, 4]);
      for (const ring of polygons(feature).flat()) {
        pen.beginPath();
        ring.forEach((position, index) => pen[index ? "lineTo" : "moveTo"](...place(...position)));
        pen.stroke();
      }
      pen.setLineDash([]);
    }
    const near = view.zoom >= CONES_FROM;
    for (const feature of features) {
      if (feature.geometry.type !== "Point" || feature.properties.what === "cluster") continue;
      const [x, y] = place(...feature.geometry.coordinates);
      const { heading: to, fieldOfView: wide } = feature.properties;
      if (near && to !== undefined) cone(pen, x, y, to, wide, amber);
    }
    for (const feature of features) {
      if (feature.geometry.type !== "Point") continue;
      const [x, y] = place(...feature.geometry.coordinates);
      const { count } = feature.properties;
      pen.fillStyle = amber;
      pen.strokeStyle = paper;
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(x, y, count ? Math.min(28, 12 + 3 * Math.log10(count) ** 1.5) : 7, 0, 7);
      pen.fill();
      pen.stroke();
      if (count) {
        pen.fillStyle = onChip;
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        pen.fillText(short(count), x, y + 1);
      }
      if (marked && feature.id === marked) {
        pen.strokeStyle = ink;
        pen.lineWidth = 3;
        pen.beginPath();
        pen.arc(x, y, 12, 0, 7);
        pen.stroke();
      }
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
    scale(pen, height, ink, paper);
  };
  return draw;
};
