// The histogram of years below the map, with two handles that select a period.
import { text } from "./text.js";

/** The most bars. */
const MOST_BARS = 60;
const WIDTHS = [10, 20, 50, 100, 200, 500, 1000];

const written = (year) => (year < 0 ? text("%1 BCE", 1 - year) : String(year));
const edtf = (year) => `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}`;

/**
 * Makes the histogram; `changed` is called after a choice.
 */
export const makeYears = (changed) => {
  const panel = document.getElementById("years");
  const bars = panel.querySelector(".bars");
  const handles = [...panel.querySelectorAll("[role=slider]")];
  const [first, chosen, last] = panel.querySelectorAll(".ends > *");
  let width = 10;
  let limits = null;
  let counts = [];
  // The first and the last chosen bar.
  let [from, to] = [0, 0];

  const values = () => [limits[0] + from * width, limits[0] + (to + 1) * width - 1];
  const isWhole = () => !limits || (from === 0 && to === counts.length - 1);
  const draw = () => {
    const most = Math.max(1, ...counts);
    [...bars.children].forEach((bar, index) => {
      bar.className = index >= from && index <= to ? "in" : "";
      bar.style.height = counts[index] ? `${Math.max(6, (counts[index] / most) * 100)}%` : "2%";
    });
    const [low, high] = values();
    chosen.textContent = text("%1 to %2", written(low), written(high));
    [[low, limits[0], high, from], [high, low, limits[1], to + 1]].forEach(([now, least, greatest, edge], index) => {
      const said = { "aria-valuenow": now, "aria-valuemin": least, "aria-valuemax": greatest, "aria-valuetext": written(now) };
      for (const [name, value] of Object.entries(said)) handles[index].setAttribute(name, String(value));
      handles[index].style.left = `${(edge / counts.length) * 100}%`;
    });
  };
  /** Moves a handle to a bar; no handle passes the other one. */
  const move = (index, bar) => {
    const before = [from, to].join();
    if (index === 0) from = Math.min(to, Math.max(0, bar));
    else to = Math.max(from, Math.min(counts.length - 1, bar));
    if ([from, to].join() === before) return;
    draw();
    changed();
  };
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5, Home: -Infinity, End: Infinity };
  handles.forEach((handle, index) => {
    handle.addEventListener("keydown", (event) => {
      if (!steps[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      move(index, [from, to][index] + steps[event.key]);
    });
    handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = bars.getBoundingClientRect();
      move(index, Math.round(((event.clientX - box.left) / box.width) * counts.length) - index);
    });
  });

  return {
    /** The period as EDTF; empty for all years. */
    era: () => (isWhole() ? "" : values().map(edtf).join("/")),
    /** Chooses a period, by whole bars. */
    choose: (low, high) => {
      if (!limits) return;
      const [start, end] = [low, high].map((year) => Math.min(counts.length - 1, Math.max(0, Math.floor((year - limits[0]) / width))));
      [from, to] = [start, Math.max(start, end)];
      draw();
    },
    /** Sets the first and the last year of the whole archive. */
    begin: (earliest, latest) => {
      width = WIDTHS.find((value) => (latest - earliest) / value < MOST_BARS) || 1000;
      const start = Math.floor(earliest / width) * width;
      const count = Math.floor((latest - start) / width) + 1;
      limits = [start, start + count * width - 1];
      counts = Array(count).fill(0);
      bars.replaceChildren(...counts.map(() => document.createElement("i")));
      [from, to] = [0, count - 1];
      first.textContent = written(limits[0]);
      last.textContent = written(limits[1]);
      panel.hidden = count < 2;
      draw();
    },
    /** Shows the pictures of these features. */
    show: (features) => {
      if (!limits) return;
      counts = counts.map(() => 0);
      const add = (year, count) => {
        const index = Math.floor((year - limits[0]) / width);
        if (index >= 0 && index < counts.length) counts[index] += count;
      };
      for (const { properties } of features) {
        const { count, year, firstYear, lastYear } = properties;
        if (count === undefined && year !== undefined) add(year, 1);
        if (firstYear === undefined || lastYear === undefined) continue;
        // The years of a cluster's pictures are unknown: they are spread over its time.
        const span = Math.max(1, Math.round((lastYear - firstYear + 1) / 10));
        for (let decade = 0; decade < span; decade += 1) add(firstYear + 10 * decade, count / span);
      }
      draw();
    },
  };
};
