// Shares then and now as one picture with its credits, by the system's dialog. Without one, the
// picture is saved.
import { text } from "./text.js";
import { makeTurns } from "./turn.js";

/** The height of both pictures, the size of a line below them, and the margin, pixels. */
const [HEIGHT, LINE, MARGIN] = [1080, 40, 24];

const loaded = async (image) => {
  const copy = new Image();
  copy.src = image.src;
  await copy.decode();
  return copy;
};

/** Words in lines of at most this width; a longer word has a line of its own. */
const wrapped = (pen, words, width) =>
  words.split(/\s+/).reduce((lines, word) => {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
    return lines;
  }, []);

/** The shown old picture and the photo side by side, with the old one's title and credits. */
const pair = async (view) => {
  const period = view.querySelector(".period.current") ?? view.querySelector(".period");
  const images = [period.querySelector("figure img"), view.querySelector(".own img")].filter(Boolean);
  const pictures = await Promise.all(images.map(loaded));
  const widths = pictures.map(({ naturalWidth, naturalHeight }) => Math.round((HEIGHT * naturalWidth) / naturalHeight));
  const width = widths.reduce((sum, one) => sum + one + 4, -4);
  const facts = [...period.querySelectorAll("dt")].map((term) => `${term.textContent}: ${term.nextElementSibling.textContent}`);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const font = `${Math.round(LINE * 0.6)}px system-ui, sans-serif`;
  pen.font = font;
  const words = [period.querySelector("h2").textContent.trim(), ...facts.slice(0, 5)];
  const lines = words.flatMap((one) => wrapped(pen, one, width - 2 * MARGIN));
  [canvas.width, canvas.height] = [width, HEIGHT + 2 * MARGIN + lines.length * LINE];
  pen.fillStyle = "#f4f0e8";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pictures.forEach((picture, index) => pen.drawImage(picture, index ? widths[0] + 4 : 0, 0, widths[index], HEIGHT));
  pen.font = font;
  pen.fillStyle = "#23201b";
  pen.textBaseline = "middle";
  lines.forEach((line, index) => pen.fillText(line, MARGIN, HEIGHT + MARGIN + (index + 0.5) * LINE));
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
  return new File([blob], "then-and-now.jpg", { type: blob.type });
};

const save = (file) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

const share = document.getElementById("share");
const view = document.querySelector(".view");
if (share && view?.querySelector(".period")) {
  share.hidden = false;
  if (!navigator.share) share.textContent = text("Save then and now");
  share.addEventListener("click", async () => {
    const file = await pair(view);
    // The address only where the receiver can open it.
    const { address } = share.dataset;
    const data = { title: document.title, files: [file], ...(address && { url: address }) };
    if (!navigator.share || !navigator.canShare?.(data)) return save(file);
    try {
      await navigator.share(data);
    } catch {
      // The user closed the dialog: nothing is shared.
    }
  });
}

makeTurns(document.getElementById("main"));

// On the way back, the same period is shown with the edge at the same place.
const marks = [...document.querySelectorAll(".strip button")];
const edge = view?.querySelector(".stage input[type=range]");
const { shown, share: part } = history.state ?? {};
marks[shown]?.click();
if (edge && part !== undefined) {
  edge.value = part;
  edge.dispatchEvent(new Event("input"));
}
for (const name of ["click", "change", "keyup"]) {
  view?.addEventListener(name, () => {
    const pressed = marks.findIndex((mark) => mark.getAttribute("aria-pressed") === "true");
    history.replaceState({ ...history.state, shown: pressed, share: edge?.value }, "");
  });
}

const link = document.getElementById("link");
const copy = document.getElementById("copy");
if (link && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.value);
    copy.textContent = text("Copied");
  });
}
