// The rows of the list beside the map: pictures with their thumbnails, and clusters.
import { text, withoutYear } from "./text.js";

export const buttonRow = (words, act) => {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", act);
  item.append(button);
  return item;
};

/**
 * Makes the rows of a list. `mark` marks a picture on the map, and `nearer` shows a cluster.
 */
export const makeRows = (list, { mark, nearer }) => {
  // The pictures of items by their names; `null` for those that are known to have none here.
  const faces = new Map();
  const year = ({ date, year: plain }) => (plain !== undefined ? String(plain) : date || text("undated"));
  /** The thumbnail of an item; empty if it has none, or none is known yet. */
  const face = (id) => {
    const frame = document.createElement("span");
    frame.className = "face";
    frame.dataset.item = id;
    if (faces.get(id)) {
      const image = new Image(88, 66);
      Object.assign(image, { alt: "", loading: "lazy", decoding: "async", src: `${faces.get(id)}?side=160` });
      frame.append(image);
    }
    return frame;
  };
  /** Adds the thumbnails that are known by now; items with one come first. */
  const showFaces = () => {
    for (const frame of list.querySelectorAll(".face:empty")) {
      if (faces.get(frame.dataset.item)) frame.replaceWith(face(frame.dataset.item));
    }
    const focused = document.activeElement;
    const rows = [...list.children].filter((row) => row.querySelector(".face img"));
    if (rows.some((row, index) => row !== list.children[index])) list.prepend(...rows);
    if (list.contains(focused)) focused.focus();
  };
  /** Notes which items have a picture on this server. */
  const learn = (items) => {
    for (const { id, media } of items) {
      const path = media?.url?.replace(location.origin, "");
      faces.set(id, path?.startsWith("/") ? path : null);
    }
  };
  const row = ({ id, title, when }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `/items/${encodeURIComponent(id)}`;
    link.append(face(id));
    const chip = document.createElement("span");
    chip.className = "chip";
    chip.textContent = when;
    const name = document.createElement("bdi");
    name.textContent = withoutYear(title || id, when);
    const words = document.createElement("span");
    words.append(chip, name);
    link.append(words);
    link.addEventListener("focus", () => mark(id));
    link.addEventListener("pointerenter", () => mark(id));
    item.append(link);
    return item;
  };
  const groupRow = (feature) => {
    const { count, firstYear, lastYear } = feature.properties;
    const span = firstYear === undefined ? "" : firstYear === lastYear ? `, ${firstYear}` : `, ${firstYear}–${lastYear}`;
    return buttonRow(text("%1 pictures%2: zoom in", count, span), () => nearer(...feature.geometry.coordinates));
  };
  return {
    showFaces,
    learn,
    groupRow,
    /** True if it is known whether an item has a picture. */
    isKnown: ({ id }) => faces.has(id),
    /** Notes that the others have none. */
    giveUp: (features) => features.forEach(({ id }) => faces.has(id) || faces.set(id, null)),
    /** The row of a feature of the map. */
    rowOf: ({ id, properties }) => row({ id, title: properties.title, when: year(properties) }),
    /** The row of an item of the archive's list. */
    rowOfItem: ({ id, title, date }) => row({ id, title, when: (date || text("undated")).replace("/", "–") }),
  };
};
