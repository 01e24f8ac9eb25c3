// Asks before photos are deleted permanently, and shows the photos that this browser sent.
import { answerOf } from "./answer.js";
import { locale } from "./text.js";

const own = document.getElementById("own");
if (own) {
  let ids = [];
  try {
    ids = JSON.parse(localStorage.getItem("timewalk.photos") || "[]");
  } catch {
    // Without storage, there are no photos to show.
  }
  const show = async () => {
    let count = 0;
    for (const id of ids.slice(0, 60)) {
      const photo = await answerOf(`/v1/photos/${encodeURIComponent(id)}`);
      if (!photo) continue;
      count += 1;
      const item = document.createElement("li");
      item.className = "card";
      const link = document.createElement("a");
      link.href = `/photos/${encodeURIComponent(id)}`;
      const picture = document.createElement("img");
      picture.src = `/photos/${encodeURIComponent(id)}/thumbnail`;
      picture.alt = "";
      picture.loading = "lazy";
      const day = (photo.captured || photo.submitted).slice(0, 10);
      link.append(picture, new Date(`${day}T12:00:00Z`).toLocaleDateString(locale, { dateStyle: "long" }));
      item.append(link);
      own.append(item);
    }
    document.getElementById("own-none").hidden = count > 0;
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
  const count = () => chosen.querySelectorAll("input:checked").length;
  const draw = () => buttons.forEach((button) => (button.disabled = count() === 0));
  chosen.addEventListener("change", draw);
  draw();
}
