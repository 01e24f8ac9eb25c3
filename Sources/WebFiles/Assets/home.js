// Sends photos, and asks for the place of those that have none. Without this script, the form sends
// one photo.
import { Lines } from "./sender-lines.js";
import { text } from "./text.js";

// The link of Scripts/serve has the token in its fragment, which browsers don't send. Users still
// sign in themselves: otherwise a stranger's link could sign them in unnoticed.
const given = new URLSearchParams(location.hash.slice(1)).get("token");
if (given) {
  history.replaceState(null, "", location.pathname);
  const field = document.querySelector("form.sign input[name=token]");
  if (field) {
    field.value = given;
    field.form.querySelector("button").focus();
  }
}

// The old picture covers the photo up to the slider.
const hero = document.getElementById("hero");
const slider = hero.querySelector("input");
slider.hidden = false;
slider.addEventListener("input", () => hero.style.setProperty("--at", `${slider.value}%`));

const form = document.getElementById("send");
if (form) {
  document.documentElement.classList.add("live");
  const details = form.querySelector("details");
  const home = details.parentElement;
  const after = details.nextElementSibling;
  const use = document.getElementById("use");
  document.getElementById("choose").multiple = true;
  form.querySelector(".drop").hidden = false;
  details.addEventListener("toggle", () => details.open && import("./place.js"));

  const names = ["latitude", "longitude", "heading", "fieldOfView", "era"];
  /** The fields' values; `null` for empty ones. */
  const fields = () =>
    Object.fromEntries(names.map((name) => [name, form.elements[name].value.trim().replace(/^([-+]?\d+),(\d+)$/, "$1.$2") || null]));
  const fill = (pose) => {
    for (const name of names) form.elements[name].value = pose[name] ?? "";
    form.dispatchEvent(new Event("input"));
  };

  /** Chosen or placed in this page: only these move it, and lead to their pages. */
  const mine = new Set();
  /** The photo whose place is asked for: the fields are in its line. */
  let asked = null;
  const ask = (photo, line) => {
    asked = { photo, line };
    fill(photo.pose);
    line.actions.before(details);
    details.open = true;
    use.hidden = false;
    // A photo of an earlier visit doesn't move the page.
    if (!mine.has(photo.id)) return;
    line.item.scrollIntoView({ block: "start" });
    line.said.tabIndex = -1;
    line.said.focus({ preventScroll: true });
  };
  const lines = new Lines(document.getElementById("sent"), {
    sent: ({ id, photo }) => {
      const address = `/photos/${encodeURIComponent(photo)}`;
      if (mine.has(id) && lines.size === 1) location.href = address;
      const link = document.createElement("a");
      link.href = address;
      link.textContent = text("Then and now");
      return [`✓ ${text("Done:")} `, link];
    },
    ask: (photo, line, isWanted) => {
      if (isWanted) mine.add(photo.id);
      if (isWanted || !asked) ask(photo, line);
    },
    left: (line) => {
      if (asked?.line !== line) return;
      asked = null;
      details.open = false;
      use.hidden = true;
      home.insertBefore(details, after);
      const next = [...lines.lines.values()].find((other) => other !== line && other.photo.state === "placeless");
      if (next) ask(next.photo, next);
    },
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!asked) return;
    const { photo } = asked;
    const pose = fields();
    const missing = ["latitude", "longitude"].find((name) => !pose[name]);
    if (missing) {
      form.elements[missing].focus();
      return;
    }
    // They are of this photo, and of no other.
    fill({});
    mine.add(photo.id);
    await lines.sender.retry(photo, pose);
  });

  const take = async (files) => {
    const pose = Object.fromEntries(Object.entries(fields()).filter(([, value]) => value));
    for (const file of [...files]) mine.add(await lines.add(file, pose));
  };
  for (const input of document.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => {
      take(input.files);
      input.value = "";
    });
  }
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    take(event.dataTransfer.files);
  });
  const here = document.getElementById("here");
  const said = document.getElementById("here-said");
  if (navigator.geolocation && isSecureContext) {
    here.hidden = false;
    here.addEventListener("click", () => {
      said.textContent = text("Looking for your place …");
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          form.elements.latitude.value = coords.latitude.toFixed(6);
          form.elements.longitude.value = coords.longitude.toFixed(6);
          form.elements.longitude.dispatchEvent(new Event("change", { bubbles: true }));
          said.textContent = text("Accurate to %1", `${Math.round(coords.accuracy)} m`);
        },
        () => (said.textContent = text("The browser doesn't share your place.")),
        { enableHighAccuracy: true, timeout: 15000 },
      );
    });
  }
}
