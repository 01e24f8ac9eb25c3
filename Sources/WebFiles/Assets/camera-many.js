// The sheet below the list of photos: what can be done with several of them at once. They are those
// that are chosen by a long press or their boxes; without a choice, all that failed.
import { Selecting } from "./select.js";
import { text } from "./text.js";

const $ = (id) => document.getElementById(id);

export class Many {
  constructor(list) {
    this.list = list;
    this.selecting = new Selecting($("queue"), { changed: () => this.draw(), begun: () => this.begin() });
    $("many-choose").addEventListener("click", () => (this.isChoosing ? this.end() : this.begin()));
    const acts = { place: () => this.queue.askPlace(this.placeless[0]), again: () => this.retry(), share: () => this.list.share(this.chosen), gone: () => this.discard() };
    for (const [name, act] of Object.entries(acts)) {
      $(`many-${name}`).addEventListener("click", () =>
        act().catch((error) => this.queue.say(text("It failed: %1", String(error.message || error)), true)));
    }
  }

  get queue() {
    return this.list.queue;
  }

  get chosen() {
    return this.queue.sorted.filter(({ id }) => this.selecting.chosen.has(id));
  }

  get failed() {
    const all = this.isChoosing ? this.chosen : this.queue.sorted;
    return all.filter(({ state }) => state === "failed" || state === "unsaved");
  }

  get placeless() {
    return this.isChoosing || this.list.chosen ? [] : this.queue.sorted.filter(({ state }) => state === "placeless");
  }

  /** The photos that would be removed. */
  get going() {
    return this.isChoosing ? this.chosen : this.failed;
  }

  begin() {
    this.isChoosing = true;
    this.list.chosen = null;
    this.list.draw();
  }

  end() {
    this.isChoosing = false;
    this.selecting.clear();
    this.list.draw();
  }

  /** A tap on a photo chooses it while several are chosen, and answers true. */
  take(id) {
    if (!this.isChoosing) return false;
    this.selecting.choose([$("queue").querySelector(`[data-picture="${id}"]`)], !this.selecting.chosen.has(id));
    return true;
  }

  async retry() {
    const { failed } = this;
    $("photos-title").focus();
    this.end();
    for (const photo of failed) await this.queue.retry(photo);
  }

  async discard() {
    // Unsent pictures exist only here: a single tap doesn't delete them.
    const { going } = this;
    const names = going.map(({ id }) => id).join();
    if (this.sure !== names && going.some(({ state }) => state !== "done")) {
      this.sure = names;
      this.draw();
      return;
    }
    $("photos-title").focus();
    this.end();
    for (const photo of going) await this.queue.discard(photo);
  }

  draw() {
    const { isChoosing = false, selecting, queue } = this;
    for (const id of selecting.chosen) if (!queue.photos.has(id)) selecting.chosen.delete(id);
    const { chosen, failed, going } = this;
    const least = isChoosing ? 1 : 2;
    $("many").hidden = queue.photos.size < 2 && !isChoosing;
    $("queue").classList.toggle("is-choosing", isChoosing);
    $("many-choose").setAttribute("aria-pressed", String(isChoosing));
    const said = isChoosing ? text("Chosen: %1", chosen.length) : "";
    if ($("many-count").textContent !== said) $("many-count").textContent = said;
    $("many-place").hidden = !this.placeless.length;
    $("many-again").hidden = failed.length < least;
    $("many-again").classList.toggle("main", $("many-place").hidden && !this.list.chosen);
    $("many-again").textContent = failed.length === 1 ? text("Try again") : text("Try all %1 again", failed.length);
    $("many-share").hidden = !navigator.share || !chosen.length;
    $("many-gone").hidden = going.length < least;
    if (this.sure !== going.map(({ id }) => id).join()) this.sure = null;
    $("many-gone").textContent = isChoosing
      ? going.every(({ state }) => state === "done") ? text("Remove from this phone") : this.sure ? text("Discard for good") : text("Discard")
      : this.sure ? text("Discard all %1 for good", going.length) : text("Discard all %1", going.length);
  }
}
