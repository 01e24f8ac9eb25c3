// Sends pictures of a walk, keeps them while there is no network, and shows new ones as they come.
import { text } from "./text.js";

const place = document.getElementById("walk");
const share = document.getElementById("walk-share");

if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => {
    navigator.share({ title: share.dataset.name, url: share.dataset.join }).catch(() => {
      // Whoever shares may change their mind.
    });
  });
}

// Moments in the reader's own zone and manner.
const locale = navigator.languages.find((one) => one.split("-")[0] === document.documentElement.lang) || document.documentElement.lang;
const manner = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
for (const moment of document.querySelectorAll("time[datetime]")) moment.textContent = manner.format(new Date(moment.dateTime));

// The time that a walk begins at is the reader's, too; the form says how far that is from UTC.
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

/** Pictures that wait in this browser, by their keys. */
const store = {
  open() {
    this.opened ||= new Promise((done, failed) => {
      const asked = indexedDB.open("timewalk-walks", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("pictures", { keyPath: "key" });
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
    });
    return this.opened;
  },
  async run(mode, work) {
    const database = await this.open();
    return new Promise((done, failed) => {
      const change = database.transaction("pictures", mode);
      const asked = work(change.objectStore("pictures"));
      change.oncomplete = () => done(asked.result);
      change.onerror = change.onabort = () => failed(change.error);
    });
  },
  put(picture) { return this.run("readwrite", (all) => all.put(picture)); },
  remove(key) { return this.run("readwrite", (all) => all.delete(key)); },
  all() { return this.run("readonly", (all) => all.getAll()); },
};

if (place) begin(place);

function begin(place) {
  const walk = place.dataset.walk;
  const base = `/v1/walks/${walk}`;
  const form = document.getElementById("walk-send");
  const sent = document.getElementById("walk-sent");
  const left = document.getElementById("walk-left");
  const lines = new Map();
  let sending = false;

  const line = (key, words, kind = "") => {
    if (!sent) return;
    if (!lines.has(key)) lines.set(key, sent.appendChild(document.createElement("li")));
    lines.get(key).textContent = words;
    lines.get(key).className = kind;
  };

  const renewLeft = async () => {
    const answer = await fetch(base).then((reply) => (reply.ok ? reply.json() : null)).catch(() => null);
    if (answer?.me && left) left.textContent = text("Photos left: %1", answer.me.photosLeft ?? 0);
  };

  const send = async () => {
    if (sending || !form) return;
    sending = true;
    try {
      for (const picture of (await store.all()).filter((one) => one.walk === walk)) {
        line(picture.key, text("A picture is being sent"));
        const query = new URLSearchParams({ key: picture.key, taken: picture.taken });
        let reply;
        try {
          reply = await fetch(`${base}/pictures?${query}`, {
            method: "POST", body: picture.file, headers: { "Content-Type": picture.file.type || "image/jpeg" },
          });
        } catch {
          line(picture.key, text("There is no network. The picture is kept here and sent later."));
          break;
        }
        if (reply.ok) {
          await store.remove(picture.key);
          line(picture.key, `✓ ${text("A picture was sent")}`, "done");
        } else if (reply.status === 429 || reply.status >= 500) {
          line(picture.key, text("There is no network. The picture is kept here and sent later."));
          break;
        } else {
          await store.remove(picture.key);
          const said = reply.status === 409 ? text("All photos are taken") : text("This picture could not be taken in");
          line(picture.key, `✗ ${said}`, "failed");
        }
      }
    } finally {
      sending = false;
    }
    await renewLeft();
  };

  if (form) {
    form.classList.add("live");
    for (const input of form.querySelectorAll("input[type=file]")) {
      if (!input.hasAttribute("capture")) input.multiple = true;
      input.addEventListener("change", async () => {
        for (const file of input.files) {
          const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
          await store.put({ key, walk, file, taken: new Date().toISOString().replace(/\.\d+Z$/, "Z") });
          line(key, text("A picture is being sent"));
        }
        input.value = "";
        send();
      });
    }
    addEventListener("online", send);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && send());
    setInterval(send, 15000);
    send();
  }

  const cards = document.getElementById("walk-cards");
  const news = document.getElementById("walk-news");
  let last = Number(place.dataset.last);
  // A page of pictures that has more behind it grows by itself at its end alone.
  const isAtEnd = !document.getElementById("walk-more");

  const add = (picture) => {
    document.getElementById("walk-none")?.remove();
    if (cards.querySelector(`[data-picture="${picture.id}"]`)) return;
    const item = document.createElement("li");
    item.className = "card";
    item.dataset.picture = picture.id;
    const link = document.createElement("a");
    link.href = `/walks/${walk}/pictures/${picture.id}`;
    const image = document.createElement("img");
    const words = picture.name || picture.by || text("Picture %1", picture.number);
    image.src = `${base}/pictures/${picture.id}/small`;
    image.alt = text("Picture %1", picture.number);
    const span = document.createElement("span");
    span.textContent = words;
    link.append(image, " ", span);
    item.append(link);
    cards.append(item);
  };

  let asking = false;
  let again = false;
  const renew = async () => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    do {
      again = false;
      const own = place.dataset.own === "true" ? "&own=true" : "";
      const reply = await fetch(`${base}/pictures?after=${last}${own}`).catch(() => null);
      if (!reply?.ok) break;
      const { pictures, next } = await reply.json();
      const fresh = pictures.filter((picture) => picture.number > last);
      for (const picture of fresh) {
        if (isAtEnd) add(picture);
        last = Math.max(last, picture.number);
      }
      if (fresh.length) news.textContent = text("New pictures: %1", fresh.length);
      if (next) again = true;
    } while (again);
    asking = false;
  };

  let source;
  const listen = () => {
    if (source || document.visibilityState !== "visible") return;
    source = new EventSource(`${base}/events`);
    source.addEventListener("open", renew);
    source.addEventListener("picture", (event) => {
      const { state, picture, number } = JSON.parse(event.data);
      if (state === "removed") cards.querySelector(`[data-picture="${picture}"]`)?.remove();
      else if (number === 0 || number <= last) location.reload();
      else renew();
    });
    source.addEventListener("walk", () => location.reload());
    source.addEventListener("error", () => {
      // A browser gives up after an answer that is no stream; the server may only be busy.
      if (source?.readyState !== EventSource.CLOSED) return;
      source = undefined;
      setTimeout(listen, 5000);
    });
  };
  if (cards.dataset.live !== "no") {
    // A page that nobody looks at needs no connection.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") return listen();
      source?.close();
      source = undefined;
    });
    listen();
  }
}
