// Notices the dark, by the mean brightness of a few pixels of the video.

/** The interval between looks, milliseconds, and the number of dark looks in a row. */
const [INTERVAL, LOOKS] = [2000, 2];
/** The brightness below which it becomes dark, and above which it ends, 0 to 255. */
const [DARK, BRIGHT] = [40, 60];
const [WIDTH, HEIGHT] = [16, 12];

export class Dark {
  /** @param changed called with true when it becomes dark, and with false when that ends. */
  constructor(video, changed) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    Object.assign(this, { video, changed, isDark: false, looks: 0, last: -Infinity });
    this.pen = canvas.getContext("2d", { willReadFrequently: true });
  }

  look(now) {
    if (now - this.last < INTERVAL) return;
    this.last = now;
    this.pen.drawImage(this.video, 0, 0, WIDTH, HEIGHT);
    const { data } = this.pen.getImageData(0, 0, WIDTH, HEIGHT);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
    const isDim = (4 * sum) / data.length < (this.isDark ? BRIGHT : DARK);
    this.looks = isDim ? this.looks + 1 : 0;
    const isDark = this.looks >= LOOKS;
    if (isDark === this.isDark) return;
    this.isDark = isDark;
    this.changed(isDark);
  }
}
