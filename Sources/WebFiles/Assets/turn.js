// Goes to the next and the previous picture: by the arrow keys, and by a swipe over the picture.

/** The least way of a swipe, pixels; it must go twice as far sideways as up or down. */
const FAR = 60;
/** Parts of pages that have another use for swipes and arrow keys. */
const OWN = "input, select, textarea, [role=group], .stage, .charts";

/**
 * Follows the page's links to the next and the previous picture. `figure` is the picture, or the
 * page; without it, swipes have another use. Sliders and rulers keep their own swipes.
 */
export const makeTurns = (figure) => {
  const go = (rel) => document.querySelector(`main a[rel=${rel}]`)?.click();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest?.(OWN)) return;
    if (event.key === "ArrowLeft") go("prev");
    if (event.key === "ArrowRight") go("next");
  });
  if (!figure) return;
  let start = null;
  figure.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 && !event.target.closest(OWN) ? event.touches[0] : null;
  }, { passive: true });
  figure.addEventListener("touchend", (event) => {
    const [end] = event.changedTouches;
    // A page that is zoomed in is moved by swipes.
    if (!start || event.touches.length || (globalThis.visualViewport?.scale ?? 1) > 1.05) return;
    const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(x) >= FAR && Math.abs(x) > 2 * Math.abs(y)) go(x > 0 ? "prev" : "next");
  });
};
