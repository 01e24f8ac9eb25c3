"""The camera page's photos after failures, and added files: BASE PHOTO [FOLDER]; see `phone.py`."""
import os
import re

from playwright.sync_api import expect

from findings import check, until
from phone import BASE, PHOTO, Phone, answered, drive


def refused(p, film):
    """Without a camera, and with a denied one: what for, and how to allow it."""
    with Phone(p, film["upright"], grants=()) as phone:
        page = phone.page
        page.goto(BASE + "/camera")
        expect(page.locator("#blocked-title")).to_have_text("The camera isn't allowed", timeout=30000)
        expect(page.locator("#blocked-words")).to_contain_text("In Chrome")
        phone.axe("camera-denied")
        phone.root.send("Browser.grantPermissions", {"permissions": ["videoCapture"], "origin": BASE, "browserContextId": phone.id})
        page.click("#again")
        expect(page.locator("#shutter")).to_be_enabled(timeout=60000)
    with Phone(p, None, camera=("device-count=0",)) as phone:
        phone.page.goto(BASE + "/camera")
        expect(phone.page.locator("#blocked-title")).to_have_text("There is no camera", timeout=30000)
    with Phone(p, None, camera=("config=TakePhotoFails",)) as phone:
        phone.open()
        phone.page.click("#shutter")
        until(lambda: [photo["way"] for photo in phone.photos()] == ["frame"], 20, "where takePhoto fails a frame isn't taken")


def chosen(item):
    """Opens a photo's sheet, if it isn't open."""
    tile = item.locator(".tile")
    if tile.get_attribute("aria-expanded") == "false":
        tile.click()
    expect(item.locator(".sheet")).to_be_visible()
    return item


def cut(p, film):
    """The network is cut within a photo; another page continues where it stopped; a failure can be retried and discarded."""
    with Phone(p, film["lying"]) as phone:
        page = phone.page
        phone.begin()
        # The first piece arrives, and then nothing.
        page.route("**/v1/uploads/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        page.click("#shutter")
        kept = until(lambda: [photo for photo in phone.photos() if photo.get("upload")], 20, "an upload begins")
        upload = kept[0]["upload"] if kept else None
        until(lambda: page.evaluate("async (id) => (await (await fetch('/v1/uploads/' + id)).json()).offset > 0", upload), 20, "a piece arrives")
        page.unroute("**/v1/uploads/*")
        other = phone.context.new_page()
        page.close()
        phone.session = phone.context.new_cdp_session(other)
        phone.look()
        phone.stand()
        other.goto(BASE + "/camera")
        phone.page = other
        photo = answered(phone)
        if photo:
            check(photo["upload"] is None, "an upload is kept after the end")
        # The server refuses a photo: others continue, and it can be retried.
        other.route("**/v1/uploads", lambda route: route.fulfill(status=413, content_type="application/problem+json", body='{"code":"limitExceeded","detail":"too large"}'))
        expect(other.locator("#shutter")).to_be_enabled(timeout=60000)
        until(lambda: "40.75358" in phone.readout(), 15, "the place is on after a new session")
        other.click("#shutter")
        until(lambda: any(photo["state"] == "failed" for photo in phone.photos()), 20, "a failure is told")
        check(other.locator("#shutter").is_enabled(), "a failure blocks the shutter")
        other.click("#photos")
        item = chosen(other.locator("#queue li").first)
        expect(item.locator(".state")).to_contain_text("too large")
        phone.axe("failed")
        other.unroute("**/v1/uploads")
        item.get_by_role("button", name="Try again").click()
        until(lambda: all(photo["state"] == "done" for photo in phone.photos()), 120, "a photo is sent again")
        item.get_by_role("button", name="Remove from this phone").click()
        until(lambda: len(phone.photos()) == 1, 10, "a photo is removed from the phone")


def many(p, film):
    """Several photos that failed are tried again, and discarded, at once."""
    with Phone(p, film["upright"]) as phone:
        page = phone.page
        phone.begin()
        page.route("**/v1/uploads", lambda route: route.fulfill(status=413, content_type="application/problem+json", body='{"code":"limitExceeded","detail":"too large"}'))
        states = lambda: sorted(photo["state"] for photo in phone.photos())
        for number in range(1, 4):
            page.click("#shutter")
            until(lambda: states() == ["failed"] * number, 30, "a failure is told")
        page.click("#photos")
        phone.axe("many")
        page.click("#many-gone")
        expect(page.locator("#many-gone")).to_have_text("Discard all 3 for good")
        check(len(phone.photos()) == 3, "one tap discards photos")
        # A photo less is another question.
        item = chosen(page.locator("#queue li").first)
        item.get_by_role("button", name="Discard").click()
        item.get_by_role("button", name="Discard for good").click()
        expect(page.locator("#many-gone")).to_have_text("Discard all 2")
        page.unroute("**/v1/uploads")
        page.click("#many-again")
        until(lambda: states() == ["done", "done"], 120, f"two photos are sent again: {states()}")
        expect(page.locator("#many-again")).to_be_hidden()
        page.route("**/v1/uploads", lambda route: route.fulfill(status=413, content_type="application/problem+json", body='{"code":"limitExceeded","detail":"too large"}'))
        page.click("#photos-dialog [data-close]")
        for number in range(1, 3):
            page.click("#shutter")
            until(lambda: states() == ["done", "done"] + ["failed"] * number, 30, "a failure is told")
        page.click("#photos")
        page.click("#many-gone")
        page.click("#many-gone")
        until(lambda: states() == ["done", "done"], 10, f"failed photos are discarded: {states()}")


def picked(p, film):
    """Photos are chosen by a long press, a tap and a box; one sheet says what can be done with them."""
    with Phone(p, film["upright"], init=POCKET) as phone:
        page = phone.page
        phone.begin()
        states = lambda: sorted(photo["state"] for photo in phone.photos())
        page.click("#shutter")
        until(lambda: states() == ["done"], 120, "a photo is answered")
        page.route("**/v1/uploads", lambda route: route.fulfill(status=413, content_type="application/problem+json", body='{"code":"limitExceeded","detail":"too large"}'))
        for number in range(1, 4):
            page.click("#shutter")
            until(lambda: states() == ["done"] + ["failed"] * number, 30, "a failure is told")
        page.click("#photos")
        tiles = page.locator("#queue .tile")
        expect(tiles).to_have_count(4)
        box = tiles.nth(0).bounding_box()
        at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        phone.session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        page.wait_for_timeout(700)
        phone.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator("#many-count")).to_have_text("Chosen: 1")
        expect(page.locator("#queue .sheet:visible")).to_have_count(0)
        tiles.nth(3).tap()
        expect(page.locator("#many-count")).to_have_text("Chosen: 2")
        page.locator("#queue input").nth(1).check()
        expect(page.locator("#many-again")).to_have_text("Try all 2 again")
        expect(page.locator("#many")).to_be_in_viewport()
        phone.axe("picked")
        page.click("#many-share")
        shared = until(lambda: page.evaluate("window.shared"), 20, "three photos are shared")
        check(shared and len(shared) == 3, f"of three chosen photos these are shared: {shared}")
        page.locator("#queue input").nth(3).uncheck()
        page.click("#many-gone")
        expect(page.locator("#many-gone")).to_have_text("Discard for good")
        check(len(phone.photos()) == 4, "one tap discards photos")
        page.click("#many-gone")
        until(lambda: states() == ["done", "failed"], 10, f"two chosen photos are discarded: {states()}")
        expect(page.locator("#queue")).not_to_have_class(re.compile("is-choosing"))
        page.unroute("**/v1/uploads")
        # By keys alone.
        page.locator("#many-choose").press("Enter")
        page.locator("#queue input").nth(0).press("Space")
        expect(page.locator("#many-again")).to_have_text("Try again")
        page.locator("#many-again").press("Enter")
        until(lambda: states() == ["done", "done"], 120, f"a chosen photo is sent again: {states()}")
        page.click("#many-choose")
        for number in range(2):
            tiles.nth(number).tap()
        page.click("#many-gone")
        until(lambda: not phone.photos(), 10, "photos that the server has are removed by one tap")


def tabs(p, film):
    """What one tab takes and discards is so in the other."""
    with Phone(p, film["upright"]) as phone:
        page = phone.page
        phone.open()
        other = phone.context.new_page()
        other.goto(BASE + "/camera")
        expect(other.locator("#shutter")).to_be_enabled(timeout=60000)
        other.click("#photos")
        for number in (1, 2):
            page.click("#shutter")
            expect(other.locator("#queue li")).to_have_count(number)
        page.click("#photos")
        expect(page.locator("#queue li")).to_have_count(2)
        item = chosen(other.locator("#queue li").first)
        item.get_by_role("button", name="Discard").click()
        item.get_by_role("button", name="Discard for good").click()
        expect(page.locator("#queue li")).to_have_count(1)
        check(len(phone.photos()) == 1, "the tabs discard another photo")


def full(p, film):
    """Without space the photo stays in the page, with a message; the last photos that fit are counted."""
    few = "navigator.storage.estimate = async () => ({ quota: 20e6, usage: 0 });"
    with Phone(p, film["upright"], init=few) as phone:
        page = phone.page
        phone.open()
        phone.session.send("Storage.overrideQuotaForOrigin", {"origin": BASE, "quotaSize": 1000})
        page.click("#shutter")
        until(lambda: "Not saved" in page.inner_text("#said"), 20, f"a full storage isn't told: {page.inner_text('#said')}")
        check(page.locator("#shutter").is_enabled(), "a full storage blocks the shutter")
        page.click("#photos")
        first = page.locator("#queue li").first
        expect(first.locator(".state")).to_contain_text("Not saved")
        with page.expect_download() as download:
            first.get_by_role("button", name="Save the photo", exact=True).click()
        check(os.path.getsize(download.value.path()) > 10000, "what found no room can't be saved elsewhere")
        phone.axe("no-room")
        phone.session.send("Storage.overrideQuotaForOrigin", {"origin": BASE})
        first.get_by_role("button", name="Try again").click()
        until(lambda: len(phone.photos()) == 1, 20, "with room again the photo isn't kept")
        page.click("#photos-dialog [data-close]")
        page.click("#photos")
        expect(page.locator("#room")).to_contain_text(re.compile("^1 photo, "))
        page.click("#photos-dialog [data-close]")
        page.click("#shutter")
        told = until(lambda: re.search(r"about (\d+) photos still fit", page.inner_text("#said")), 15, f"little room isn't told: {page.inner_text('#said')}")
        check(told and 1 <= int(told[1]) <= 30, "what still fits is miscounted")


def scarce(p, film):
    """Less than 500 MB of free storage is told once, and less than 100 MB once more."""
    with Phone(p, film["upright"], init="window.room = 6e8; navigator.storage.estimate = async () => ({ quota: window.room, usage: 0 });") as phone:
        page = phone.page
        phone.open()
        for number, (room, words) in enumerate([(6e8, ""), (4e8, "400.0\u00a0MB are free"), (3e8, ""), (9.9e7, "99.0\u00a0MB are free"), (9.5e7, "")], 1):
            page.evaluate("([room]) => { window.room = room; document.getElementById('said').textContent = ''; }", [room])
            page.click("#shutter")
            until(lambda: len(phone.photos()) == number, 20, "a photo is kept")
            if words:
                until(lambda: words in page.inner_text("#said"), 10, f"{words}: {page.inner_text('#said')}")
            else:
                page.wait_for_timeout(1000)
                check("Little space" not in page.inner_text("#said"), f"with {room:.0f} bytes free the page says {page.inner_text('#said')}")


# A phone that takes photos of 4000 x 3000 pixels, over a line that costs, with a dialog to share
# and little memory.
POCKET = """(() => {
  ImageCapture.prototype.takePhoto = async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext('2d');
    context.fillStyle = '#84b';
    context.fillRect(0, 0, 4000, 1500);
    return canvas.convertToBlob({ type: 'image/jpeg' });
  };
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
  window.felt = [];
  Navigator.prototype.vibrate = (time) => window.felt.push(time) > 0;
  window.clicks = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...when) { window.clicks += 1; return start.apply(this, when); };
  Navigator.prototype.canShare = ({ files }) => files.every((file) => file.type.startsWith('image/'));
  Navigator.prototype.share = async ({ files, url }) => { window.shared = url ?? files.map(({ name, size }) => [name, size]); };
  const read = window.createImageBitmap.bind(window);
  window.scarce = 0;
  window.createImageBitmap = (...what) => {
    if (window.scarce > 0) { window.scarce -= 1; return Promise.reject(new RangeError('Array buffer allocation failed')); }
    return read(...what);
  };
})();"""


def pocket(p, film):
    """The shutter's sound and the format are chosen and kept; little memory, a metered line, and sharing."""
    with Phone(p, film["upright"], init=POCKET) as phone:
        page = phone.page
        phone.begin()
        # Making the small picture for the list and framing the picture to send both find no memory.
        page.evaluate("window.scarce = 3")
        page.click("#shutter")
        waits = until(lambda: [photo for photo in phone.photos() if photo.get("tries")], 20, "a photo waits for memory")
        check(waits and waits[0]["state"] == "waiting" and waits[0]["whole"] > 10000, f"without memory the photo is in danger: {waits}")
        check(page.locator("#shutter").is_enabled(), "without memory the shutter is blocked")
        check(page.evaluate("window.clicks") == 1, "the shutter makes no sound")
        photo = answered(phone)
        if photo:
            check(photo["way"] == "sensor" and photo["kind"] == "JPEG", f"the camera's own photo isn't taken: {photo}")
        sent = page.evaluate("""async (photo) => {
          const { picture } = await import(document.querySelector('script[src$="camera.js"]').src.replace('camera.js', 'sender.js'));
          const bitmap = await createImageBitmap(await picture(photo));
          return [bitmap.width, bitmap.height];
        }""", photo)
        check(sent == [2048, 1152], f"over a metered line it isn't made smaller, or in another shape: {sent}")
        page.click("#photos")
        item = page.locator("#queue li").first
        item.get_by_role("button", name="Share").click()
        shared = until(lambda: page.evaluate("window.shared"), 20, "a photo is shared")
        check(shared and len(shared) == 1 and photo["photo"] in shared[0][0] and shared[0][1] > 10000, f"something else is shared: {shared}")
        # A browser that shares no files saves the picture: its address isn't open to others.
        page.evaluate("Navigator.prototype.canShare = () => false; window.shared = null")
        with page.expect_download() as download:
            item.get_by_role("button", name="Share").click()
        check(os.path.getsize(download.value.path()) > 10000 and not page.evaluate("window.shared"), "without files an address is shared")
        with page.expect_download() as download:
            item.get_by_role("button", name="Save the sensor's whole picture").click()
        check(os.path.getsize(download.value.path()) == photo["size"], "the sensor's whole picture isn't on the phone any more")
        page.click("#photos-dialog [data-close]")
        page.click("#more")
        page.uncheck("#sound")
        # The shutter was felt, too.
        page.evaluate("felt.length = 0")
        page.select_option("#format", "image/png")
        check(page.evaluate("window.felt") == [20], "the change of the format isn't felt")
        phone.axe("choices")
        page.reload()
        expect(page.locator("#shutter")).to_be_enabled(timeout=60000)
        page.evaluate("delete ImageCapture.prototype.takePhoto")
        page.click("#more")
        # The dialog opens once the page has read the amount of stored data.
        expect(page.locator("#more-dialog")).to_be_visible(timeout=30000)
        check(not page.is_checked("#sound") and page.input_value("#format") == "image/png", "what was chosen is forgotten")
        page.click("#more-dialog [data-close]")
        page.click("#shutter")
        until(lambda: [photo for photo in phone.photos() if photo["kind"] == "PNG" and photo["state"] == "done"], 60, "a photo is taken as PNG")
        check(page.evaluate("window.clicks") == 0, "a sound that is off is heard")


def files(p, film):
    """Many files at once, by content: pictures are taken, others named; a picture without a place asks for it."""
    with Phone(p, film["upright"]) as phone:
        page = phone.page
        phone.open()
        page.click("#add")
        phone.axe("add")
        plain = page.evaluate("""async () => {
          const canvas = new OffscreenCanvas(640, 480);
          canvas.getContext('2d').fillRect(0, 0, 300, 200);
          return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())];
        }""")
        with open(PHOTO, "rb") as file:
            street = file.read()
        page.locator("#add-dialog input").nth(1).set_input_files([
            {"name": "street.jpg", "mimeType": "image/jpeg", "buffer": street},
            {"name": "plain.jpg", "mimeType": "image/jpeg", "buffer": bytes(plain)},
            {"name": "film.mp4", "mimeType": "image/jpeg", "buffer": b"\0\0\0\x18ftypisom" + bytes(100)},
            {"name": "words.txt", "mimeType": "image/png", "buffer": b"no picture at all"},
        ])
        until(lambda: "Only images are supported: film.mp4, words.txt" in page.inner_text("#said"), 15, f"other files aren't named: {page.inner_text('#said')}")
        until(lambda: sorted(photo["state"] for photo in phone.photos()) == ["done", "placeless"], 120, "both photos come to their states")
        # A grid of tiles; one sheet is open at most.
        tiles = page.locator("#queue .tile")
        tops = [tiles.nth(number).bounding_box() for number in range(2)]
        check(tops[0]["y"] == tops[1]["y"] and tops[0]["width"] >= 96, f"the photos are no grid: {tops}")
        expect(page.locator("#queue .sheet:visible")).to_have_count(0)
        chosen(page.locator("#queue li", has_text="street.jpg"))
        expect(page.locator("#queue .badge.done")).to_have_text("✓")
        expect(page.locator("#queue .badge.placeless")).to_have_text("?")
        item = chosen(page.locator("#queue li", has_text="plain.jpg"))
        expect(page.locator("#queue .sheet:visible")).to_have_count(1)
        expect(item.locator(".state")).to_contain_text("Android removed the location")
        phone.axe("files")
        # The main action is in the open sheet, and below the grid without one.
        expect(item.get_by_role("button", name="Enter the place")).to_have_class("button main")
        expect(page.locator("#many-place")).to_be_hidden()
        item.locator(".tile").click()
        page.click("#many-place")
        # The phone's place isn't known: the map begins at the archive's pictures.
        until(lambda: re.match(r"\d\d?\skm ", page.inner_text("#plan-scale")), 15, f"the map shows {page.inner_text('#plan-scale')}")
        page.fill("[name=latitude]", "40.75358")
        page.fill("[name=longitude]", "-73.98084")
        page.fill("[name=heading]", "29")
        page.click("#pose-form [type=submit]")
        until(lambda: all(photo["state"] == "done" for photo in phone.photos()), 120, "with a place the photo is taken in")
        page.click("#photos-dialog [data-close]")
        # Pasted, dropped, and shared by another app.
        page.evaluate("""(bytes) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'pasted.jpg', { type: 'image/jpeg' }));
          dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
          const other = new DataTransfer();
          other.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }));
          dispatchEvent(new DragEvent('drop', { dataTransfer: other, cancelable: true }));
        }""", plain)
        until(lambda: len(phone.photos()) == 4, 20, "what is pasted and dropped is taken")
        until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"), 30, "the service worker takes over")
        page.evaluate("""(bytes) => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'POST', enctype: 'multipart/form-data', action: '/camera/share' });
          const input = document.createElement('input');
          Object.assign(input, { type: 'file', name: 'photo', multiple: true });
          const data = new DataTransfer();
          for (const name of ['one.jpg', 'two.jpg']) data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
          input.files = data.files;
          form.append(input);
          document.body.append(form);
          form.submit();
        }""", plain)
        page.wait_for_url("**/camera")
        until(lambda: {"one.jpg", "two.jpg"} <= {photo.get("name") for photo in phone.photos()}, 30, "what another app shares is taken")
        errors = phone.session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        check(not [one for one in errors if one["errorId"] != "in-incognito"], f"the page can't be installed: {errors}")
        page.keyboard.press("Escape")
        page.click("#more")
        expect(page.locator("#lens")).to_be_visible()
        # The name that a phone gives a lens has any length.
        lines, fits = page.evaluate("""() => {
          const lens = document.getElementById('lens');
          lens.replaceChildren(new Option('Back triple camera '.repeat(4)));
          const label = lens.closest('label');
          const words = document.createRange();
          words.selectNodeContents(label.firstChild);
          return [words.getClientRects().length, lens.getBoundingClientRect().right <= label.parentElement.getBoundingClientRect().right];
        }""")
        check(lines == 1 and fits, f"beside a long name of a lens its label has {lines} lines; the name fits: {fits}")
        phone.axe("more")
        page.click("#more-dialog summary")
        page.click("#forget")
        page.wait_for_url(BASE + "/")
        left = page.evaluate("async () => ({ caches: await caches.keys(), storage: localStorage.length, workers: (await navigator.serviceWorker.getRegistrations()).length })")
        check(left == {"caches": [], "storage": 0, "workers": 0}, f"something is left on the phone: {left}")


drive(refused, cut, many, picked, tabs, full, scarce, pocket, files)
