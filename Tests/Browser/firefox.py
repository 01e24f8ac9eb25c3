"""Drives Debian's Firefox through the pages, the map, curating and the camera of a running server, by WebDriver BiDi.

    firefox.py BASE PHOTO [FOLDER]

Playwright knows only a Firefox of its own, so this speaks the protocol itself: commands and events as JSON over a web
socket. It looks at every page with axe, uses the sliders by keys, touches the map, places a picture, goes through the
review, and takes a photo with Firefox's fake camera. Faults are printed, one a line, and the exit code is then 1. With a
FOLDER it leaves a picture of every page there.
"""
import base64
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import axe_playwright_python
from websockets.sync.client import connect

from findings import RULES, check, fault, finish

BASE, PHOTO = sys.argv[1:3]
FOLDER = sys.argv[3] if len(sys.argv) > 3 else None
AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
TAB, ENTER, RIGHT = "\ue004", "\ue007", "\ue014"
# Where the archive of the project has several pictures at one spot.
CORNER = "/map#17/40.75358/-73.98084"
ITEM = "/items/sample:imagined-1905"
# The viewpoint of the sample pictures.
SPOT = {"latitude": 40.75358, "longitude": -73.98084, "accuracy": 4, "altitude": 18, "altitudeAccuracy": 3}
PREFERENCES = {
    "media.navigator.streams.fake": True, "media.navigator.permission.disabled": True, "intl.locale.requested": "en-GB",
    "intl.accept_languages": "en-GB, en", "geo.provider.testing": True, "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True, "browser.shell.checkDefaultBrowser": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "extensions.systemAddon.update.enabled": False,
}


class Firefox:
    """A browser with one window. Events are looked at whenever an answer is waited for."""

    def __init__(self, folder, dark=False):
        preferences = {**PREFERENCES, "ui.systemUsesDarkTheme": int(dark)}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
        pathlib.Path(folder, "user.js").write_text("\n".join(lines))
        # Into a file: an unread pipe would fill up, and block Firefox forever.
        said = pathlib.Path(folder, "said")
        with said.open("w") as file:
            self.process = subprocess.Popen(
                ["firefox-esr", "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0", "--width", "420", "--height", "900"],
                stderr=file, stdout=subprocess.DEVNULL, start_new_session=True)
        end = time.time() + 120
        while not (found := re.search(r"BiDi listening on (\S+)\n", said.read_text(errors="replace"))):
            if self.process.poll() is not None or time.time() > end:
                self.kill()
                raise SystemExit(f"Firefox doesn't start: {said.read_text(errors='replace')[-500:]}")
            time.sleep(0.1)
        address = found[1]
        self.socket = connect(address + "/session", max_size=None, open_timeout=60)
        self.number = 0
        self.send("session.new", capabilities={})
        # In Firefox's first page the field for addresses has the focus, and pages behind it mark
        # none.
        self.window = self.send("browsingContext.create", type="tab")["context"]
        self.send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("browser.close")
            self.process.wait(20)
        except Exception:
            # An error at Firefox's exit is not one of the pages.
            pass
        self.kill()

    def kill(self):
        """Ends Firefox with the processes of its pages, in any state."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def send(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=120))
            if message.get("id") == self.number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]
            self.note(message)

    def note(self, event):
        """Notes errors of a page's scripts, and its requests to other hosts."""
        values = event.get("params", {})
        if event.get("method") == "log.entryAdded" and values["level"] == "error":
            frames = (values.get("stackTrace") or {}).get("callFrames", [])
            where = "".join(f" at {frame['url']}:{frame['lineNumber'] + 1}" for frame in frames[:3])
            fault(f"a page says: {values['text'].strip()}{where}")
        if event.get("method") == "network.beforeRequestSent":
            url = values["request"]["url"]
            if not url.startswith((BASE, "data:", "blob:", "about:")):
                fault(f"a page asks {url}")

    def go(self, path):
        self.send("browsingContext.navigate", context=self.window, url=BASE + path, wait="complete")

    def ask(self, script):
        """The value of an expression, as JSON."""
        answer = self.send(
            "script.evaluate", expression=f"(async () => JSON.stringify(await (async () => {script})() ?? null))()",
            target={"context": self.window}, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def until(self, script, words, seconds=60):
        """Waits until an expression holds; a fault where it never does."""
        end = time.time() + seconds
        while time.time() < end:
            try:
                value = self.ask(script)
            except RuntimeError:
                # While it goes to another page there is nothing to ask.
                value = None
            if value:
                return value
            time.sleep(0.2)
        fault(f"never: {words}")
        return None

    def find(self, selector):
        found = self.send("browsingContext.locateNodes", context=self.window, locator={"type": "css", "value": selector})["nodes"]
        if not found:
            raise SystemExit(f"there is no {selector}")
        return {"sharedId": found[0]["sharedId"]}

    def middle(self, selector):
        """Scrolls to an element; where its middle is in the window."""
        return self.ask(f"""{{
          const one = document.querySelector({json.dumps(selector)});
          one.scrollIntoView({{ block: "center" }});
          const {{ x, y, width, height }} = one.getBoundingClientRect();
          return [Math.round(x + width / 2), Math.round(y + height / 2)];
        }}""")

    def point(self, *paths, kind="touch"):
        """Fingers, or a mouse, that go down at the same time, each move along a path of points, and are lifted."""
        self.send("input.performActions", context=self.window, actions=[{
            "type": "pointer", "id": f"{kind}-{number}", "parameters": {"pointerType": kind},
            "actions": [{"type": "pointerMove", "x": first[0], "y": first[1]}, {"type": "pointerDown", "button": 0},
                        *[{"type": "pointerMove", "x": x, "y": y, "duration": 100} for x, y in rest], {"type": "pointerUp", "button": 0}],
        } for number, (first, *rest) in enumerate(paths)])

    def click(self, selector):
        # Where the element is when the finger comes, and not where it was.
        origin = {"type": "element", "element": self.find(selector)}
        self.middle(selector)
        self.send("input.performActions", context=self.window, actions=[{
            "type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"},
            "actions": [{"type": "pointerMove", "x": 0, "y": 0, "origin": origin}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def press(self, *keys):
        for key in keys:
            self.send("input.performActions", context=self.window, actions=[
                {"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}])

    def to(self, selector):
        """Goes on by Tab until an element has the focus, with an outline."""
        for _ in range(150):
            self.press(TAB)
            if self.ask(f"document.activeElement.matches({json.dumps(selector)})"):
                outline = self.ask("getComputedStyle(document.activeElement).outlineStyle")
                check(outline != "none", f"{selector} isn't marked when it has the focus")
                return
        raise SystemExit(f"{selector} isn't reached by Tab")

    def choose(self, selector, path):
        self.send("input.setFiles", context=self.window, element=self.find(selector), files=[path])

    def look(self, name):
        """Runs axe on a page as it stands, and checks that nothing is cut off at its side."""
        time.sleep(0.3)
        self.send("script.evaluate", expression=AXE + "; null", target={"context": self.window}, awaitPromise=False)
        for one in self.ask(f"axe.run({json.dumps(RULES)}).then(({{ violations }}) => violations.map(({{ id, help, nodes }}) => [id, help, nodes[0].html.slice(0, 120)]))"):
            fault(f"axe: {name}: {': '.join(one)}")
        wide = self.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(wide <= 0, f"{name}: {wide} pixels wider than the window")
        if FOLDER:
            picture = self.send("browsingContext.captureScreenshot", context=self.window)["data"]
            pathlib.Path(FOLDER, f"firefox-{name}.png").write_bytes(base64.b64decode(picture))


def pages(firefox, name):
    """From the first page with a photo to then beside now, the map, an item, lists and the library."""
    firefox.go("/")
    firefox.look(f"home-{name}")
    firefox.choose("input[type=file][capture]", PHOTO)
    firefox.until("/^\\/photos\\/[\\w-]+$/.test(location.pathname) && document.readyState === 'complete' && location.pathname", "a photo leads to its page", 120)
    slider = "document.querySelector('input[type=range]')"
    check(firefox.ask(f"{slider}.checkVisibility()"), "then and now has no slider")
    firefox.look(f"photo-{name}")
    before = firefox.ask(f"({slider}.focus(), {slider}.value)")
    firefox.press(RIGHT)
    check(firefox.ask(f"{slider}.value") != before, "the slider doesn't heed the arrow keys")
    item = firefox.ask("document.querySelector(\"section.period.current a[href^='/items/']\").pathname")
    firefox.go("/map#15/40.7536/-73.9808")
    firefox.until("document.querySelectorAll('#seen li').length", "the map lists what is seen")
    firefox.look(f"map-{name}")
    firefox.go(item)
    firefox.until("document.querySelector('.zoom .glass')?.checkVisibility()", "an item's picture can be enlarged")
    firefox.look(f"item-{name}")
    for list in ("items", "library", "review"):
        firefox.go("/" + list)
        firefox.look(f"{list}-{name}")


def touched(firefox):
    """A finger on a spot with several pictures lists them, one that moves takes the map along, two go nearer."""
    firefox.go(CORNER)
    firefox.until("document.querySelectorAll('#seen li').length", "the map lists what is seen")
    firefox.click("#map")
    firefox.until("document.getElementById('seen-title').innerText === 'Pictures taken here'", "a touch lists what was taken at a spot")
    check(firefox.ask("document.activeElement === document.querySelector('#seen a')"), "the first picture taken at a spot has no focus")
    firefox.click("#seen button")
    firefox.until("document.getElementById('seen-title').innerText === 'In view'", "the list goes back")
    x, y = firefox.middle("#map")
    before = firefox.ask("location.hash")
    firefox.point([(x, y), (x - 60, y - 40)])
    moved = firefox.until(f"location.hash !== {json.dumps(before)} && location.hash", "the map moves with a finger")
    check(firefox.ask("document.getElementById('seen-title').innerText") == "In view", "a finger that moved the map asked something")
    firefox.point([(x - 20, y), (x - 80, y)], [(x + 20, y), (x + 80, y)])
    apart = firefox.until(f"location.hash !== {json.dumps(moved)} && location.hash", "the map heeds two fingers")
    nearer = float(apart[1:].split("/")[0]) - float(moved[1:].split("/")[0])
    check(1.5 < nearer < 2.5, f"two fingers, four times as far apart, go {nearer} steps nearer")


def placing(firefox):
    """A camera is dragged and turned by keys; that is kept, and undone."""
    field = lambda name: float(firefox.ask(f"document.querySelector('#place [name={name}]').value"))
    firefox.go(ITEM + "/place")
    firefox.until("document.getElementById('handle-camera')?.checkVisibility()", "the camera is on the map")
    time.sleep(1)
    firefox.look("place")
    before = {name: field(name) for name in ("latitude", "longitude", "heading", "fieldOfView")}
    for kind in ("mouse", "touch"):
        was = {name: field(name) for name in before}
        x, y = firefox.middle("#handle-camera")
        firefox.point([(x, y), (x + 20, y - 15), (x + 40, y - 30)], kind=kind)
        check(field("longitude") > was["longitude"] and field("latitude") > was["latitude"], f"{kind}: the camera, dragged to the north-east, doesn't stand there")
    for handle, name in (("#handle-heading", "heading"), ("#handle-width", "fieldOfView")):
        firefox.to(handle)
        firefox.press(RIGHT)
        check(field(name) == round(before[name]) + 1, f"one more by keys makes {name} {field(name)} of {before[name]}")
    wanted = {name: field(name) for name in before}
    firefox.to("button[form=place][type=submit]")
    firefox.press(ENTER)
    firefox.until("document.querySelector('main [role=status].said')?.innerText.includes('Saved.')", "what is placed is kept")
    check({name: field(name) for name in before} == wanted, "what was kept is something else")
    firefox.to(".changes button")
    firefox.press(ENTER)
    firefox.until("document.querySelector('main [role=status].said')?.innerText.includes('Undone.')", "what was kept is undone")
    check({name: field(name) for name in before} == before, "what was undone isn't as before")


def review(firefox):
    """A date is corrected in the review, and that is undone."""
    firefox.go("/review?kind=doubtful-date")
    entries = "document.querySelectorAll('.reviews > li').length"
    count = firefox.ask(entries)
    firefox.to(".correct input[name=value]")
    firefox.press(*"1679-11", TAB, ENTER)
    firefox.until(f"{entries} === {count - 1}", "an entry that was corrected is gone")
    firefox.look("review-corrected")
    firefox.click(".changes button")
    firefox.until(f"{entries} === {count}", "an entry whose correction was undone is back")


def camera(firefox):
    """A photo by the fake camera, with a place; what Firefox lacks is said."""
    here = lambda: firefox.send("emulation.setGeolocationOverride", contexts=[firefox.window], coordinates=SPOT)
    here()
    firefox.send("permissions.setPermission", descriptor={"name": "geolocation"}, state="granted", origin=BASE)
    firefox.go("/camera")
    firefox.until("!document.getElementById('shutter').disabled", "the camera is ready", 90)
    firefox.look("camera")
    firefox.click("#geo")
    firefox.until("document.getElementById('geo-dialog').open", "the switch explains itself")
    firefox.click("#geo-yes")
    # A page that watches the position doesn't always receive one that was set before, but receives
    # a new one.
    for _ in range(20):
        time.sleep(3)
        if firefox.ask("document.getElementById('readout').innerText.includes('40.75358')"):
            break
        here()
    else:
        fault("the place is never shown")
    firefox.click("#mode")
    firefox.until("!document.getElementById('pro').hidden", "Pro is switched on")
    said = firefox.ask("[...document.querySelectorAll('#pro [role=slider]')].map(e => [e.getAttribute('aria-label'), e.getAttribute('aria-disabled'), e.getAttribute('aria-valuetext')])")
    check([one[0] for one in said][:4] == ["ISO", "Shutter", "Focus", "White balance"], f"other dials: {said}")
    for label, off, why in said:
        check(off == "true" and why, f"{label} isn't called unavailable, though Firefox has none: {off}, {why}")
    firefox.look("camera-pro")
    firefox.click("#mode")
    firefox.click("#shutter")
    answer = firefox.until("""{
      const { all } = await import(document.querySelector('script[src$="camera.js"]').src.replace('camera.js', 'photo-store.js'));
      return (await all()).filter(({ state }) => state === 'done').map(({ answer, pose }) => ({ viewpoint: answer.viewpoint, pose })).at(-1);
    }""", "the photo is answered", 120)
    if answer:
        check(abs(answer["viewpoint"]["latitude"] - SPOT["latitude"]) < 1e-5, f"another place arrived: {answer}")
        check("heading" not in answer["pose"], f"a direction was made up: {answer['pose']}")
    firefox.look("camera-answered")


def late(*_):
    raise SystemExit("it takes more than ten minutes")


signal.signal(signal.SIGALRM, late)
signal.alarm(600)
for dark in (False, True):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Firefox(folder, dark) as firefox:
        pages(firefox, "dark" if dark else "light")
        if not dark:
            touched(firefox)
            placing(firefox)
            review(firefox)
            camera(firefox)
finish()
