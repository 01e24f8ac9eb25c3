"""The camera page's measurements and displays, in use with a phone: BASE PHOTO [FOLDER]; see `phone.py`."""
import json
import math
import re
import time

from playwright.sync_api import expect

from findings import check, until
from phone import BASE, HEADING, PITCH, Phone, RATE, answered, drive, rotation

# Cameras of other phones: a track's capabilities and behaviour.
PERSONA = """(() => {
  const persona = __PERSONA__, kind = MediaStreamTrack.prototype, state = new WeakMap();
  const { getCapabilities, getSettings, applyConstraints } = kind;
  const own = (track) => state.get(track) ?? (state.set(track, structuredClone(persona.settings)), state.get(track));
  kind.getCapabilities = function () {
    const { width, height, deviceId } = getCapabilities.call(this);
    return { width, height, deviceId, ...persona.capabilities, facingMode: ["environment"] };
  };
  kind.getSettings = function () { return { ...getSettings.call(this), ...own(this), facingMode: "environment" }; };
  kind.applyConstraints = async function (constraints = {}) {
    for (const wanted of constraints.advanced ?? []) {
      for (const [name, value] of Object.entries(wanted)) {
        if (name === "pointsOfInterest") { window.focused = value; continue; }
        const can = persona.capabilities[name];
        const isThere = Array.isArray(can) ? can.includes(value) : can === true || (can && value >= can.min && value <= can.max);
        if (!isThere) throw new OverconstrainedError(name, "not here");
        const presets = name === "colorTemperature" && [2850, 2950, 4250, 4600, 5000, 6000, 7000];
        own(this)[name] = presets ? presets.reduce((a, b) => (Math.abs(b - value) < Math.abs(a - value) ? b : a)) : value;
      }
    }
  };
})();"""
ANDROID = {
    "capabilities": {
        "zoom": {"min": 0.5, "max": 8, "step": 0.1}, "torch": True, "focusMode": ["manual", "single-shot", "continuous"],
        "focusDistance": {"min": 0, "max": 10, "step": 0.1}, "exposureMode": ["manual", "continuous"],
        "exposureTime": {"min": 1, "max": 10000, "step": 1}, "exposureCompensation": {"min": -4, "max": 4, "step": 0.1667},
        "iso": {"min": 50, "max": 3200, "step": 1}, "whiteBalanceMode": ["manual", "continuous"],
        "colorTemperature": {"min": 2850, "max": 7000, "step": 50},
    },
    "settings": {
        "zoom": 1, "torch": True, "focusMode": "continuous", "focusDistance": 0, "exposureMode": "continuous", "exposureTime": 333,
        "iso": 100, "exposureCompensation": 0, "whiteBalanceMode": "continuous", "colorTemperature": 5000,
    },
}
IPHONE = {
    "capabilities": {"zoom": {"min": 1, "max": 10}, "torch": True, "focusDistance": {"min": 0.12}, "whiteBalanceMode": ["continuous", "manual"]},
    "settings": {"zoom": 1, "torch": False, "whiteBalanceMode": "continuous"},
}


def upright(p, film):
    """Offline and then online, held upright: place off, its explanation, the pose, the photo, then beside now."""
    with Phone(p, film["upright"], device_scale_factor=2) as phone:
        page = phone.page
        phone.look()
        phone.stand(latitude=40.75355)
        phone.open()
        check("place off" in phone.readout(), f"the place isn't off at the start: {phone.readout()}")
        until(lambda: "29°" in phone.readout() and "+4°" in phone.readout(), 10, f"compass and pitch are shown: {phone.readout()}")
        check(page.evaluate("localStorage.length") == 0, "something is stored before the first choice")
        check("angle unknown" in phone.readout(), "an unknown angle of view is shown")
        phone.axe("upright")
        check(not any("/v1/match" in url for _, url in phone.asked), "the archive is asked while the place is off")
        phone.place()
        until(lambda: "40.75355" in phone.readout() and "± 4 m" in phone.readout(), 15, "the place with its accuracy is shown")
        until(lambda: "above the sea" in phone.readout(), 20, f"the height is shown with what it is above: {phone.readout()}")
        until(lambda: "m forward" in page.inner_text("#guide"), 15, f"the ghost says how far to go: {page.inner_text('#guide')}")
        phone.look(heading=45, isAgain=True)
        until(lambda: "turn 16° left" in page.inner_text("#guide"), 15, f"the ghost says how far to turn: {page.inner_text('#guide')}")
        phone.look(isAgain=True)
        until(lambda: "29°" in phone.readout(), 5, "the heading follows")
        phone.axe("upright-ghost")
        until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"), 30, "the service worker takes over")
        before = len(phone.asked)
        phone.context.set_offline(True)
        page.click("#shutter")
        until(lambda: len(phone.photos()) == 1, 10, "a photo is kept without a network")
        check("Saving 1" in page.inner_text("#photos-word"), f"what is saved isn't shown: {page.inner_text('#photos-word')}")
        page.reload()
        expect(page.locator("#shutter")).to_be_enabled(timeout=90000)
        # It may be tried once more before the page knows that there is no network.
        until(lambda: [kept["state"] for kept in phone.photos()] == ["waiting"], 30, "the page opens again with its photo, which waits")
        kept = phone.photos()
        check(kept and kept[0]["whole"] > 10000, f"the photo isn't whole any more: {kept}")
        page.click("#photos")
        expect(page.locator("#queue .state")).to_contain_text("waits for a network")
        phone.axe("upright-offline")
        page.click("#photos-dialog [data-close]")
        phone.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        photo = answered(phone)
        if not photo:
            return
        view = photo["answer"]["viewpoint"]
        check(abs(view["latitude"] - 40.75355) < 1e-5 and abs(view["heading"] - HEADING) < 1 and abs(view["pitch"] - PITCH) < 1, f"another pose arrived: {view}")
        # Upright, the frame is as wide as the picture's shorter side: the zoom is more than its
        # number.
        shape = page.evaluate("document.getElementById('video').videoHeight / document.getElementById('video').videoWidth")
        check(shape > 1.1 and abs(photo["pose"]["zoom"] - shape) < 0.01, f"the zoom of the frame isn't told: {photo['pose']}")
        check("stripLocation" not in photo["pose"] and photo["pose"]["altitudeReference"] == "ellipsoid", f"the pose isn't told: {photo['pose']}")
        check(any(method == "PATCH" for method, _ in phone.asked[before:]), "the photo wasn't sent in pieces")
        expect(page.locator("#result")).to_be_visible()
        check("1609" in page.inner_text("#result") or "1905" in page.inner_text("#result") or "1939" in page.inner_text("#result"), f"another view was found: {page.inner_text('#result')}")
        page.wait_for_timeout(1500)
        phone.axe("upright-result")
        shape = page.evaluate("""async (url) => { const b = await createImageBitmap(await (await fetch(url)).blob()); return b.width / b.height; }""", f"/v1/photos/{photo['photo']}/clean")
        check(abs(shape - 16 / 9) < 0.01, f"the framed picture isn't 16:9 but {shape}")
        until(lambda: page.evaluate("async (path) => Boolean(await caches.match(path))", f"/photos/{photo['photo']}"), 20, "the answered page is kept")
        page.click("#result a")
        expect(page.get_by_role("slider", name="Then and now")).to_be_visible()
        phone.shot("upright-then-now")
        phone.context.set_offline(True)
        page.goto(BASE + f"/photos/{photo['photo']}")
        expect(page.get_by_role("slider", name="Then and now")).to_be_visible()
        phone.context.set_offline(False)
        page.get_by_text("Delete this photo").click()
        page.get_by_role("button", name="Delete for good").click()
        page.wait_for_url("**/library")
        left = "async (id) => (await (await caches.open('timewalk-seen')).keys()).filter(({ url }) => url.includes(id)).length"
        until(lambda: page.evaluate(left, photo["photo"]) == 0, 10, "a deleted photo's page is still kept")


def lying(p, film):
    """The same in landscape, where the shutter stays at the same end of the phone."""
    with Phone(p, film["lying"], size=(844, 390), device_scale_factor=2) as phone:
        page = phone.page
        phone.begin()
        until(lambda: page.inner_text("#guide"), 15, "the ghost speaks")
        box = page.locator("#shutter").bounding_box()
        check(abs(box["y"] + box["height"] / 2 - 195) < 12 and box["x"] > 700, f"the shutter isn't where it was upright: {box}")
        check(page.locator("#finder").bounding_box()["height"] > 330, "the viewfinder isn't as high as the phone")
        phone.axe("lying")
        phone.thumbs("lying")
        page.click("#zooms button >> nth=1")
        until(lambda: "2× digital" in phone.readout(), 5, f"a digital zoom isn't called so: {phone.readout()}")
        slider = page.get_by_role("slider", name="Zoom")
        check(slider.input_value() == "2" and "2× digital" in slider.get_attribute("aria-valuetext"), f"the slider doesn't tell the zoom: {slider.input_value()}")
        slider.fill("3.5")
        until(lambda: "3.5× digital" in phone.readout(), 5, f"the slider doesn't zoom: {phone.readout()}")
        slider.fill("2")
        until(lambda: "2× digital" in phone.readout(), 5, f"the slider doesn't zoom back: {phone.readout()}")
        # The small picture, the only one 256 pixels wide, is made later than the answer comes.
        page.evaluate("""() => {
          const make = OffscreenCanvas.prototype.convertToBlob;
          OffscreenCanvas.prototype.convertToBlob = function (how) {
            return this.width === 256 ? new Promise((done) => { window.makeSmall = () => done(make.call(this, how)); }) : make.call(this, how);
          };
        }""")
        page.get_by_role("button", name="Take photo").click()
        photo = answered(phone)
        page.wait_for_timeout(500)
        page.evaluate("makeSmall()")
        expect(page.locator("#result .pair img")).to_have_count(2)
        if photo:
            check(abs(photo["pose"]["zoom"] - 2) < 0.01 and photo["digital"] == 2, f"the zoom isn't told: {photo['pose']}")
            check(abs(photo["answer"]["viewpoint"]["heading"] - HEADING) < 1, f"another pose arrived: {photo['answer']['viewpoint']}")
        page.wait_for_timeout(1000)
        phone.axe("lying-result")


def pinched(p, film):
    """Zoom by two fingers; a burst of thirty; a night of six; flash off for reduced motion."""
    with Phone(p, film["upright"], size=(320, 568), reduced_motion="reduce") as phone:
        page = phone.page
        phone.open()
        box = page.locator("#video").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + 60
        touch = lambda kind, gap: phone.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else [{"x": x - gap, "y": y, "id": 1}, {"x": x + gap, "y": y, "id": 2}]})
        touch("touchStart", 30)
        for gap in (40, 50, 60):
            touch("touchMove", gap)
        touch("touchEnd", 0)
        until(lambda: "2× digital" in phone.readout(), 5, f"two fingers don't zoom: {phone.readout()}")
        check(page.evaluate("getComputedStyle(document.getElementById('flash'), null).animationName") == "none", "the screen flashes though motion is to be reduced")
        phone.axe("small")
        phone.thumbs("small")
        finder, values = page.locator("#finder").bounding_box(), page.locator("#readout").bounding_box()
        check(values["y"] >= finder["y"] + finder["height"] - 1, f"the known values at {values} lie over the picture at {finder}")
        wide = page.locator("#readout").evaluate("e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]")
        check(wide == [0, 0], f"the known values are {wide} pixels larger than their room")
        page.click("#mode")
        phone.thumbs("small-pro")
        dials = page.locator("#pro").bounding_box()
        check(dials["height"] > 60, f"the dials of Pro have {dials['height']} pixels")
        page.click("#mode")
        page.click("#burst")
        until(lambda: page.get_attribute("#camera", "data-burst"), 60, "a burst ends")
        made = json.loads(page.get_attribute("#camera", "data-burst") or "{}")
        check(made.get("saved") == 30 and len(phone.photos()) == 30, f"a burst loses photos: {made}, {len(phone.photos())}")
        print(f"burst: {made}", flush=True)
        page.click("#night")
        until(lambda: len(phone.photos()) == 31, 60, "a photo at night is kept")
        shifts = json.loads(page.get_attribute("#camera", "data-night") or "[]")
        check(len(shifts) == 6 and all(shift == {"x": 0, "y": 0} for shift in shifts), f"frames of a still street are moved: {shifts}")
        check(all(photo["state"] == "placeless" for photo in phone.photos()), "a photo without a place is sent")
        check(not any(url.startswith("/v1/uploads") for _, url in phone.asked), "something is sent while the place is off")
        check(all("latitude" not in photo["pose"] and photo["pose"]["stripLocation"] for photo in phone.photos()), "a place is written while it is off")


def aligned(p, film):
    """The average at night finds the movement of a hand, and takes the noise away."""
    with Phone(p, film["upright"]) as phone:
        phone.page.goto(BASE + "/camera")
        found = phone.page.evaluate("""async () => {
          const { averaged } = await import(document.querySelector('script[src$="camera.js"]').src.replace('camera.js', 'camera-eye.js'));
          globalThis.onmessage = null;
          const [width, height] = [640, 480];
          let seed = 7;
          const chance = () => ((seed = (seed * 16807) % 2147483647) / 2147483647) - 0.5;
          // Big dull blocks, whose brightness doesn't repeat.
          const block = (a, b) => (Math.imul(Math.imul(a, 73856093) ^ Math.imul(b, 19349663), 0x45d9f3b) >>> 16) % 5;
          const scene = (x, y) => 60 + 24 * block(Math.floor((x + 900) / 37), Math.floor((y + 900) / 29));
          const moves = [[0, 0], [4, -6], [-10, 8], [16, 2]];
          const frames = moves.map(([dx, dy]) => {
            const data = new Uint8ClampedArray(width * height * 4);
            for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
              const value = scene(x - dx, y - dy) + 60 * chance();
              data.set([value, value, value, 255], 4 * (y * width + x));
            }
            return data;
          });
          const { result, shifts } = averaged(frames, width, height);
          const noise = (data) => {
            let sum = 0, count = 0;
            for (let y = 40; y < height - 40; y++) for (let x = 40; x < width - 40; x++) { sum += (data[4 * (y * width + x)] - scene(x, y)) ** 2; count++; }
            return Math.sqrt(sum / count);
          };
          return { shifts, before: noise(frames[0]), after: noise(result), moves };
        }""")
        check(all([shift["x"], shift["y"]] == move for shift, move in zip(found["shifts"], found["moves"])), f"movements aren't found: {found}")
        check(found["after"] < 0.65 * found["before"], f"the noise stays: {found}")


def looks(p, film):
    """Heading and pitch by the rotation matrix, also where Euler angles flip, and for Safari's events."""
    with Phone(p, film["upright"]) as phone:
        page = phone.page
        phone.look(heading=20)
        phone.page.goto(BASE + "/camera")
        worst = page.evaluate("""async () => {
          const { look, matrixOfAngles, matrixOfQuaternion, viewOf } = await import(document.querySelector('script[src$="camera.js"]').src.replace('camera.js', 'camera-pose.js'));
          let worst = 0;
          for (let heading = 0; heading < 360; heading += 15) for (let pitch = -75; pitch <= 75; pitch += 15) {
            const seen = look(matrixOfAngles(360 - heading, 90 + pitch, 0), false);
            worst = Math.max(worst, Math.abs(((seen.heading - heading + 540) % 360) - 180), Math.abs(seen.pitch - pitch));
            // Turned to landscape, which doesn't change where the camera looks: half a turn of
            // roll about its axis.
            const rolled = matrixOfAngles(360 - heading, 90 + pitch, 0).map(([x, y, z]) => [-y, x, z]);
            const other = look(rolled, false);
            worst = Math.max(worst, Math.abs(other.pitch - pitch));
          }
          const up = look(matrixOfAngles(0, 180, 0), false);
          const front = look(matrixOfAngles(0, 90, 0), true);
          const q = look(matrixOfQuaternion([Math.SQRT1_2, 0, 0, Math.SQRT1_2]), false);
          const wide = viewOf(1, 1200, 1600, 70);
          return { worst, up: up.heading === undefined, front: Math.round(front.heading), quaternion: [Math.round(q.heading) % 360, Math.round(q.pitch)], wide: wide.fieldOfView };
        }""")
        check(worst["worst"] < 1e-6 and worst["up"] and worst["front"] == 180 and worst["quaternion"] == [0, 0], f"the matrix is read wrongly: {worst}")
        check(abs(worst["wide"] - 2 * math.degrees(math.atan(math.tan(math.radians(35)) * 3 / 4))) < 1e-6, f"the angle of an upright frame is wrong: {worst}")
        expect(page.locator("#shutter")).to_be_enabled(timeout=90000)
        # Iron near by turns the compass, and not the gyroscope.
        until(lambda: "20°" in phone.readout(), 5, "the heading is shown")
        for heading in (20, 30, 40, 50):
            phone.session.send("Emulation.setSensorOverrideReadings", {"type": "absolute-orientation", "reading": {"quaternion": rotation(heading, 4)}})
            phone.session.send("Emulation.setSensorOverrideReadings", {"type": "relative-orientation", "reading": {"quaternion": rotation(20 + heading / 25, 4)}})
            time.sleep(0.3)
        until(lambda: "turn the phone in an eight" in phone.readout(), 5, f"a compass that parts from the gyroscope isn't told: {phone.readout()}")
        page.evaluate("""() => {
          const event = new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: 94, gamma: 0 });
          Object.defineProperties(event, { webkitCompassHeading: { value: 123 }, webkitCompassAccuracy: { value: 25 } });
          dispatchEvent(event);
        }""")
        until(lambda: "123°" in phone.readout() and "± 25° magnetic" in phone.readout(), 5, f"Safari's compass isn't read: {phone.readout()}")
        check("turn the phone in an eight" in phone.readout(), "no message about the drifting compass")
        spoken = page.evaluate("""async () => {
          const { Ghost } = await import(document.querySelector('script[src$="camera.js"]').src.replace('camera.js', 'camera-ghost.js'));
          const guide = document.createElement('p');
          const ghost = new Ghost(document.createElement('canvas'), guide);
          ghost.item = ghost.stop = { latitude: 0, longitude: 0, locationOf: 'camera', heading: 90 };
          let [changes, before] = [0, ''];
          for (let step = 0; step < 50; step++) {
            ghost.draw({ latitude: 0, longitude: 0, horizontalAccuracy: 4, heading: step }, { zoom: 1 });
            changes += guide.textContent !== before;
            before = guide.textContent;
            await new Promise((done) => setTimeout(done, 50));
          }
          return changes;
        }""")
        check(2 <= spoken <= 4, f"in 2.5 seconds the guide speaks {spoken} times")


def beneath(p, film):
    """The old picture stands below the viewfinder; the ghost's strength, grid and level are set; the shutter is felt."""
    felt = "window.felt = []; navigator.vibrate = (time) => { felt.push(time); return true; };"
    with Phone(p, film["upright"], init=felt) as phone:
        page = phone.page
        phone.look()
        phone.stand()
        phone.open()
        box = lambda name: page.locator(name).bounding_box()
        # Without an old picture its place says why, and has the button: nothing is a black gap.
        none, then = page.locator("#then-none"), page.locator("#then")
        expect(none).to_contain_text("While Geotag is on")
        finder, values, why, tools = box("#finder"), box("#readout"), box("#then-none"), box(".tools")
        gaps = [below["y"] - above["y"] - above["height"] for above, below in ((finder, values), (values, why), (why, tools))]
        check(all(0 <= gap <= 40 for gap in gaps), f"between viewfinder, values, reason and tools are gaps: {gaps}")
        phone.axe("blank")
        none.get_by_role("button", name="Switch on").click()
        page.click("#geo-yes")
        expect(then).to_be_visible()
        expect(none).to_be_hidden()
        check(re.fullmatch(r"\d{4}", page.inner_text("#then-year")), f"the old picture is of {page.inner_text('#then-year')}")
        finder, old, tools, shutter = box("#finder"), box("#then"), box(".tools"), box("#shutter")
        check(finder["y"] + finder["height"] <= old["y"] and old["y"] + old["height"] <= tools["y"] and old["height"] > 160, f"the old picture is at {old}, the tools at {tools}")
        check(shutter["y"] > 844 * 2 / 3, f"the shutter isn't in the lowest third: {shutter}")
        # Where other cameras have the flash: the first of the tools.
        torch = box("#torch")
        check(all(torch["x"] < one["x"] for one in (box("#geo"), box("#more"))), f"the torch isn't the first tool: {torch}")
        ink = lambda: page.evaluate("""() => { const canvas = document.getElementById('ghost');
          return Math.max(...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.filter((_, index) => index % 4 === 3)); }""")
        strength = page.get_by_role("slider", name="Strength of the ghost")
        strength.fill("20")
        until(lambda: 40 < ink() < 60, 5, f"the ghost is faint: {ink()}")
        strength.fill("80")
        until(lambda: 195 < ink() < 215, 5, f"the ghost is strong: {ink()}")
        check(page.evaluate("JSON.parse(localStorage['timewalk.camera']).strength") == 80, "the ghost's strength isn't kept")
        page.click("#more")
        page.get_by_label("Grid and level").check()
        page.click("#more-dialog [data-close]")
        expect(page.locator("#thirds")).to_be_visible()
        phone.look(isAgain=True)
        expect(page.locator("#level")).to_have_class(re.compile("is-level"))
        check(10 in page.evaluate("felt"), "it isn't felt that the phone is level")
        phone.axe("beneath")
        phone.thumbs("beneath")
        page.click("#mode")
        expect(then).to_be_hidden()
        page.click("#mode")
        expect(then).to_be_visible()
        page.click("#ghosting")
        expect(then).to_be_hidden()
        expect(none).to_contain_text("While Ghost is on")
        page.get_by_role("button", name="Take photo").click()
        until(lambda: 20 in page.evaluate("felt"), 10, "the shutter isn't felt")


def by_hand(p, film):
    """Unmeasured values are entered by hand: fields, dial and map; wrong numbers are reported."""
    with Phone(p, film["upright"], grants=("videoCapture",)) as phone:
        page = phone.page
        phone.allow("geolocation", "denied")
        phone.open()
        geotag = page.get_by_role("switch", name="Geotag")
        geotag.click()
        page.click("#geo-yes")
        until(lambda: "place not allowed" in phone.readout(), 10, f"a denied place isn't told: {phone.readout()}")
        until(lambda: "In Chrome" in page.inner_text("#said"), 5, f"no message about how to allow it: {page.inner_text('#said')}")
        check("Geotag is off" in page.inner_text("#said") and geotag.get_attribute("aria-checked") == "false", "Geotag stays on without a permission")
        phone.shot("place-denied")
        page.click("#readout")
        page.fill("[name=latitude]", "95")
        page.click("#pose-form [type=submit]")
        expect(page.locator("#pose-wrong")).to_contain_text("from -90 to 90")
        page.fill("[name=latitude]", "40,75358")
        page.fill("[name=longitude]", "-73.98084")
        page.fill("[name=fieldOfView]", "67")
        page.locator("[name=fieldOfView]").blur()
        page.focus("#dial")
        for _ in range(3):
            page.keyboard.press("PageUp")
        check(page.input_value("[name=heading]") == "30", f"the dial doesn't heed its keys: {page.input_value('[name=heading]')}")
        phone.axe("by-hand")
        before = page.input_value("[name=latitude]")
        page.focus("#plan-map")
        page.keyboard.press("ArrowUp")
        check(page.input_value("[name=latitude]") > before, "the map doesn't heed its keys")
        page.click("#pose-form [type=submit]")
        until(lambda: "30° NNE" in phone.readout(), 5, f"what was given isn't shown: {phone.readout()}")
        check("° wide" in phone.readout(), f"the angle isn't shown: {phone.readout()}")
        check(geotag.get_attribute("aria-checked") == "true", "a place that was entered doesn't switch Geotag on")
        page.wait_for_timeout(1200)
        check(geotag.get_attribute("aria-checked") == "true", "a place that was entered is switched off again")
        page.click("#shutter")
        photo = answered(phone)
        if photo:
            check(abs(photo["pose"]["heading"] - 30) < 0.01 and 40.75 < photo["pose"]["latitude"] < 40.76 and 50 < photo["pose"]["fieldOfView"] < 60, f"what was given isn't sent: {photo['pose']}")


def turned(p, film):
    """Front and back: the button takes the other camera, and the first again."""
    with Phone(p, None, camera=("device-count=2", f"fps={RATE}")) as phone:
        page = phone.page
        phone.open()
        camera = lambda: page.evaluate("document.getElementById('video').srcObject?.getVideoTracks()[0]?.getSettings().deviceId")
        first = camera()
        page.click("#flip")
        other = until(lambda: camera() not in (None, first) and camera(), 10, "the button doesn't turn the camera round")
        page.click("#flip")
        until(lambda: camera() == first, 10, f"the button doesn't turn it back: {first}, {other}, {camera()}")


def professional(p, film):
    """Pro on an Android phone that is played: dials by swiping and keys, read back; locks; focus; Auto resets."""
    with Phone(p, film["upright"], init=PERSONA.replace("__PERSONA__", json.dumps(ANDROID)), size=(412, 915)) as phone:
        page = phone.page
        phone.open()
        settings = lambda: page.evaluate("document.getElementById('video').srcObject.getVideoTracks()[0].getSettings()")
        check(settings()["torch"] is False, "the torch isn't off at the start")
        page.click("#torch")
        until(lambda: settings()["torch"] is True and page.get_attribute("#torch", "aria-pressed") == "true", 5, "the torch isn't switched")
        check(page.inner_text("#zooms").split() == [".5", "1×", "2", "5"], f"the zooms aren't those of the camera: {page.inner_text('#zooms')}")
        page.click("#zooms button >> nth=2")
        until(lambda: settings()["zoom"] == 2 and "digital" not in phone.readout(), 5, "the camera's own zoom isn't used")
        page.click("#mode")
        expect(page.locator("#pro")).to_be_visible()
        check("ISO 100 · 1/30 s · f/–" in page.inner_text("#exposed"), f"exposure isn't in view: {page.inner_text('#exposed')}")
        check(page.locator("#pro output, #pro [role=status]").count() == 0, "a dial speaks beside its slider")
        iso = page.get_by_role("slider", name="ISO")
        iso.focus()
        for _ in range(10):
            page.keyboard.press("PageUp")
        until(lambda: settings()["iso"] == 3200 and settings()["exposureMode"] == "manual", 5, f"the dial of ISO doesn't set the camera: {settings()}")
        # An exposure by hand isn't a locked one, and has its own way back.
        lock, automatic = page.get_by_role("button", name="AE lock"), page.get_by_role("button", name="Automatic exposure")
        until(lambda: "· M" in page.inner_text("#exposed"), 5, f"an exposure by hand isn't shown: {page.inner_text('#exposed')}")
        check(lock.get_attribute("aria-pressed") == "false" and lock.get_attribute("aria-disabled") == "true", "an exposure by hand is shown as a lock")
        lock.click(force=True)
        until(lambda: "nothing to lock" in page.inner_text("#said"), 5, "no reason why the lock is off")
        check(settings()["exposureMode"] == "manual", "the lock switches an exposure by hand off")
        automatic.click()
        until(lambda: settings()["exposureMode"] == "continuous" and not automatic.is_visible(), 5, "the exposure doesn't become automatic again")
        lock.click()
        until(lambda: settings()["exposureMode"] == "manual" and lock.get_attribute("aria-pressed") == "true" and "AE-L" in page.inner_text("#exposed"), 5, "the exposure isn't locked")
        check(not automatic.is_visible(), "a locked exposure is taken for one by hand")
        lock.click()
        until(lambda: settings()["exposureMode"] == "continuous" and lock.get_attribute("aria-pressed") == "false", 5, "the exposure isn't unlocked")
        box = page.get_by_role("slider", name="Focus").bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 140, box["y"] + 20, steps=5)
        page.mouse.up()
        until(lambda: abs(settings()["focusDistance"] - 5) < 0.5 and settings()["focusMode"] == "manual", 5, f"swiping doesn't focus: {settings()['focusDistance']}")
        check(page.get_by_role("button", name="AF lock").get_attribute("aria-pressed") == "true", "a focus that is kept isn't shown")
        page.get_by_role("button", name="tube").click()
        until(lambda: settings()["colorTemperature"] == 4250, 5, "a preset of white balance isn't set")
        white = page.get_by_role("slider", name="White balance")
        white.focus()
        page.keyboard.press("PageUp")
        until(lambda: settings()["colorTemperature"] == 4600 and "4600" in white.inner_text(), 5, f"what the camera made of it isn't read back: {white.inner_text()}")
        page.get_by_role("button", name="Peaking").click()
        until(lambda: page.evaluate("""() => { const c = document.getElementById('peaks');
          const copy = new OffscreenCanvas(320, 240);
          copy.getContext('2d').drawImage(c, 0, 0, 320, 240);
          return copy.getContext('2d').getImageData(0, 0, 320, 240).data.some(value => value > 0); }"""), 20, "peaks aren't drawn")
        until(lambda: page.evaluate("""() => { const c = document.querySelector('.histogram');
          const copy = new OffscreenCanvas(256, 64);
          copy.getContext('2d').drawImage(c, 0, 0);
          return copy.getContext('2d').getImageData(0, 0, 256, 64).data.some(value => value > 0); }"""), 10, "the histogram isn't drawn")
        page.mouse.move(200, 600)
        page.click("#video", position={"x": 100, "y": 60})
        until(lambda: page.evaluate("window.focused && Math.abs(window.focused[0].x - 0.24) < 0.05"), 5, "a tap doesn't focus")
        phone.axe("pro")
        page.set_viewport_size({"width": 915, "height": 412})
        page.mouse.move(200, 300)
        page.wait_for_timeout(500)
        phone.axe("pro-lying")
        page.set_viewport_size({"width": 412, "height": 915})
        cost(phone)
        page.mouse.move(5, 5)
        until(lambda: opacity(page) < 0.31, 8, "the controls don't fade")
        page.emulate_media(contrast="more")
        check(opacity(page) == 1, "the controls fade for those who ask for more contrast")
        page.emulate_media(contrast="no-preference")
        page.mouse.move(50, 500)
        until(lambda: opacity(page) > 0.99, 5, "the controls don't come back")
        page.click("#mode")
        until(lambda: settings()["exposureMode"] == settings()["focusMode"] == settings()["whiteBalanceMode"] == "continuous", 5, f"Auto doesn't reset: {settings()}")
    with Phone(p, film["upright"], init=PERSONA.replace("__PERSONA__", json.dumps(IPHONE)), size=(375, 667)) as phone:
        page = phone.page
        phone.open()
        page.click("#mode")
        expect(page.get_by_role("slider", name="ISO")).to_have_attribute("aria-disabled", "true")
        check("can't set it" in page.get_by_role("slider", name="ISO").inner_text(), "no reason is given for what can't be set")
        check("12 cm" in page.get_by_role("slider", name="Focus").inner_text().replace("\u00a0", " "), "the nearest focus isn't told")
        phone.axe("pro-iphone")


def in_the_dark(p, film):
    """Night offers itself while little is seen, and no longer when it is bright."""
    with Phone(p, film["upright"]) as phone:
        page = phone.page
        phone.open()
        page.wait_for_timeout(5000)
        offered = lambda: "offered" in (page.get_attribute("#night", "class") or "")
        check(not offered(), "Night offers itself by day")
        paint = """([color]) => {
          window.scene ??= document.createElement('canvas');
          const pen = scene.getContext('2d');
          clearInterval(window.painting);
          window.painting = setInterval(() => { pen.fillStyle = color; pen.fillRect(0, 0, 300, 150); }, 100);
          const video = document.getElementById('video');
          if (!window.filmed) { window.filmed = scene.captureStream(10); video.srcObject = filmed; video.play(); }
        }"""
        page.evaluate(paint, ["#0c0c10"])
        until(offered, 20, "Night doesn't offer itself in the dark")
        until(lambda: "It is dark" in page.inner_text("#said"), 5, f"the dark isn't told: {page.inner_text('#said')}")
        phone.axe("dark")
        page.evaluate(paint, ["#c0c0c0"])
        until(lambda: not offered(), 20, "Night offers itself in bright light")


# A browser that reports the pressure on the processor, and counts the frames that are analysed.
HEAT = """(() => {
  window.PressureObserver = class { constructor(told) { window.heat = (state) => told([{ state }]); } async observe(source) { window.watched = source; } };
  window.analysed = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) { window.analysed += message.work === "look"; return postMessage.call(this, message, ...rest); };
})();"""


def hot(p, film):
    """Fewer frames are analysed while the processor is under pressure, and as many as before afterwards."""
    with Phone(p, film["upright"], init=HEAT) as phone:
        page = phone.page
        phone.open()
        page.click("#mode")
        check(page.evaluate("window.watched") == "cpu", "the pressure isn't watched")

        def count(state):
            page.evaluate("([state]) => { window.heat(state); window.analysed = 0; }", [state])
            page.wait_for_timeout(4000)
            return page.evaluate("window.analysed")

        counts = [count(state) for state in ("nominal", "serious", "critical", "fair")]
        check(counts[1] <= 21 and 0 < counts[2] <= 5 and min(counts[0], counts[3]) > counts[2], f"frames analysed in four seconds: {counts}")


def opacity(page):
    return float(page.evaluate("getComputedStyle(document.getElementById('pro')).opacity"))


def cost(phone):
    """What histogram and peaking cost the page's own thread, in processor time."""
    phone.session.send("Performance.enable", {"timeDomain": "threadTicks"})
    ticks = phone.ticks
    frames = "document.getElementById('video').getVideoPlaybackQuality().totalVideoFrames"
    first, start = phone.page.evaluate(frames), ticks()
    time.sleep(4)
    spent, count = ticks() - start, phone.page.evaluate(frames) - first
    each = 1000 * spent / max(1, count)
    print(f"pro: {each:.2f} ms of the page's thread a frame, {count} frames", flush=True)


def languages(p, film):
    """The page in German, all by keys."""
    with Phone(p, film["upright"], locale="de-DE") as phone:
        page = phone.page
        phone.open()
        check("Ort aus" in phone.readout(), f"the page isn't German: {phone.readout()}")
        phone.axe("german")
        reached = set()
        for _ in range(30):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.id"))
        missing = {"readout", "torch", "geo", "zoom", "ghosting", "burst", "night", "mode", "more", "photos", "shutter", "flip", "add"} - reached
        check(not missing, f"keys don't reach {missing}")
        page.evaluate("document.activeElement.blur()")
        phone.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = phone.ticks()
        page.keyboard.press(" ")
        until(lambda: len(phone.photos()) == 1, 20, "the space bar doesn't take a photo")
        marks = page.evaluate("performance.getEntriesByType('mark').map(({ name, startTime }) => [name, Math.round(startTime)])")
        spent = 1000 * (phone.ticks() - before)
        print(f"marks: {marks}; the page's thread worked {spent:.0f} ms for a photo, its thumbnail and the waiting", flush=True)


drive(upright, lying, pinched, aligned, looks, beneath, by_hand, turned, professional, in_the_dark, hot, languages)
