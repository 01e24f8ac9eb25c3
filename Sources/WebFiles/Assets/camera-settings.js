// The user's settings of the camera page. Nothing is stored before the first choice.
const KEY = "timewalk.camera";
const usual = { geo: false, sound: true, ghost: true, strength: 40, grid: false, pro: false, format: "image/jpeg", facing: "environment", manual: {} };

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
};

export const settings = { ...usual, ...read() };

/** Changes and stores settings. */
export const choose = (changes) => {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage, the browser asks again next time.
  }
};

export const forgetSettings = () => {
  Object.assign(settings, structuredClone(usual));
  localStorage.removeItem(KEY);
  localStorage.removeItem("timewalk.photos");
  localStorage.removeItem("timewalk.film");
};
