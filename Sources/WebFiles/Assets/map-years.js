// The histogram of years below the map, with two handles that select a period.
import { text } from "./text.js";

/** The most bars. */
const MOST_BARS = 60;
const WIDTHS = [10, 20, 50, 100, 200, 500, 1000];

const written = (year) => (year < 0 ? text("%1 BCE", 1 - year) : String(year));
const edtf = (year) => `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}`;

/**
 * Makes the histogram. `changed` is called after a choice; `begin` returns the limits of the years
 * once they are known.
 */
export const makeYears = (changed) => {
  const panel = document.getElementById("years");
  const bars = panel.querySelector(".bars");
  const [from, to] = panel.querySelectorAll("input");
  const [first, chosen, last] = panel.querySelectorAll(".ends > *");
  let width = 10;
  let limits = null;
  let counts = [];

  const values = () => [Number(from.value), Number(to.value)];
  const isWhole = () => !limits || (Number(from.value) <= limits[0] && Number(to.value) >= limits[1]);
  const draw = () => {
    const [low, high] = values();
    const most = Math.max(1, ...counts);
    [...bars.children].forEach((bar, index) => {
      const start = limits[0] + index * width;
      bar.className = start + width > low && start <= high ? "in" : "";
      bar.style.height = counts[index] ? `${Math.max(6, (counts[index] / most) * 100)}%` : "2%";
    });
    chosen.textContent = text("%1 to %2", written(low), written(high));
    from.setAttribute("aria-valuetext", written(low));
    to.setAttribute("aria-valuetext", written(high));
  };
  for (const handle of [from, to]) {
    handle.addEventListener("input", () => {
      // No handle passes the other one.
      if (handle === from) from.value = Math.min(Number(from.value), Number(to.value) - width + 1);
      else to.value = Math.max(Number(to.value), Number(from.value) + width - 1);
      draw();
      changed();
    });
  }

  return {
    /** The period as EDTF; empty for all years. */
    era: () => (isWhole() ? "" : values().map(edtf).join("/")),
    /** Chooses a period; `null` for all years. */
    choose: (low, high) => {
      if (!limits) return;
      from.value = low ?? limits[0];
      to.value = high ?? limits[1];
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
      // Both begin or end with a bar.
      const shift = width - 1;
      for (const [handle, low, high] of [[from, limits[0], limits[1] - shift], [to, limits[0] + shift, limits[1]]]) {
        Object.assign(handle, { min: low, max: high, step: width });
        handle.style.setProperty("--room", `${100 / count}%`);
      }
      [from.value, to.value] = limits;
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
