// Sends photos one by one, each with its progress. Without this script, the form sends one photo.
import { step, text } from "./text.js";

/**
 * Ids of photos that this browser sent; /library shows them to users without the right to see all.
 */
function remember(id) {
  try {
    const known = JSON.parse(localStorage.getItem("timewalk.photos") || "[]").filter((other) => other !== id);
    localStorage.setItem("timewalk.photos", JSON.stringify([id, ...known].slice(0, 500)));
  } catch {
    // Without storage, that list is empty.
  }
}

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
  const list = document.getElementById("sent");
  const details = form.querySelector("details");
  document.getElementById("choose").multiple = true;
  form.querySelector(".drop").hidden = false;

  const makeBar = () => {
    const bar = document.createElement("progress");
    bar.max = 1;
    bar.value = 0;
    bar.setAttribute("aria-label", text("Progress"));
    return bar;
  };
  const line = (name) => {
    const item = document.createElement("li");
    const title = document.createElement("bdi");
    title.textContent = name;
    const said = document.createElement("span");
    item.append(title, " ", said);
    list.append(item);
    return { item, said };
  };
  /** A button that sends the file once more, perhaps with the place that was entered meanwhile. */
  const offerAgain = (file, row) => {
    const again = document.createElement("button");
    again.type = "button";
    again.className = "button";
    again.textContent = text("Try again");
    again.addEventListener("click", () => {
      again.remove();
      row.said.tabIndex = -1;
      row.said.focus({ preventScroll: true });
      under = under.then(async () => {
        const id = await send(file, row);
        if (id && list.children.length === 1) location.href = `/photos/${encodeURIComponent(id)}`;
      });
    });
    row.item.append(" ", again);
  };

  const fields = () => {
    const query = new URLSearchParams();
    for (const name of ["latitude", "longitude", "heading", "era"]) {
      const value = form.elements[name].value.trim().replace(/^([-+]?\d+),(\d+)$/, "$1.$2");
      if (value) query.set(name, value);
    }
    return query;
  };

  /** Sends one file; resolves to its id, or to nothing if it was refused. */
  const send = (file, row = line(file.name)) =>
    new Promise((resolve) => {
      const { said, item } = row;
      const bar = makeBar();
      said.before(bar);
      item.className = "";
      const token = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2) + Date.now();
      const query = fields();
      query.set("progressToken", token);
      const news = new EventSource(`/v1/stream?progressToken=${encodeURIComponent(token)}`);
      news.addEventListener("progress", (event) => {
        const state = JSON.parse(event.data);
        if (state.state === "queued") said.textContent = text("It waits for its turn.");
        if (state.state === "step") {
          bar.max = state.total;
          bar.value = state.number;
          said.textContent = step(state);
        }
      });
      const request = new XMLHttpRequest();
      request.open("POST", `/v1/photos?${query}`);
      request.setRequestHeader("Content-Type", "application/octet-stream");
      request.setRequestHeader("Accept", "application/json");
      request.upload.addEventListener("progress", (event) => {
        if (!event.lengthComputable) return;
        bar.value = event.loaded / event.total;
        said.textContent = text("%1 % sent", Math.floor((100 * event.loaded) / event.total));
      });
      request.addEventListener("loadend", () => {
        news.close();
        bar.remove();
        let answer = {};
        try {
          answer = JSON.parse(request.responseText);
        } catch {
          // A missing answer means a broken connection.
        }
        if (request.status === 200 || request.status === 201) {
          const id = answer.photo.id;
          remember(id);
          const link = document.createElement("a");
          link.href = `/photos/${encodeURIComponent(id)}`;
          link.textContent = text("Then and now");
          said.className = "done";
          said.replaceChildren(`✓ ${text("Done:")} `, link);
          resolve(id);
        } else {
          item.className = "failed";
          const why = {
            positionMissing: "The photo doesn't say where it was taken",
            unsupportedFormat: "This file isn't a readable photo",
            imageDamaged: "This file isn't a readable photo",
            limitExceeded: "That is too large",
            busy: "Too much at once",
          }[answer.code];
          // Another try can't help a file that isn't a photo, or is too large.
          if (!["unsupportedFormat", "imageDamaged", "limitExceeded"].includes(answer.code)) offerAgain(file, row);
          said.textContent = `✗ ${why ? text(why) : answer.detail || text("The connection broke. Try again.")}`;
          if (answer.code === "positionMissing") {
            details.open = true;
            item.scrollIntoView({ block: "nearest" });
            form.elements.latitude.focus({ preventScroll: true });
          } else if (answer.field && form.elements[answer.field]) {
            details.open = true;
            form.elements[answer.field].focus();
          }
          resolve(null);
        }
      });
      request.send(file);
    });

  let under = Promise.resolve();
  const take = (files) => {
    const all = [...files];
    under = under.then(async () => {
      let last = null;
      for (const file of all) last = await send(file);
      if (all.length === 1 && last) location.href = `/photos/${encodeURIComponent(last)}`;
    });
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
  form.addEventListener("submit", (event) => event.preventDefault());

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
          said.textContent = text("Accurate to %1", `${Math.round(coords.accuracy)} m`);
        },
        () => (said.textContent = text("The browser doesn't share your place.")),
        { enableHighAccuracy: true, timeout: 15000 },
      );
    });
  }
}
