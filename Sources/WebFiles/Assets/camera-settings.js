// What a person chose on the camera page. Nothing is kept before somebody chooses something.
const KEY = "timewalk.camera";
const usual = { geo: false, sound: true, ghost: true, pro: false, format: "image/jpeg", facing: "environment", manual: {} };

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
};

export const settings = { ...usual, ...read() };

/** Changes settings and keeps them. */
export const choose = (changes) => {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing asks again next time.
  }
};

export const forgetSettings = () => {
  Object.assign(settings, structuredClone(usual));
  localStorage.removeItem(KEY);
  localStorage.removeItem("timewalk.photos");
  localStorage.removeItem("timewalk.film");
};
