// Sends pictures of an event, stores them while there is no network, and shows new ones at once.
import { answerOf } from "./answer.js";
import { locale, text } from "./text.js";
import { News } from "./event-news.js";
import { Gallery } from "./event-gallery.js";
import * as store from "./photo-store.js";
import { Lines } from "./sender-lines.js";
import { makeTurns } from "./turn.js";

const place = document.getElementById("event");
const share = document.getElementById("event-share");

if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => {
    navigator.share({ title: share.dataset.name, url: share.dataset.join }).catch(() => {
      // The user can cancel sharing.
    });
  });
}

const printing = document.getElementById("event-print");
if (printing) {
  printing.hidden = false;
  printing.addEventListener("click", () => print());
}

// Times in the reader's zone.
const manner = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
for (const moment of document.querySelectorAll("time[datetime]")) moment.textContent = manner.format(new Date(moment.dateTime));

// The form's time is in the reader's zone; the form has the offset from UTC.
const begins = document.querySelector("input[name=begins]");
if (begins) {
  document.querySelector("[data-plain]")?.remove();
  if (begins.value) {
    const date = new Date(`${begins.value}Z`);
    begins.value = new Date(date - date.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
  }
  const minutes = document.createElement("input");
  minutes.type = "hidden";
  minutes.name = "minutes";
  begins.form.append(minutes);
  begins.form.addEventListener("submit", () => {
    minutes.value = begins.value ? String(new Date(begins.value).getTimezoneOffset()) : "";
  });
}

// What an organiser typed is kept until the event is made: the session may end meanwhile.
const making = document.querySelector("form.make[action='/events']");
if (making) {
  const kept = () => [...making.elements].filter(({ name }) => name && name !== "minutes");
  try {
    const values = JSON.parse(sessionStorage.getItem("timewalk.making") || "{}");
    for (const field of kept()) {
      if (!(field.name in values)) continue;
      if (field.type === "checkbox") field.checked = values[field.name];
      else field.value = values[field.name];
    }
    making.addEventListener("input", () => {
      const now = kept().map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]);
      sessionStorage.setItem("timewalk.making", JSON.stringify(Object.fromEntries(now)));
    });
  } catch {
    // Without storage, nothing is kept.
  }
} else if (document.body.classList.contains("page-eventOrganise")) {
  try {
    sessionStorage.removeItem("timewalk.making");
  } catch {
    // Without storage, nothing was kept.
  }
}

if (place) begin(place);

const figure = document.querySelector(".event figure.zoom");
if (figure) makeTurns(figure);

function begin(place) {
  const { event, guest } = place.dataset;
  const form = document.getElementById("event-send");
  const cards = document.getElementById("event-cards");
  const some = document.getElementById("event-choose");
  const gallery = cards.dataset.live === "no" ? undefined : new Gallery(cards, {
    event, isOwn: place.dataset.own === "true", mayDownload: Boolean(some), older: Number(place.dataset.older) || undefined,
    more: document.getElementById("event-more"), said: document.getElementById("event-news"),
  });
  // Own pictures appear at once, even before a film is developed and without news.
  if (form) sendFrom(form, { event, guest }, () => gallery?.renew());
  if (!gallery) return;
  gallery.last = Number(place.dataset.last);
  some?.addEventListener("click", (click) => {
    click.preventDefault();
    some.closest("details")?.removeAttribute("open");
    gallery.choose();
  });
  new News(event, (kind, told) => {
    if (kind === "open") gallery.renew();
    else if (kind === "event" || (kind === "state" && told.state !== place.dataset.state)) location.reload();
    else if (kind === "state") return;
    else if (told.state === "removed") gallery.remove(told.picture);
    else if (told.number <= gallery.last) gallery.reveal(told.number);
    else gallery.renew();
  });
}

/** Sends the form's chosen files, and waiting ones. */
function sendFrom(form, { event, guest }, changed) {
  const list = document.getElementById("event-sent");
  let count = 0;
  const lines = new Lines(list, {
    roll: `${event}/${guest}`,
    sent: () => {
      // One line counts all sent pictures: a line for each would push the gallery out of sight.
      count += 1;
      const line = list.querySelector(".done") ?? list.appendChild(document.createElement("li"));
      line.className = "done";
      line.textContent = `✓ ${text("Pictures that were sent: %1", count)}`;
      renew();
    },
  });
  const renew = async () => {
    changed();
    const answer = await answerOf(`/v1/events/${event}`);
    if (answer?.me) document.getElementById("event-left").textContent = text("Photos left: %1", answer.me.photosLeft ?? 0);
  };

  form.classList.add("live");
  // One button takes a photo: with the camera page, or with the phone's own camera if pages have no
  // access to one.
  const camera = document.getElementById("event-camera");
  if (camera && navigator.mediaDevices?.getUserMedia) document.getElementById("event-take").remove();
  else camera?.remove();
  for (const input of form.querySelectorAll("input[type=file]")) {
    if (!input.hasAttribute("capture")) input.multiple = true;
    input.addEventListener("change", async () => {
      const files = [...input.files];
      input.value = "";
      for (const file of files) await lines.add(file, { timestamp: new Date().toISOString().replace(/\.\d+Z$/, "Z") });
    });
  }
}

// Warns of unsent pictures before signing out: afterwards they can't be sent.
const going = document.getElementById("event-going");
if (going) guard(going);

async function guard(going) {
  const { event, guest } = going.dataset;
  const waiting = document.getElementById("event-waiting");
  const unsent = async () => (await store.all(`${event}/${guest}`)).filter(({ state }) => state !== "done");
  const count = async () => {
    const photos = await unsent();
    document.getElementById("event-waiting-count").textContent = text("Pictures that were not sent yet: %1", photos.length);
    // The camera page shows its own.
    document.getElementById("event-waiting-send").href = `/events/${event}${photos.some(({ isFile }) => !isFile) ? "/camera" : ""}`;
    waiting.hidden = !photos.length;
    for (const button of going.querySelectorAll("form.goes button")) button.disabled = !waiting.hidden;
  };
  const discard = document.getElementById("event-waiting-discard");
  discard.addEventListener("click", async () => {
    // Unsent pictures exist only here: a single tap doesn't delete them.
    if (!discard.dataset.sure) {
      discard.dataset.sure = "yes";
      discard.textContent = text("Discard for good");
      return;
    }
    for (const { id } of await unsent()) await store.remove(id);
    await count();
  });
  // Without storage, no pictures wait.
  const follow = () => count().catch(() => {});
  store.heard(follow);
  await follow();
}
