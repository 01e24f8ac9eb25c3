"""A phone that is played, with the camera page of a running server in its browser: BASE PHOTO [FOLDER].

The camera is a fake one that sees a street, which is cut from PHOTO; sensors, places, permissions, networks and
cameras of other phones are played. Faults are printed, one a line, and a script's exit code is then 1. With a FOLDER it
leaves pictures of what the page showed there.
"""
import base64
import math
import os
import sys
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect, sync_playwright

from findings import RULES, fault, finish, until

# With other tests in parallel a page is slow.
expect.set_options(timeout=20000)

BASE, PHOTO = sys.argv[1:3]
FOLDER = sys.argv[3] if len(sys.argv) > 3 else None
ONLY = os.environ.get("TIMEWALK_CAMERA_ONLY", "")
# The viewpoint of the sample pictures: 42nd Street, looking up Fifth Avenue.
SPOT = {"latitude": 40.75358, "longitude": -73.98084, "accuracy": 4, "altitude": -14, "altitudeAccuracy": 3}
HEADING, PITCH = 29.4, 4
# Frames a second: with 30 a browser without a graphics card works for nothing but the film.
RATE = 8


def rotation(heading, pitch, around=0):
    """The quaternion of a phone that is held upright and looks there (W3C: Z, then X', then Y'')."""
    a, b, c = (math.radians(value) / 2 for value in (-heading, 90 + pitch, around))
    cx, cy, cz, sx, sy, sz = math.cos(b), math.cos(c), math.cos(a), math.sin(b), math.sin(c), math.sin(a)
    return {
        "w": cx * cy * cz - sx * sy * sz, "x": sx * cy * cz - cx * sy * sz, "y": cx * sy * cz + sx * cy * sz, "z": cx * cy * sz + sx * sy * cz,
    }


class Phone:
    """A browser with a camera, sensors and a place of its own."""

    def __init__(self, p, film, size=(390, 844), grants=("videoCapture", "geolocation", "sensors"), camera=(f"fps={RATE}",), init=None, **options):
        arguments = ["--no-sandbox", "--use-fake-device-for-media-stream=" + ",".join(camera)]
        if film:
            arguments.append(f"--use-file-for-fake-video-capture={film}")
        self.browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)
        self.context = self.browser.new_context(
            **{"viewport": {"width": size[0], "height": size[1]}, "is_mobile": True, "has_touch": True, "locale": "en-GB", **options})
        if init:
            self.context.add_init_script(init)
        self.page = self.context.new_page()
        self.session = self.context.new_cdp_session(self.page)
        self.root = self.browser.new_browser_cdp_session()
        self.id = self.session.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
        if grants:
            self.root.send("Browser.grantPermissions", {"permissions": list(grants), "origin": BASE, "browserContextId": self.id})
        self.page.on("pageerror", lambda error: fault(f"the page throws: {error}"))
        self.asked = []
        self.page.on("request", self.note)

    def note(self, request):
        self.asked.append((request.method, request.url[len(BASE):]))
        if not request.url.startswith((BASE, "data:", "blob:")):
            fault(f"the page asks {request.url}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.close()

    def allow(self, name, setting):
        self.root.send("Browser.setPermission", {"permission": {"name": name}, "setting": setting, "origin": BASE, "browserContextId": self.id})

    def look(self, heading=HEADING, pitch=PITCH, isAgain=False):
        for kind in ("absolute-orientation", "relative-orientation"):
            if not isAgain:
                self.session.send("Emulation.setSensorOverrideEnabled", {"enabled": True, "type": kind, "metadata": {"available": True, "maximumFrequency": 60}})
            self.session.send("Emulation.setSensorOverrideReadings", {"type": kind, "reading": {"quaternion": rotation(heading, pitch)}})

    def stand(self, **changes):
        self.session.send("Emulation.setGeolocationOverride", {**SPOT, **changes})

    def open(self):
        self.page.goto(BASE + "/camera")
        expect(self.page.locator("#shutter")).to_be_enabled(timeout=90000)

    def place(self):
        self.page.get_by_role("switch", name="Geotag").click()
        expect(self.page.locator("#geo-dialog")).to_be_visible()
        self.page.click("#geo-yes")
        expect(self.page.get_by_role("switch", name="Geotag", checked=True)).to_be_visible()

    def begin(self):
        """The page opens where the sample's photo was taken, and knows its place."""
        self.look()
        self.stand()
        self.open()
        self.place()
        until(lambda: "40.75358" in self.readout(), 15, "the place is shown")

    def readout(self):
        return self.page.inner_text("#readout").replace("\u00a0", " ")

    def photos(self):
        """The page's stored photos, without their bytes; none while it changes."""
        try:
            return self.read()
        except Error:
            return []

    def read(self):
        return self.page.evaluate("""async () => {
          const module = (name) => import(document.querySelector('script[src$="camera.js"]').src.replace('camera.js', name));
          const [{ all, bytesOf }, { roll }] = await Promise.all([module('photo-store.js'), module('camera-event.js')]);
          return Promise.all((await all(roll)).map(async ({ thumb, ...photo }) => {
            const bytes = await bytesOf(photo.id);
            return { ...photo, whole: bytes?.whole?.size || 0, framed: bytes?.framed?.size || 0 };
          }));
        }""")

    def ticks(self):
        """How long the page's thread has worked, seconds."""
        return {one["name"]: one["value"] for one in self.session.send("Performance.getMetrics")["metrics"]}["ThreadTime"]

    def shot(self, name):
        if FOLDER:
            self.page.screenshot(path=os.path.join(FOLDER, f"camera-{name}.png"))

    def thumbs(self, name):
        """Each control outside of dialogs is as large as a thumb, and the shutter is in sight."""
        small = self.page.eval_on_selector_all(
            ".panel :is(button, a, input, [role=slider]), #readout",
            """all => all.filter(e => e.checkVisibility()).map(e => [e.id || e.textContent, e.getBoundingClientRect()])
            .filter(([, box]) => box.width < 44 || box.height < 44).map(([name, box]) => `${name} ${box.width} x ${box.height}`)""")
        if small:
            fault(f"{name}: smaller than 44 pixels: {small}")
        box = self.page.locator("#shutter").bounding_box()
        if box["y"] < 0 or box["y"] + box["height"] > self.page.viewport_size["height"]:
            fault(f"{name}: the shutter isn't in sight: {box}")
        tools = self.page.evaluate("(() => { const e = document.querySelector('.tools'); return e.scrollWidth - e.clientWidth; })()")
        if tools > 0:
            fault(f"{name}: the tools are {tools} pixels wider than the panel")

    def axe(self, name):
        # The professional controls fade while nothing is touched, and axe may take longer.
        self.page.emulate_media(contrast="more")
        for violation in Axe().run(self.page, options=RULES).response["violations"]:
            nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:3])
            fault(f"axe: {name}: {violation['id']}: {violation['help']}: {nodes}")
        small = self.page.eval_on_selector_all(
            "button, input, select, [role=slider]",
            """all => all.filter(e => e.checkVisibility() && !e.closest('label.button')).map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([html]) => html)""")
        for html in small:
            fault(f"{name}: smaller than 24 pixels: {html}")
        self.shot(name)
        self.page.emulate_media(contrast="no-preference")


def answered(phone, seconds=120):
    """Waits until a photo was answered, and returns its stored data."""
    found = until(lambda: [one for one in phone.photos() if one["state"] == "done"], seconds, "a photo is answered")
    return found[-1] if found else None


def films(p, folder):
    """The fake camera's pictures: the street upright and lying, cut from the photo by the browser itself (BT.601)."""
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page()
    page.goto(BASE + "/")
    with open(PHOTO, "rb") as file:
        photo = base64.b64encode(file.read()).decode()
    made = {}
    for name, (width, height) in {"lying": (1600, 1200), "upright": (1200, 1600)}.items():
        data = page.evaluate("""async ([photo, width, height]) => {
          const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(photo), letter => letter.charCodeAt(0))]));
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [width, height];
          const scale = Math.max(width / bitmap.width, height / bitmap.height);
          const pen = canvas.getContext('2d');
          pen.drawImage(bitmap, (width - bitmap.width * scale) / 2, (height - bitmap.height * scale) / 2, bitmap.width * scale, bitmap.height * scale);
          const { data } = pen.getImageData(0, 0, width, height);
          const [size, chroma] = [width * height, width * height / 4];
          const frame = new Uint8Array(size + 2 * chroma);
          for (let y = 0, i = 0, c = size; y < height; y += 1) {
            for (let x = 0; x < width; x += 1, i += 1) {
              const [r, g, b] = [data[4 * i], data[4 * i + 1], data[4 * i + 2]];
              frame[i] = 16.5 + 0.257 * r + 0.504 * g + 0.098 * b;
              if (x % 2 || y % 2) continue;
              frame[c] = 128.5 - 0.148 * r - 0.291 * g + 0.439 * b;
              frame[c + chroma] = 128.5 + 0.439 * r - 0.368 * g - 0.071 * b;
              c += 1;
            }
          }
          const reader = new FileReader();
          reader.readAsDataURL(new Blob([frame]));
          await new Promise(done => { reader.onload = done; });
          return reader.result;
        }""", [photo, width, height])
        made[name] = os.path.join(folder, name + ".y4m")
        with open(made[name], "wb") as file:
            file.write(f"YUV4MPEG2 W{width} H{height} F{RATE}:1 Ip A1:1 C420\nFRAME\n".encode())
            file.write(base64.b64decode(data.split(",")[1]))
    browser.close()
    return made


def drive(*parts):
    """Goes through the parts, or those that TIMEWALK_CAMERA_ONLY names."""
    with sync_playwright() as p, tempfile.TemporaryDirectory() as folder:
        film = films(p, folder)
        for part in parts:
            if ONLY and part.__name__ not in ONLY.split(","):
                continue
            start = time.time()
            try:
                part(p, film)
            except Exception as error:
                fault(f"{part.__name__}: {error}")
            print(f"{part.__name__}: {time.time() - start:.0f} s", flush=True)
    finish()
