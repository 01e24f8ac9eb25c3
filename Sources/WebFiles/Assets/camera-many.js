// Two buttons above the list of photos: all that failed are tried again, or discarded, at once.
import { text } from "./text.js";

const $ = (id) => document.getElementById(id);

export class Many {
  constructor(queue) {
    this.queue = queue;
    $("many-again").addEventListener("click", () => this.retry());
    $("many-gone").addEventListener("click", () => this.discard());
  }

  async retry() {
    const { queue } = this;
    $("photos-title").focus();
    for (const photo of queue.failed) await (photo.state === "unsaved" ? queue.keepAgain(photo) : queue.sender.retry(photo));
  }

  async discard() {
    // Unsent pictures exist only here: a single tap doesn't delete them.
    const { failed } = this.queue;
    if (this.sure !== failed.length) {
      this.sure = failed.length;
      this.draw();
      return;
    }
    $("photos-title").focus();
    for (const photo of failed) await this.queue.discard(photo);
  }

  draw() {
    const count = this.queue.failed.length;
    $("many").hidden = count < 2;
    if (this.sure !== count) this.sure = 0;
    $("many-again").textContent = text("Try all %1 again", count);
    $("many-gone").textContent = this.sure ? text("Discard all %1 for good", count) : text("Discard all %1", count);
  }
}
