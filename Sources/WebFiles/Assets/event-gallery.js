// The gallery of an event, the newest picture first. Scrolling adds a page at the end. Distant
// pages keep only their height: thousands of pictures then scroll as easily as sixty.
import { answerOf } from "./answer.js";
import { Selecting } from "./select.js";
import { text } from "./text.js";
import { Viewer } from "./viewer.js";

/** The number of pictures of a page, as on the server. */
const PAGE = 60;
/** The distance beyond the window in which pages are kept and fetched. */
const MARGIN = "1500px 0px";

export class Gallery {
  /** @param place the element with the pages; @param more the link to older pictures, if any. */
  constructor(place, { event, isOwn, mayDownload, older, more, said }) {
    Object.assign(this, { place, event, isOwn, mayDownload, older, more, said, pages: [], last: 0 });
    this.near = new IntersectionObserver((all) => all.forEach((one) => this.turn(one)), { rootMargin: MARGIN });
    for (const list of place.querySelectorAll("ul")) {
      const pictures = [...list.children].map((item) => ({ id: item.dataset.picture, number: Number(item.dataset.number), words: item.querySelector(".words").textContent, item }));
      this.watch({ list, pictures, isFilled: true });
    }
    this.viewer = new Viewer(place, { pictures: () => this.views, item: (id) => this.shown(id), more: async () => Boolean(this.older) && this.grow() });
    if (mayDownload) this.selecting = new Selecting(place, { changed: (count) => this.drawChosen(count), begun: () => this.choose() });
    this.viewer.restore(({ id, number }) => this.reach(id, number));
    if (!more) return;
    this.end = new IntersectionObserver((all) => all.some((one) => one.isIntersecting) && this.grow(), { rootMargin: MARGIN });
    this.end.observe(more);
    more.addEventListener("click", (event) => {
      event.preventDefault();
      this.grow();
    });
  }

  watch(page) {
    page.list.page = page;
    this.pages.push(page);
    this.near.observe(page.list);
  }

  get ids() {
    return this.pages.flatMap(({ pictures }) => pictures.map(({ id }) => id));
  }

  /** The pictures as the viewer shows them. */
  get views() {
    return this.pages.flatMap(({ pictures }) =>
      pictures.map(({ id, number, name, by, words }) => {
        const page = `/events/${this.event}/pictures/${id}`;
        const files = `/v1${page}`;
        const title = words || name || by || text("Picture %1", number);
        const actions = [[text("About this picture"), page], ...(this.mayDownload ? [[text("Download"), `${files}/original`, true]] : [])];
        return { id, page, small: `${files}/small`, large: `${files}/large`, title, actions };
      }),
    );
  }

  /** A picture's element; a distant page is filled for it. */
  shown(id) {
    const page = this.pages.find(({ pictures }) => pictures.some((one) => one.id === id));
    if (page && !page.isFilled) this.turn({ target: page.list, isIntersecting: true });
    return page?.list.querySelector(`[data-picture="${id}"]`);
  }

  /** Fetches the pages down to a picture, to go back to it. */
  async reach(id, number) {
    while (this.older && this.older > number && (await this.grow(500)));
    // It may be deleted meanwhile: then its neighbour is where one was.
    const next = this.pages.flatMap(({ pictures }) => pictures).find((one) => one.number < number);
    return this.shown(id) || (next && this.shown(next.id));
  }

  /** Each picture has a box to tick from now on. */
  choose() {
    if (this.bar) return;
    this.bar = document.createElement("form");
    Object.assign(this.bar, { className: "actions chosen-bar", method: "post", action: `/events/${this.event}/some` });
    const made = (name, values) => Object.assign(document.createElement(name), values);
    this.count = made("p", { role: "status" });
    const send = made("button", { className: "button main", textContent: text("Download these") });
    const end = made("button", { className: "button", type: "button", textContent: text("Close") });
    end.addEventListener("click", () => this.unchoose());
    this.bar.addEventListener("formdata", ({ formData }) => this.selecting.chosen.forEach((id) => formData.append(id, "true")));
    this.bar.append(this.count, send, end);
    this.place.after(this.bar);
    document.body.classList.add("is-choosing");
    for (const { list } of this.pages) [...list.children].forEach((item) => this.box(item));
    this.drawChosen(this.selecting.chosen.size);
  }

  unchoose() {
    document.body.classList.remove("is-choosing");
    this.bar.remove();
    this.bar = undefined;
    this.selecting.clear();
    for (const { list } of this.pages) [...list.children].forEach((item) => this.box(item));
  }

  drawChosen(count) {
    if (!this.bar) return;
    this.count.textContent = text("Chosen: %1", count);
    this.bar.querySelector(".main").disabled = !count;
  }

  /** Adds the box to a picture's element. */
  box(item) {
    const known = item.querySelector(".pick");
    if (!this.bar) return known?.remove();
    if (known) return this.selecting.mark(item);
    const label = document.createElement("label");
    label.className = "pick";
    const name = document.createElement("span");
    Object.assign(name, { className: "unseen", textContent: item.querySelector("img").alt });
    label.append(Object.assign(document.createElement("input"), { type: "checkbox" }), name);
    item.append(label);
    this.selecting.mark(item);
  }

  ask(query) {
    const own = this.isOwn ? "&own=true" : "";
    return answerOf(`/v1/events/${this.event}/pictures?${query}${own}`);
  }

  /** A page comes near, or moves away. */
  turn({ target, isIntersecting }) {
    const { page } = target;
    if (isIntersecting === page.isFilled) return;
    if (!isIntersecting && target.contains(document.activeElement)) return;
    page.isFilled = isIntersecting;
    if (isIntersecting) {
      target.replaceChildren(...page.pictures.map((picture) => this.item(picture)));
      target.style.minHeight = "";
    } else {
      target.style.minHeight = `${target.offsetHeight}px`;
      target.replaceChildren();
      for (const picture of page.pictures) if (picture.url) picture.item = undefined;
    }
  }

  item(picture) {
    const item = picture.item || this.made(picture);
    if (this.selecting) this.box(item);
    return item;
  }

  made(picture) {
    const item = document.createElement("li");
    item.className = "card";
    item.id = `picture-${picture.number}`;
    item.dataset.picture = picture.id;
    item.dataset.number = picture.number;
    const link = document.createElement("a");
    link.href = `/events/${this.event}/pictures/${picture.id}`;
    const image = document.createElement("img");
    const name = text("Picture %1", picture.number);
    image.loading = "lazy";
    image.src = `/v1/events/${this.event}/pictures/${picture.id}/small`;
    image.alt = name;
    const words = document.createElement("span");
    words.className = "words";
    words.textContent = picture.name || picture.by || name;
    link.append(image, " ", words);
    if (picture.waiting) link.append(" ", Object.assign(document.createElement("span"), { className: "waits", textContent: text("Waiting for the organiser") }));
    item.append(link);
    picture.item = item;
    return item;
  }

  /** Fetches the next older pictures, once at a time; false if there are none. */
  grow(count = PAGE) {
    this.growing ??= this.fetchOlder(count).finally(() => (this.growing = undefined));
    return this.growing;
  }

  async fetchOlder(count) {
    if (!this.older) return false;
    const found = await this.ask(`before=${this.older}&limit=${count}`);
    if (found) {
      for (let start = 0; start < found.pictures.length; start += PAGE) {
        const pictures = found.pictures.slice(start, start + PAGE);
        const list = document.createElement("ul");
        list.className = "cards tiles";
        list.append(...pictures.map((picture) => this.item(picture)));
        this.place.append(list);
        this.watch({ list, pictures, isFilled: true });
      }
      this.older = found.next;
      if (!this.older) {
        this.end.disconnect();
        this.more.parentElement.remove();
      } else {
        // If the link is still visible, no further event comes.
        this.end.unobserve(this.more);
        this.end.observe(this.more);
      }
    }
    return Boolean(found?.pictures.length);
  }

  /** Shows a picture at its place; pictures older than the shown ones come by scrolling. */
  add(picture) {
    if (this.ids.includes(picture.id)) {
      // It waited, and is now visible to all.
      if (!picture.waiting) this.place.querySelector(`[data-picture="${picture.id}"] .waits`)?.remove();
      return false;
    }
    if (this.older && picture.number < this.older) return false;
    let page = this.pages.find(({ pictures }) => pictures.length && pictures.at(-1).number < picture.number) || this.pages.at(-1);
    // The first page grows up to twice its size, then a new one begins before it.
    if (!page || (page === this.pages[0] && page.pictures.length >= 2 * PAGE && page.pictures[0].number < picture.number)) {
      const list = document.createElement("ul");
      list.className = "cards tiles";
      this.place.prepend(list);
      page = { list, pictures: [], isFilled: true };
      this.watch(page);
      this.pages.unshift(this.pages.pop());
    }
    const at = page.pictures.findIndex(({ number }) => number < picture.number);
    const index = at < 0 ? page.pictures.length : at;
    page.pictures.splice(index, 0, picture);
    if (page.isFilled) page.list.insertBefore(this.item(picture), page.list.children[index] || null);
    document.getElementById("event-none")?.remove();
    // The actions on pictures are available from the first picture on.
    for (const link of document.querySelectorAll("nav .button[hidden]")) link.hidden = false;
    return true;
  }

  remove(id) {
    if (this.selecting?.chosen.delete(id)) this.drawChosen(this.selecting.chosen.size);
    for (const page of this.pages) {
      page.pictures = page.pictures.filter((picture) => picture.id !== id);
      page.list.querySelector(`[data-picture="${id}"]`)?.remove();
    }
  }

  /** Requests newer pictures; `last` is the newest known number. */
  async renew() {
    this.isWanted = true;
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.isWanted) {
      this.isWanted = false;
      const found = await this.ask(`after=${this.last}`);
      if (!found) break;
      const fresh = found.pictures.filter((picture) => this.add(picture)).length;
      for (const { number } of found.pictures) this.last = Math.max(this.last, number);
      if (fresh) this.said.textContent = text("New pictures: %1", fresh);
      if (found.next) this.isWanted = true;
    }
    this.isAsking = false;
  }

  /** Shows a picture that waited and is now visible. */
  async reveal(number) {
    const found = await this.ask(`after=${number - 1}&limit=1`);
    if (found?.pictures[0]?.number === number) this.add(found.pictures[0]);
  }
}
