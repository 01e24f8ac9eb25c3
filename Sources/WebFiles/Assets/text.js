/** What the page's event is called, if not an event. */
const { kind } = document.body.dataset;

/** A space between a number and its unit. */
const UNIT = /(\d) (?=(?:m|km|cm|kB|MB|s|%)(?!\p{L}))/gu;

/**
 * The words of the page's language with values in their places; English where it has none. Units
 * stay with their numbers.
 */
export const text = (english, ...values) => {
  const own = kind ? english.replace(/\bevent\b/g, kind) : english;
  const known = globalThis.timewalkWords || {};
  const words = known[own] || known[english] || own;
  const value = (whole, number) => (values.length >= number ? values[number - 1] : whole);
  return words.replace(/%(\d)/g, value).replace(UNIT, "$1\u00a0");
};

/** A title beside its year: without the same year at its end. */
export const withoutYear = (title, year) => {
  const ends = [`, in ${year}`, `, ${year}`, ` · ${year}`, ` – ${year}`, ` (${year})`];
  const end = /^\d{4}$/.test(year) && ends.find((one) => title.endsWith(one));
  return (end && title.slice(0, -end.length)) || title;
};

/** The locale of dates and numbers: English days stand before their months, as on pictures. */
const { lang } = document.documentElement;
export const locale = lang === "en" ? "en-GB" : lang;

const steps = {
  read: "the photo is read",
  locate: "its place is found",
  search: "the archive is searched",
  render: "the pictures are made",
  keep: "they are stored",
};

/** The current step of a photo. */
export const step = (state) => text("Step %1 of %2: %3", state.number, state.total, text(steps[state.step] || state.step));
