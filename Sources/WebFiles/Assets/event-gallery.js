// The gallery of an event, the newest picture first. Scrolling adds a page at the end. Distant
// pages keep only their height: thousands of pictures then scroll as easily as sixty.
import { answerOf } from "./answer.js";
import { text } from "./text.js";

/** The number of pictures of a page, as on the server. */
const PAGE = 60;
/** The distance beyond the window in which pages are kept and fetched. */
const MARGIN = "1500px 0px";

export class Gallery {
  /** @param place the element with the pages; @param more the link to older pictures, if any. */
  constructor(place, { event, isOwn, older, more, said }) {
    Object.assign(this, { place, event, isOwn, older, more, said, pages: [], last: 0 });
    this.near = new IntersectionObserver((all) => all.forEach((one) => this.turn(one)), { rootMargin: MARGIN });
    for (const list of place.querySelectorAll("ul")) {
      const pictures = [...list.children].map((item) => ({ id: item.dataset.picture, number: Number(item.dataset.number), item }));
      this.watch({ list, pictures, isFilled: true });
    }
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
    if (picture.item) return picture.item;
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
    words.textContent = picture.name || picture.by || name;
    link.append(image, " ", words);
    if (picture.waiting) link.append(" ", Object.assign(document.createElement("span"), { className: "waits", textContent: text("Waiting for the organiser") }));
    item.append(link);
    picture.item = item;
    return item;
  }

  /** Fetches the next older pictures, once at a time. */
  async grow() {
    if (this.isGrowing || !this.older) return;
    this.isGrowing = true;
    const found = await this.ask(`before=${this.older}&limit=${PAGE}`);
    if (found) {
      if (found.pictures.length) {
        const list = document.createElement("ul");
        list.className = "cards";
        list.append(...found.pictures.map((picture) => this.item(picture)));
        this.place.append(list);
        this.watch({ list, pictures: found.pictures, isFilled: true });
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
    this.isGrowing = false;
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
      list.className = "cards";
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
