// An old map of the archive below the page's own map, chosen from those that cover a spot.
import { answerOf } from "./answer.js";
import { text } from "./text.js";

/** The choice of a map; `draw` redraws the page's own map. */
export const makeOldMap = (canvas, { place, ground, metresPerPixel }, draw) => {
  const choice = document.getElementById("old-map");
  const said = document.getElementById("under-said");
  let sheet = null;
  let laying = "";
  /** Loads the part of the chosen map that is in view. */
  const lay = () => {
    if (!choice.value) {
      sheet = null;
      said.textContent = "";
      laying = "";
      return draw();
    }
    const [longitude, latitude] = ground(canvas.clientWidth / 2, canvas.clientHeight / 2);
    const radius = Math.round(Math.min(5000, Math.max(20, (Math.max(canvas.clientWidth, canvas.clientHeight) / 2) * metresPerPixel())));
    const address = `/v1/items/${encodeURIComponent(choice.value)}/ground?latitude=${latitude.toFixed(6)}&longitude=${longitude.toFixed(6)}&radius=${radius}`;
    if (address === laying) return undefined;
    laying = address;
    said.textContent = text("The map is drawn …");
    const image = new Image();
    image.addEventListener("load", () => {
      if (laying !== address) return;
      sheet = { image, middle: [longitude, latitude], radius };
      said.textContent = "";
      draw();
    });
    image.addEventListener("error", () => {
      if (laying === address) said.textContent = text("This map shows nothing here.");
    });
    image.src = address;
    return undefined;
  };
  choice.addEventListener("change", lay);
  return {
    lay,
    /** Offers the maps that cover a spot. */
    find: async ([longitude, latitude]) => {
      const answer = await answerOf(`/v1/places?${new URLSearchParams({ latitude, longitude })}`);
      const maps = (answer?.places || []).filter((found) => found.how === "covers" && found.media?.url && !/^https?:/.test(found.media.url.replace(location.origin, "")));
      const chosen = choice.value;
      choice.replaceChildren(choice.options[0], ...maps.map((found) => new Option([found.title || found.id, found.date].filter(Boolean).join(", "), found.id)));
      choice.value = maps.some((found) => found.id === chosen) ? chosen : "";
      document.getElementById("under").hidden = maps.length === 0;
    },
    /** Draws the chosen map. */
    paint: (pen) => {
      if (!sheet) return;
      const [x, y] = place(...sheet.middle);
      const side = (2 * sheet.radius) / metresPerPixel();
      pen.drawImage(sheet.image, x - side / 2, y - side / 2, side, side);
    },
  };
};
