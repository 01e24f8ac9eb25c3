// Asks before photos are deleted permanently, and shows the photos that this browser sent.
import { answerOf } from "./answer.js";
import { Selecting } from "./select.js";
import { locale, text } from "./text.js";
import { Viewer } from "./viewer.js";

const grid = document.querySelector(".photos");
/** The shown photos, for the viewer. */
const views = () =>
  [...grid.children].map((item) => {
    const link = item.querySelector("a");
    const { picture: id } = item.dataset;
    return {
      id, page: link.pathname, small: link.querySelector("img").src, large: `/v1/photos/${id}/clean`, title: link.textContent.trim(),
      actions: [[text("Then and now"), link.pathname], [text("Download"), `/v1/photos/${id}/clean`, true]],
    };
  });
const viewer = grid && new Viewer(grid, { pictures: views, item: (id) => grid.querySelector(`[data-picture="${CSS.escape(id)}"]`) });

const own = document.getElementById("own");
if (own) {
  let ids = [];
  try {
    ids = JSON.parse(localStorage.getItem("timewalk.photos") || "[]");
  } catch {
    // Without storage, there are no photos to show.
  }
  const show = async () => {
    const photos = await Promise.all(ids.slice(0, 60).map((id) => answerOf(`/v1/photos/${encodeURIComponent(id)}`)));
    for (const [index, photo] of photos.entries()) {
      if (!photo) continue;
      const id = encodeURIComponent(ids[index]);
      const item = document.createElement("li");
      item.className = "card";
      item.dataset.picture = ids[index];
      const link = document.createElement("a");
      link.href = `/photos/${id}`;
      const picture = document.createElement("img");
      picture.src = `/photos/${id}/thumbnail`;
      picture.alt = "";
      picture.loading = "lazy";
      const day = (photo.captured || photo.submitted).slice(0, 10);
      const words = document.createElement("span");
      words.className = "words";
      words.textContent = new Date(`${day}T12:00:00Z`).toLocaleDateString(locale, { dateStyle: "long" });
      link.append(picture, words);
      item.append(link);
      own.append(item);
    }
    document.getElementById("own-none").hidden = own.children.length > 0;
    viewer.restore();
  };
  show();
}

// Tabs tell each other of deletions. A page to which a form redirected is the first to know.
if (globalThis.BroadcastChannel) {
  const tabs = new BroadcastChannel("timewalk-library");
  if (performance.getEntriesByType("navigation")[0]?.redirectCount) tabs.postMessage("changed");
  tabs.addEventListener("message", () => {
    // What is ticked isn't lost; the server refuses a photo that is gone.
    if (!document.querySelector("#chosen input:checked")) location.reload();
  });
}

const chosen = document.getElementById("chosen");
if (chosen) {
  const buttons = chosen.querySelectorAll("button[type=submit]");
  const count = document.getElementById("chosen-count");
  const draw = (number) => {
    for (const button of buttons) button.disabled = !number;
    if (!count) return;
    count.textContent = number ? text("Chosen: %1", number) : "";
    count.parentElement.classList.toggle("is-empty", !number);
  };
  const selecting = new Selecting(grid, { changed: draw });
  // A browser that goes back keeps the ticks.
  for (const box of grid.querySelectorAll(":checked")) selecting.choose([box.closest("li")], true);
  draw(selecting.chosen.size);
  viewer.restore();
}
