// Stacks the pictures, which are otherwise one below the other. The page is complete without this
// script.
(() => {
  "use strict";
  // The words of the page's language; English ones where it has none.
  const text = (english) => (globalThis.timewalkWords || {})[english] || english;
  const make = (name, classes, parent) => {
    const element = document.createElement(name);
    if (classes) element.className = classes;
    parent.append(element);
    return element;
  };
  const copyChip = (from, classes, parent) => {
    const chip = make("span", classes, parent);
    chip.textContent = from.textContent;
    chip.setAttribute("aria-hidden", "true");
    return chip;
  };

  /**
   * Lays the pictures of a ruler along its years. A dot stands at its year, unless it is unknown;
   * a picture as near to its dot as its neighbours allow.
   */
  const place = (strip, ruler, marks) => {
    // The height of the lines between pictures and dots.
    const LEAD = 32;
    const step = 104;
    const least = marks.length * step;
    // A ruler that scrolls has room to spare: its lines are short.
    const width = least > strip.clientWidth ? 1.5 * least : strip.clientWidth;
    ruler.style.width = `${width}px`;
    const years = marks.map(({ year }) => year).filter((year) => !Number.isNaN(year));
    const [first, last] = [Math.min(...years), Math.max(...years)];
    const room = width - step;
    let free = step / 2;
    const at = marks.map(({ year, dot }, index) => {
      const wanted = last > first && !Number.isNaN(year) ? step / 2 + ((year - first) / (last - first)) * room : free;
      dot.style.left = `${wanted}px`;
      const own = Math.min(Math.max(wanted, free), width - step / 2 - (marks.length - 1 - index) * step);
      free = own + step;
      return own;
    });
    // A line leads from each picture to its dot.
    marks.forEach(({ element, dot }, index) => {
      element.style.left = `${at[index]}px`;
      const beside = at[index] - Number.parseFloat(dot.style.left);
      dot.style.setProperty("--lean", `${Math.atan2(beside, LEAD)}rad`);
      dot.style.setProperty("--far", `${Math.hypot(beside, LEAD)}px`);
    });
  };

  for (const view of document.querySelectorAll(".view")) {
    const periods = [...view.querySelectorAll(".period")];
    const own = view.querySelector(".own img");
    if (!own || !periods.some((period) => period.querySelector("img"))) continue;
    const stage = document.createElement("div");
    stage.className = "stage";
    view.querySelector(".sheets").before(stage);
    // The page's title and its actions belong to the shown period.
    const title = view.parentElement.querySelector(":scope > .title");
    if (title) view.prepend(title);
    const actions = view.parentElement.querySelector(":scope > .actions");
    const frame = make("div", "frame", stage);
    view.style.setProperty("--shape", own.getAttribute("width") / own.getAttribute("height"));
    const now = make("img", "", frame);
    now.src = own.src;
    now.alt = own.alt;
    now.width = own.getAttribute("width");
    now.height = own.getAttribute("height");
    const old = make("div", "old", frame);
    const then = make("img", "", old);
    const edge = make("div", "edge", frame);
    const years = [
      copyChip(view.querySelector(".period .chip"), "chip corner", frame),
      copyChip(view.querySelector(".own .chip"), "chip now corner", frame),
    ];
    const slider = make("input", "", frame);
    Object.assign(slider, { type: "range", min: 0, max: 100, value: 50 });
    slider.setAttribute("aria-label", text("Then and now"));

    const tools = make("div", "tools", stage);
    const modes = make("fieldset", "", tools);
    make("legend", "", modes).textContent = text("Show");
    const radios = ["Wipe", "Blend"].map((word) => {
      const label = make("label", "", modes);
      const radio = make("input", "", label);
      Object.assign(radio, { type: "radio", name: "mode-" + view.id, checked: word === "Wipe" });
      label.append(text(word));
      radio.addEventListener("change", () => draw());
      return radio;
    });
    const note = make("span", "quiet", tools);
    note.setAttribute("role", "status");
    // The picture as it may fit, in place of the one that the poses place.
    const offer = make("button", "offer", tools);
    offer.type = "button";
    offer.addEventListener("click", () => {
      isOffered = !isOffered;
      show();
    });

    let current;
    let isOffered = false;
    const offered = () => current.querySelector(".offered");
    const draw = () => {
      const share = slider.value / 100;
      const isBlend = radios[1].checked;
      const year = years[0].textContent;
      frame.classList.toggle("blended", isBlend);
      // The middle of the handle, which is 44 pixels wide and stays within the picture.
      const place = share === 0 ? "0px" : share === 1 ? "100%" : `calc(22px + ${share} * (100% - 44px))`;
      old.style.clipPath = isBlend ? "none" : `inset(-1px calc(100% - ${place}) -1px -1px)`;
      old.style.opacity = isBlend ? share : 1;
      const { shape } = (isOffered ? offered() : current).dataset;
      then.style.clipPath = shape || "none";
      edge.style.left = place;
      slider.setAttribute("aria-valuetext", `${Math.round(100 * share)} % ${year}`);
    };
    const show = () => {
      const picture = (isOffered ? offered() : current).querySelector("img");
      // For paper, too.
      if (picture) picture.loading = "eager";
      then.hidden = !picture;
      then.src = picture ? picture.src : "";
      then.alt = picture ? picture.alt : "";
      if (!picture) then.removeAttribute("src");
      offer.hidden = !offered();
      offer.textContent = isOffered ? text("Show the rough place") : text("Show how it may fit");
      note.textContent = isOffered
        ? text("May fit here; placed as the pictures suggest.")
        : current.dataset.note || "";
      draw();
    };
    const choose = (index) => {
      current = periods[index];
      isOffered = false;
      const picture = current.querySelector("img");
      const isApart = current.dataset.frame !== "shared";
      frame.classList.toggle("apart", isApart);
      frame.classList.toggle("single", !picture);
      modes.hidden = isApart;
      years[0].textContent = current.querySelector(".chip").textContent;
      years[0].hidden = !picture;
      periods.forEach((period) => period.classList.toggle("current", period === current));
      if (title) title.querySelector("bdi").textContent = current.querySelector("bdi").textContent;
      if (actions) current.querySelector(".sure").after(actions);
      view.querySelectorAll(".plan [data-period]").forEach((cone) => {
        cone.classList.toggle("dim", cone.dataset.period !== current.id);
      });
      view.querySelectorAll(".strip button").forEach((button, at) => {
        button.setAttribute("aria-pressed", at === index);
        const strip = button.closest(".strip");
        if (at === index) strip.scrollLeft = button.offsetLeft + button.offsetWidth / 2 - strip.clientWidth / 2;
      });
      show();
    };

    // The ruler's pictures, which wait for the shown ones.
    const later = [];
    if (periods.length > 1) {
      const strip = document.createElement("div");
      strip.className = "strip";
      view.append(strip);
      strip.setAttribute("role", "group");
      strip.setAttribute("aria-label", text("Periods"));
      const ruler = make("div", "ruler", strip);
      const mark = (name, from, picture, classes = "") => {
        const element = make(name, classes, ruler);
        if (picture) {
          const thumbnail = make("img", "", element);
          thumbnail.alt = "";
          const source = picture.parentElement.dataset.small || picture.src;
          later.push(() => (thumbnail.src = source));
        } else {
          make("span", "none quiet", element).textContent = text("no picture");
        }
        make("span", "", element).textContent = from.textContent;
        const dot = make("i", classes, ruler);
        return { element, dot, year: Number((from.textContent.match(/\d{3,4}/) || [NaN])[0]) };
      };
      const marks = periods.map((period, index) => {
        const made = mark("button", period.querySelector(".chip"), period.querySelector("img"));
        made.element.type = "button";
        made.element.addEventListener("click", () => choose(index));
        return made;
      });
      marks.push(mark("span", view.querySelector(".own .chip"), own, "now"));
      // Along the ruler by arrow keys.
      strip.addEventListener("keydown", (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const index = periods.indexOf(current) + (by || 0);
        if (!by || !periods[index]) return;
        event.preventDefault();
        choose(index);
        marks[index].element.focus();
      });
      place(strip, ruler, marks);
      new ResizeObserver(() => place(strip, ruler, marks)).observe(strip);
    }
    slider.addEventListener("input", draw);
    const toggle = () => {
      slider.value = slider.value < 50 ? 100 : 0;
      draw();
    };
    // By touch: a swipe that scrolls the page leaves the edge where it was, and two taps are a
    // double click, which not every browser makes of them.
    let [before, tap, touched] = [null, -Infinity, -Infinity];
    slider.addEventListener("pointerdown", (event) => {
      before = event.pointerType === "touch" ? { value: slider.value, x: event.clientX } : null;
    });
    slider.addEventListener("pointercancel", () => {
      const value = before?.value;
      if (value === undefined) return;
      setTimeout(() => {
        slider.value = value;
        draw();
      });
    });
    slider.addEventListener("pointerup", (event) => {
      if (!before || Math.abs(event.clientX - before.x) > 10) return;
      const isSecond = event.timeStamp - tap < 350;
      tap = isSecond ? -Infinity : event.timeStamp;
      if (!isSecond) return;
      touched = event.timeStamp;
      setTimeout(toggle);
    });
    slider.addEventListener("dblclick", (event) => event.timeStamp - touched > 700 && toggle());
    const first = periods.findIndex((period) => period.classList.contains("current"));
    choose(Math.max(0, first));
    const shown = [now, then].map((image) => image.complete || new Promise((done) => {
      for (const end of ["load", "error"]) image.addEventListener(end, done, { once: true });
    }));
    Promise.all(shown).then(() => later.forEach((load) => load()));
  }

  // Maps in one frame: a slider goes through them from the oldest on. Each fades in over the
  // earlier ones.
  for (const maps of document.querySelectorAll(".maps")) {
    const charts = [...maps.querySelectorAll(".chart")];
    if (charts.length < 2) continue;
    const years = charts.map((chart) => chart.querySelector(".chip").textContent);
    const stacked = document.createElement("div");
    stacked.className = "stacked";
    maps.querySelector(".charts").before(stacked);
    const stack = make("div", "stack", stacked);
    const layers = charts.map((chart) => {
      const from = chart.querySelector("img");
      const layer = make("img", "", stack);
      layer.loading = "lazy";
      layer.src = from.src;
      layer.alt = from.alt;
      layer.width = from.getAttribute("width");
      layer.height = from.getAttribute("height");
      if (chart.dataset.shape) layer.style.clipPath = chart.dataset.shape;
      return layer;
    });
    stack.append(charts[0].querySelector("svg").cloneNode(true));
    const below = make("span", "chip", stack);
    const above = make("span", "chip", stack);
    [below, above].forEach((chip) => chip.setAttribute("aria-hidden", "true"));
    const label = make("label", "through", stacked);
    make("span", "", label).textContent = text("Opacity of the later map");
    const slider = make("input", "", label);
    Object.assign(slider, { type: "range", min: 0, max: 100 * (charts.length - 1), step: 1 });
    slider.value = 50 * (charts.length - 1) + (charts.length % 2 ? 50 : 0);
    const eras = make("div", "eras", stacked);
    eras.setAttribute("role", "group");
    eras.setAttribute("aria-label", text("Show one map alone"));
    const buttons = charts.map((chart, index) => {
      const button = make("button", "", eras);
      button.type = "button";
      button.textContent = years[index];
      button.addEventListener("click", () => {
        slider.value = 100 * index;
        draw();
      });
      return button;
    });
    const draw = () => {
      const at = slider.value / 100;
      const first = Math.min(Math.floor(at), charts.length - 2);
      const share = at - first;
      layers.forEach((layer, index) => {
        const opacity = index === first ? 1 : index === first + 1 ? share : 0;
        layer.style.opacity = index === first && share === 1 ? 0 : opacity;
        layer.setAttribute("aria-hidden", layer.style.opacity === "0");
      });
      below.textContent = years[first];
      above.textContent = years[first + 1];
      below.hidden = share === 1;
      above.hidden = share === 0;
      const percent = Math.round(100 * share);
      slider.setAttribute(
        "aria-valuetext",
        share === 0 || share === 1
          ? years[share ? first + 1 : first]
          : `${years[first + 1]}: ${percent} %, ${years[first]}`,
      );
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", 100 * index === Number(slider.value)));
    };
    slider.addEventListener("input", draw);
    draw();
  }
  // Folded facts are on paper, too.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll(".view details:not([open])")];
    for (const facts of folded) facts.open = true;
  });
  addEventListener("afterprint", () => {
    for (const facts of folded) facts.open = false;
  });
  document.documentElement.classList.add("live");
})();
