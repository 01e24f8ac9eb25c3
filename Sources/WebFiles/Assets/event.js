// Sends pictures of an event, stores them while there is no network, and shows new ones at once.
import { answerOf } from "./answer.js";
import { locale, text } from "./text.js";
import { News } from "./event-news.js";
import { Gallery } from "./event-gallery.js";
import { Outbox } from "./event-outbox.js";
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
  if (form) sendFrom(form, new Outbox(event, guest), () => gallery?.renew());
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
function sendFrom(form, outbox, changed) {
  const sent = document.getElementById("event-sent");
  const left = document.getElementById("event-left");
  const lines = new Map();
  let count = 0;
  const words = {
    sending: () => text("A picture is being sent"),
    later: () => text("There is no network. The picture is kept here and sent later."),
    sent: () => `✓ ${text("Pictures that were sent: %1", count)}`,
    refused: ({ name, code, detail }) => `✗ ${name}: ${reasons[code]?.() ?? detail ?? text("This picture could not be added")}`,
  };
  const reasons = {
    limitReached: () => text("All photos are taken"),
    unsupportedFormat: () => text("This file isn't a readable photo"),
    imageDamaged: () => text("This file isn't a readable photo"),
    limitExceeded: () => text("That is too large"),
    notAllowed: () => text("The event doesn't allow it, or not now: it may have ended, or not begun."),
    noSuchGuest: () => text("You are no longer in this event."),
  };
  const told = (key, state, answer) => {
    if (!lines.has(key)) lines.set(key, sent.appendChild(document.createElement("li")));
    // One line counts all sent pictures: a line for each would push the gallery out of sight.
    if (state === "sent") {
      count += 1;
      sent.querySelector(".done")?.remove();
    }
    lines.get(key).textContent = words[state](answer);
    lines.get(key).className = { sent: "done", refused: "failed" }[state] || "";
  };
  const send = async () => {
    if (!(await outbox.send(told))) return;
    const answer = await answerOf(`/v1/events/${outbox.event}`);
    if (answer?.me) left.textContent = text("Photos left: %1", answer.me.photosLeft ?? 0);
    changed();
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
      for (const file of input.files) told(await outbox.add(file), "sending");
      input.value = "";
      send();
    });
  }
  addEventListener("online", send);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && send());
  setInterval(send, 15000);
  send();
}

// Warns of unsent pictures before signing out: afterwards they can't be sent.
const going = document.getElementById("event-going");
if (going) guard(going);

async function guard(going) {
  const outbox = new Outbox(going.dataset.event, going.dataset.guest);
  const waiting = document.getElementById("event-waiting");
  const count = async () => {
    const [chosen, taken] = [await outbox.waiting(), await outbox.ofCamera()];
    document.getElementById("event-waiting-count").textContent = text("Pictures that were not sent yet: %1", chosen.length + taken.length);
    document.getElementById("event-waiting-send").href = `/events/${outbox.event}${taken.length ? "/camera" : ""}`;
    waiting.hidden = !chosen.length && !taken.length;
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
    await outbox.discard();
    await count();
  });
  await count().catch(() => {
    // Without storage, no pictures wait.
  });
}
