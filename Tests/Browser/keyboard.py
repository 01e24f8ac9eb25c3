"""A page that is used by keys alone: Tab reaches every control, and the focused one is visible, marked and in order."""
import base64

from findings import check, fault
from looks import BASE, watch

# The focused element: its text, its position in the window, its visibility there, and whether it
# comes after the previous one. Handles and buttons on a map count as one position with it.
FOCUSED = """(before) => {
  const now = document.activeElement;
  if (!now || now === document.body || now === document.documentElement) return null;
  const place = (one) => (one.closest(".sheet-map") || one).getBoundingClientRect();
  const box = now.getClientRects()[0] || now.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].map(([x, y]) => [box.left + x * box.width, box.top + y * box.height]);
  const top = points.map((point) => document.elementFromPoint(...point));
  const words = (now.getAttribute("aria-label") || now.labels?.[0]?.innerText || now.innerText || now.name || "").trim().slice(0, 40);
  // The main action at the thumb comes first wherever it stands.
  const isFixed = (one) => getComputedStyle(one).position === "fixed";
  const [a, b] = [before?.isConnected && !isFixed(before) && !isFixed(now) ? place(before) : null, place(now)];
  const within = (one, other) => Math.abs((one.top + one.bottom - other.top - other.bottom) / 2) <= (one.bottom - one.top) / 2;
  // Above what came before, but for the next column; or left of it in one line.
  const precedes = (one, other) =>
    (one.bottom <= other.top + 1 && one.left < other.right - 1) || (within(one, other) && within(other, one) && one.right <= other.left);
  return {
    words: `${now.localName} "${words}"`, html: now.outerHTML.slice(0, 300),
    x: box.x, y: box.y, width: box.width, height: box.height,
    inSight: top.some((one) => now.contains(one)),
    isBack: a && precedes(b, a), isAhead: a && precedes(a, b),
  };
}"""
# A style sheet of the reader's own, which the pages' policy doesn't hinder.
UNMARKED = """() => { const sheet = new CSSStyleSheet(); sheet.replaceSync("*, ::after { outline: none !important }"); document.adoptedStyleSheets = [sheet]; }"""
MARKED = "() => { document.adoptedStyleSheets = []; }"
# How many pixels of the first picture are another colour in each of the others, for more than the
# edges of letters.
CHANGED = """async (pictures) => {
  const [first, ...others] = await Promise.all(pictures.map(async (bytes) => {
    const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + bytes)).blob());
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    pen.drawImage(bitmap, 0, 0);
    return pen.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }));
  return others.map((other) => {
    let count = 0;
    for (let at = 0; at < first.length; at += 4) count += [0, 1, 2].some((by) => Math.abs(first[at + by] - other[at + by]) > 40);
    return count;
  });
}"""


class Keys:
    """A page, and where its focus was. Each control is looked at once."""

    def __init__(self, browser, address, **options):
        # An empty page, which compares pictures.
        self.nobody = browser.new_page()
        self.page = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, "locale": "en-GB", **options}).new_page()
        watch(self.page)
        self.before = None
        self.known = set()
        self.page.on("framenavigated", self.left)
        self.page.goto(BASE + address)

    def left(self, _):
        self.before = None

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, key="Enter"):
        """Presses a key that leads to another page."""
        with self.page.expect_navigation():
            self.press(key)

    def write(self, words):
        """Puts other words into the field that has the focus."""
        self.press("Control+a")
        self.page.keyboard.type(words)

    def tab(self, key="Tab"):
        """Goes to the next control and checks it; returns it, or nothing at the end of the page."""
        self.press(key)
        return self.look(key)

    def look(self, key=None):
        """True if the focused control is visible, marked, and in order."""
        focused = self.page.evaluate(FOCUSED, self.before)
        self.before = self.page.evaluate_handle("document.activeElement") if focused else None
        if not focused or focused["html"] in self.known:
            return focused
        self.known.add(focused["html"])
        words = f"{self.page.url}: the focus on {focused['words']}"
        check(focused["inSight"], f"{words} is out of sight")
        if key:
            check(not focused["isAhead" if key.startswith("Shift") else "isBack"], f"{words} comes out of order")
        if focused["inSight"]:
            check(self.marked(focused), f"{words} isn't marked")
        return focused

    def marked(self, focused):
        """True if at least half of the focused control's outline is in the window."""
        # The outline stands three pixels away, and is three wide.
        size = self.page.viewport_size
        left, top = max(0, focused["x"] - 8), max(0, focused["y"] - 8)
        width, height = min(size["width"], focused["x"] + focused["width"] + 8) - left, min(size["height"], focused["y"] + focused["height"] + 8) - top
        shot = lambda: self.page.screenshot(clip={"x": left, "y": top, "width": width, "height": height})
        for _ in range(20):
            pictures = [shot()]
            for change in (UNMARKED, MARKED):
                self.page.evaluate(change)
                pictures.append(shot())
            outline, moving = self.nobody.evaluate(CHANGED, [base64.b64encode(picture).decode() for picture in pictures])
            # While pictures and maps come in, the difference may be theirs.
            if moving < 20:
                return outline > 3 * (width + height - 32)
            self.page.wait_for_timeout(200)
        fault(f"{self.page.url}: {focused['words']} doesn't come to rest")
        return True

    def to(self, locator, key="Tab"):
        """Goes on by Tab until a control has the focus, and looks at all on the way."""
        for _ in range(150):
            self.tab(key)
            if self.has(locator):
                return
        raise SystemExit(f"{self.page.url}: {locator} isn't reached by {key}")

    def has(self, locator):
        return locator.evaluate("one => one === document.activeElement")
