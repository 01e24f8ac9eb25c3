// An old map of the archive below the page's own map: chosen from those that cover a spot, or the
// one that shows most of the view where nothing else is the ground.
import { answerOf } from "./answer.js";
import { text, withoutYear } from "./text.js";

/** The greatest distance from the middle to the edges of a square that the server draws, metres. */
const FARTHEST = 5000;
/** A share of the largest part that counts as much: of such maps the finer one is taken. */
const NEARLY = 0.9;

// A canvas without a scale, which knows if a point is within an outline.
const pointer = document.createElement("canvas").getContext("2d");

const area = ([left, top, right, bottom]) => Math.max(0, right - left) * Math.max(0, bottom - top);

/**
 * The choice of a map; `draw` redraws the page's own map. With `outlines`, the rings of maps by
 * their names, nothing is drawn beyond them, and a map is the ground if the operator named none.
 */
export const makeOldMap = (canvas, { place, ground, metresPerPixel }, draw, outlines = new Map()) => {
  const choice = document.getElementById("old-map");
  const said = document.getElementById("under-said");
  const credit = document.getElementById("under-credit");
  let sheet = null;
  let laying = "";
  let isGround = Boolean(credit) && !canvas.dataset.tiles;
  // Maps that the server can't draw, and the words for those that it may.
  const useless = new Set();
  const known = new Map();

  const view = () => [0, 0, canvas.clientWidth, canvas.clientHeight];
  /** The rectangle of a map on the canvas; the whole view if its outline isn't known. */
  const boxOf = (id) => {
    if (!outlines.has(id)) return view();
    const points = outlines.get(id).flat().map((position) => place(...position));
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  /** The part of it that is in view. */
  const partOf = (id) => {
    const [box, whole] = [boxOf(id), view()];
    return box.map((side, index) => (index < 2 ? Math.max : Math.min)(side, whole[index]));
  };
  const inView = (id) => outlines.has(id) && area(partOf(id)) > 0;
  /** Its outline on the canvas. */
  const pathOf = (id) => {
    const path = new Path2D();
    for (const ring of outlines.get(id)) {
      ring.forEach((position, index) => path[index ? "lineTo" : "moveTo"](...place(...position)));
      path.closePath();
    }
    return path;
  };
  /** True if some of a map is in view; an oblique one may not be, although its rectangle is. */
  const meets = (id) => {
    const [left, top, right, bottom] = view();
    const isSeen = ([x, y]) => x >= left && x <= right && y >= top && y <= bottom;
    if (outlines.get(id).flat().some((position) => isSeen(place(...position)))) return true;
    const path = pathOf(id);
    return [[left, top], [right, top], [left, bottom], [right, bottom], [(left + right) / 2, (top + bottom) / 2]]
      .some(([x, y]) => pointer.isPointInPath(path, x, y, "evenodd"));
  };
  /** The maps that cover a spot, by their names. */
  const covering = async ([longitude, latitude]) => {
    const answer = await answerOf(`/v1/places?${new URLSearchParams({ latitude, longitude })}`);
    const maps = (answer?.places || []).filter((found) => found.how === "covers" && found.media?.url && !/^https?:/.test(found.media.url.replace(location.origin, "")));
    for (const { id, title, date } of maps) {
      known.set(id, [withoutYear(title || id, date), date].filter(Boolean).join(", "));
    }
    return maps.map(({ id }) => id);
  };
  /** The middle of the smallest map in view: larger maps of the place cover it, too. */
  const finest = () => {
    const [id] = [...outlines.keys()].filter(inView).sort((one, other) => area(boxOf(one)) - area(boxOf(other)));
    const [left, top, right, bottom] = id ? boxOf(id) : [];
    return id && ground((left + right) / 2, (top + bottom) / 2);
  };
  /** Makes the map that shows most of the view the ground. */
  const settle = () => {
    const all = [...choice.options].map(({ value }) => value).filter((id) => inView(id) && meets(id) && !useless.has(id));
    const shown = new Map(all.map((id) => [id, area(partOf(id))]));
    const most = NEARLY * Math.max(...shown.values());
    const [best = ""] = all.filter((id) => shown.get(id) >= most).sort((one, other) => area(boxOf(one)) - area(boxOf(other)));
    choice.value = best;
  };

  const clear = () => {
    sheet = null;
    laying = "";
    said.textContent = "";
    if (credit) credit.hidden = true;
    draw();
  };
  /** Loads the part of the chosen map that is in view. */
  const lay = () => {
    const id = choice.value;
    const part = partOf(id);
    if (!id || !area(part)) return clear();
    const [left, top, right, bottom] = part;
    const middle = ground((left + right) / 2, (top + bottom) / 2).map((value) => value.toFixed(4));
    const reach = Math.min(FARTHEST, Math.max(20, (Math.max(right - left, bottom - top) / 2) * metresPerPixel()));
    // Two digits: a map that is moved as a whole keeps its address.
    const step = 10 ** Math.floor(Math.log10(reach) - 1);
    const radius = Math.min(FARTHEST, Math.ceil(reach / step) * step);
    const address = `/v1/items/${encodeURIComponent(id)}/ground?latitude=${middle[1]}&longitude=${middle[0]}&radius=${radius}`;
    if (address === laying) return undefined;
    laying = address;
    said.textContent = text("The map is drawn …");
    const image = new Image();
    image.addEventListener("load", () => {
      if (laying !== address) return;
      sheet = { id, image, middle: middle.map(Number), radius, strength: isGround ? 0.6 : 1 };
      said.textContent = "";
      if (credit) {
        const link = document.createElement("a");
        [link.href, link.textContent] = [`/items/${encodeURIComponent(id)}`, choice.selectedOptions[0].textContent];
        credit.replaceChildren(link);
        credit.hidden = false;
      }
      draw();
    });
    image.addEventListener("error", () => {
      if (laying !== address) return;
      said.textContent = text("This map shows nothing here.");
      if (!isGround) return;
      useless.add(id);
      settle();
      lay();
    });
    image.src = address;
    return undefined;
  };
  choice.addEventListener("change", () => {
    isGround = false;
    laying = "";
    lay();
  });
  return {
    lay,
    /** True if a map is drawn without being asked for. */
    get isGround() {
      return isGround;
    },
    /** Offers the maps that cover a spot, and those in view. */
    find: async (spot) => {
      const found = await covering(spot);
      const other = isGround && ![...known.keys()].some(inView) && finest();
      if (other) found.push(...(await covering(other)));
      const maps = [...known].filter(([id]) => found.includes(id) || inView(id));
      const chosen = choice.value;
      choice.replaceChildren(choice.options[0], ...maps.map(([id, words]) => new Option(words, id)));
      choice.value = maps.some(([id]) => id === chosen) ? chosen : "";
      if (isGround) settle();
      document.getElementById("under").hidden = maps.length === 0;
    },
    /** Draws the chosen map. */
    paint: (pen) => {
      if (!sheet) return;
      const [x, y] = place(...sheet.middle);
      const side = (2 * sheet.radius) / metresPerPixel();
      pen.save();
      if (outlines.has(sheet.id)) pen.clip(pathOf(sheet.id), "evenodd");
      pen.globalAlpha = sheet.strength;
      pen.drawImage(sheet.image, x - side / 2, y - side / 2, side, side);
      pen.restore();
    },
  };
};
