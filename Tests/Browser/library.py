"""Sends several photos at once, handles them in the library, and checks pages in rare states.

    library.py BASE PHOTO [FOLDER]

Faults are printed, one a line, and the exit code is then 1.
"""
import io
import os
import tempfile
import zipfile

from playwright.sync_api import expect, sync_playwright

from findings import check, finish, until
from looks import BASE, PHOTO, look, watch

ITEM = "/items/sample:imagined-1905"
ACCOUNT = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB"}


def opened(browser, address, **options):
    page = browser.new_context(**{**ACCOUNT, **options}).new_page()
    watch(page)
    page.goto(BASE + address)
    return page


def variant(folder, name, more):
    """A photo of its own: bytes behind a JPEG's end are none of its business."""
    with open(PHOTO, "rb") as file:
        photo = file.read()
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(photo + more if more else b"this is no photo")
    return path


def several(browser, folder):
    """If one of several chosen files isn't a photo, the others are still sent."""
    page = browser.new_context(**ACCOUNT).new_page()
    # The browser's own message about the refusal belongs to this test.
    page.on("pageerror", lambda error: check(False, f"{page.url}: {error}"))
    page.goto(BASE + "/")
    page.locator("#choose").set_input_files(
        [variant(folder, "one.jpg", b"1"), variant(folder, "bad.jpg", b""), variant(folder, "two.jpg", b"2")])
    done = page.locator("#sent .done")
    expect(done).to_have_count(2, timeout=120000)
    said = page.locator("#sent li").all_inner_texts()
    check(len(said) == 3 and "a readable photo" in said[1], f"three photos, one of them none, are told by {said}")
    check(page.url == BASE + "/", f"several photos lead to {page.url}")
    look(page, "sent-phone")
    addresses = [link.get_attribute("href") for link in done.locator("a").all()]
    check(len(set(addresses)) == 2, f"two photos are at {addresses}")
    page.context.close()
    return addresses


def turns(browser):
    """Arrow keys and swipes go from photo to photo, and the way back leads to the same view."""
    page = opened(browser, "/library", has_touch=True)
    newer, older = [link.get_attribute("href") for link in page.locator(".photos .card > a").all()]
    page.goto(BASE + newer)
    periods = page.locator(".strip button")
    expect(periods.first).to_be_visible(timeout=60000)
    # The one that isn't shown first.
    other = periods.nth(0 if periods.last.get_attribute("aria-pressed") == "true" else periods.count() - 1)
    other.click()
    # Lines lead from the ruler's pictures to their dots, and the shown one is marked.
    for at, dot in enumerate(page.locator(".ruler i").all()):
        ends = dot.evaluate("""e => { const value = (name) => parseFloat(e.style.getPropertyValue(name));
          return [parseFloat(e.previousElementSibling.style.left),
            value('left') + value('--far') * Math.sin(value('--lean')), value('--far')]; }""")
        check(abs(ends[0] - ends[1]) < 1, f"the line of dot {at} ends at {ends[1]}, and its picture is at {ends[0]}")
        check(ends[2] < 90, f"the line of dot {at} is {ends[2]} pixels long")
    marked = page.locator(".ruler i").evaluate_all("all => all.map((e) => getComputedStyle(e).outlineStyle === 'solid')")
    shown = page.locator(".ruler button").evaluate_all("all => all.map((e) => e.getAttribute('aria-pressed') === 'true')")
    check(marked == [*shown, False], f"of {shown} the dots mark {marked}")
    slider = page.get_by_role("slider", name="Then and now")
    slider.press("Home")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(BASE + older)
    page.go_back()
    expect(page).to_have_url(BASE + newer)
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(slider).to_have_value("0")
    box = page.locator("h1").bounding_box()
    touch = page.context.new_cdp_session(page)
    y = box["y"] + box["height"] / 2
    for x in (320, 240, 160, 80):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart" if x == 320 else "touchMove", "touchPoints": [{"x": x, "y": y, "id": 1}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page).to_have_url(BASE + older)
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(BASE + newer)
    page.context.close()


def library(browser, addresses):
    """Photos are filtered by days, taken along as a zip, and deleted; the others stay."""
    page = opened(browser, "/library")
    cards = page.locator(".photos .card")
    expect(cards).to_have_count(2)
    page.get_by_label("Taken until").fill("1999-12-31")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("There are no photos of these days here.")).to_be_visible()
    look(page, "library-none-phone")
    page.goto(BASE + "/library")
    columns = page.locator(".photos").evaluate("e => getComputedStyle(e).gridTemplateColumns.split(' ').length")
    check(columns == 3, f"a phone's library has {columns} columns")
    wide = page.get_by_role("button", name="Show", exact=True).bounding_box()["width"]
    check(wide < 140, f"a phone's button to show days is {wide} pixels wide")
    # A photo opens over the grid; its page is one tap further.
    page.locator(".photos a").first.click()
    expect(page.locator("dialog.viewer")).to_be_visible()
    look(page, "library-over-phone")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**" + page.locator(".photos a").nth(1).get_attribute("href"))
    page.go_back()
    expect(page.locator("dialog.viewer")).to_be_hidden()
    check(page.url == BASE + "/library", f"back from a photo, the address is {page.url}")
    buttons = page.locator("#chosen button[type=submit]")
    for button in buttons.all():
        check(button.is_disabled(), "nothing is chosen, and something can be done with it")
    for box in page.locator(".photos input[type=checkbox]").all():
        box.check()
    expect(page.get_by_role("link", name="Take a photo")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as a zip").click()
    with open(download.value.path(), "rb") as file:
        names = zipfile.ZipFile(io.BytesIO(file.read())).namelist()
    check(len(names) >= 4, f"the zip of two photos has {names}")
    page.locator(".photos input[type=checkbox]").nth(1).uncheck()
    tab = page.context.new_page()
    watch(tab)
    tab.goto(BASE + "/library")
    expect(tab.locator(".photos .card")).to_have_count(2)
    gone = page.locator(".photos .card a").first.get_attribute("href")
    check(gone in addresses, f"{gone} is none of the photos that were sent")
    page.locator(".danger summary").click()
    look(page, "library-delete-phone")
    page.get_by_role("button", name="Delete for good").click()
    expect(cards).to_have_count(1)
    # A second tab follows.
    expect(tab.locator(".photos .card")).to_have_count(1)
    left = page.locator(".photos .card a").first.get_attribute("href")
    check(left in addresses and left != gone, f"{left} is left where {gone} was deleted")
    check(page.request.get(BASE + gone).status == 404, "a photo that was deleted is there")
    # The browser's message about the missing picture belongs to this test.
    other = page.context.new_page()
    other.goto(BASE + "/items?text=zzzz")
    status = other.evaluate("async (path) => (await fetch(path, { cache: 'force-cache' })).status", gone + "/thumbnail")
    check(status == 404, f"the browser's cache answers {status} for a photo that was deleted")
    page.context.close()
    return left


def states(browser, photo):
    """axe in states that need something first."""
    page = opened(browser, photo)
    modes = page.locator(".tools input[type=radio]")
    expect(modes.first).to_be_visible()
    for number in range(modes.count()):
        modes.nth(number).focus()
        page.keyboard.press("Space")
        page.wait_for_timeout(200)
        look(page, f"photo-mode-{number}-phone")
    for name in ("Notes on this answer", "Delete this photo"):
        if page.get_by_text(name).count():
            page.get_by_text(name).click()
    look(page, "photo-open-phone")
    with open(PHOTO, "rb") as file:
        reply = page.request.post(
            BASE + "/v1/photos?latitude=10&longitude=10", data=file.read() + b"3", headers={"Content-Type": "image/jpeg"})
    page.goto(f"{BASE}/photos/{reply.json()['photo']['id']}")
    expect(page.get_by_role("heading", name="No view from here is known yet", exact=True)).to_be_visible()
    look(page, "no-view-phone")
    page.goto(BASE + "/items/new-york:hartgers-fort-1651")
    look(page, "item-away-phone")
    page.goto(BASE + "/items?text=zzzz")
    look(page, "items-none-phone")
    page.context.close()
    # The page of a form that was refused has that status, which the browser notes as an error.
    page = browser.new_context(**ACCOUNT).new_page()
    page.goto(BASE + ITEM + "/place")
    page.locator("#place [name=latitude]").fill("91")
    page.get_by_role("button", name="Keep this").click()
    expect(page.get_by_role("alert")).to_contain_text("Latitude \"91\"")
    look(page, "place-fault-phone")
    page.context.close()


KEPT = """async () => {
  const { all } = await import(document.querySelector('script[src$="home.js"]').src.replace('home.js', 'photo-store.js'));
  return (await all()).map(({ name, state }) => `${name} ${state}`);
}"""


def first(browser, **options):
    """The first page; refusals and cuts that the browser reports belong to these tests."""
    page = browser.new_context(**ACCOUNT, **options).new_page()
    page.on("pageerror", lambda error: check(False, f"{page.url}: {error}"))
    page.goto(BASE + "/")
    return page


def kept(page, *photos):
    """Exactly these photos are on the phone."""
    until(lambda: page.evaluate(KEPT) == list(photos), 20, f"{photos} are on the phone: {page.evaluate(KEPT)}")


def chosen(page, *paths):
    page.locator("#choose").set_input_files(list(paths))


def broken(browser, folder):
    """Photos outlast a broken connection and a reload; they are sent without a touch, and are then off the phone."""
    page = first(browser)
    tab = page.context.new_page()
    tab.goto(BASE + "/")
    page.context.route("**/v1/uploads", lambda route: route.abort())
    chosen(page, variant(folder, "cut.jpg", b"4"), variant(folder, "wait.jpg", b"5"))
    for shown in (page, tab):
        expect(shown.locator("#sent li", has_text="cut.jpg")).to_contain_text("The picture is kept here and sent later")
    kept(page, "cut.jpg waiting", "wait.jpg waiting")
    page.reload()
    expect(page.locator("#sent li")).to_have_count(2)
    look(page, "cut-phone")
    page.context.unroute("**/v1/uploads")
    for shown in (page, tab):
        expect(shown.locator("#sent .done a")).to_have_count(2, timeout=120000)
    kept(page)
    check(page.url == BASE + "/", f"photos of an earlier page lead to {page.url}")
    page.context.close()


def pieces(browser, folder):
    """A cut within a photo continues with the next piece."""
    page = first(browser)
    path = variant(folder, "large.jpg", bytes(3 << 20))
    sent = []

    def piece(route):
        at = int(route.request.headers["upload-offset"])
        sent.append(at)
        # The second piece is lost once.
        route.abort() if at and sent.count(at) == 1 and len(sent) == 2 else route.continue_()

    page.route("**/v1/uploads/*", lambda route: piece(route) if route.request.method == "PATCH" else route.continue_())
    chosen(page, path)
    page.wait_for_url("**/photos/*", timeout=120000)
    check(sent[:3] == [0, 1 << 20, 1 << 20] and sent.count(0) == 1, f"the pieces sent begin at {sent}")
    page.context.close()


def unstored(browser, folder):
    """A browser that stores nothing sends photos, too; a refused one can be discarded."""
    page = browser.new_context(**ACCOUNT).new_page()
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined });")
    page.on("pageerror", lambda error: check(False, f"{page.url}: {error}"))
    page.goto(BASE + "/")
    chosen(page, variant(folder, "bad.jpg", b""))
    line = page.locator("#sent li")
    expect(line).to_contain_text("a readable photo")
    line.get_by_role("button", name="Discard").click()
    expect(line).to_have_count(0)
    chosen(page, variant(folder, "held.jpg", b"6"))
    page.wait_for_url("**/photos/*", timeout=120000)
    page.context.close()


def placeless(browser):
    """A photo without a place asks for it in its line, with the map at the phone, also after a reload."""
    here = {"latitude": 40.75358, "longitude": -73.98084, "accuracy": 5}
    page = first(browser, permissions=["geolocation"], geolocation=here)
    plain = page.evaluate("""async () => {
      const canvas = new OffscreenCanvas(640, 480);
      canvas.getContext('2d').fillRect(0, 0, 300, 200);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())];
    }""")
    chosen(page, {"name": "plain.jpg", "mimeType": "image/jpeg", "buffer": bytes(plain)})
    line = page.locator("#sent li")
    expect(line).to_contain_text("Where was it taken?")
    expect(line.locator("span").first).to_be_in_viewport()
    expect(line.locator("#map")).to_be_in_viewport()
    kept(page, "plain.jpg placeless")
    # A later visit doesn't begin in the middle of the page.
    page.goto(BASE + "/")
    expect(line.locator("#map")).to_be_visible()
    check(page.evaluate("scrollY") == 0, "a photo of an earlier visit moves the page")
    look(page, "placeless-phone")
    # A wrong place is asked for again.
    page.locator("#send [name=latitude]").fill("91")
    page.locator("#send [name=longitude]").fill("0")
    line.get_by_role("button", name="Use this place").click()
    expect(line).to_contain_text("latitude")
    expect(page.locator("#send [name=latitude]")).to_have_value("91")
    for name in ("latitude", "longitude"):
        page.locator(f"#send [name={name}]").fill("")
    # The map is at the phone, and its middle is touched.
    page.reload()
    expect(line.locator("#map")).to_be_visible()
    for name in ("latitude", "longitude"):
        page.locator(f"#send [name={name}]").fill("")
    page.wait_for_timeout(1000)
    line.locator("#map").click()
    for name, value in (("latitude", here["latitude"]), ("longitude", here["longitude"])):
        near = page.locator(f"#send [name={name}]").input_value()
        check(near and abs(float(near) - value) < 0.001, f"the map's middle has the {name} {near}")
    page.locator("#handle-heading").press("ArrowRight")
    expect(page.locator("#send [name=heading]")).to_have_value("1")
    line.get_by_role("button", name="Use this place").click()
    page.wait_for_url("**/photos/*", timeout=120000)
    page.goto(BASE + "/")
    kept(page)
    page.context.close()


def motion(browser):
    """With reduced motion nothing moves for any time; otherwise something does, so this can fail."""
    moving = """() => [...document.querySelectorAll("*")].filter(e => { const style = getComputedStyle(e);
    return [style.transitionDuration, style.animationDuration].some(text => text.split(", ").some(one => parseFloat(one) > 0)); })
    .map(e => e.outerHTML.slice(0, 80))"""
    for wanted in ("reduce", "no-preference"):
        page = browser.new_context(**ACCOUNT, reduced_motion=wanted).new_page()
        found = []
        for address in ("/", "/map", "/items", "/library", "/camera", ITEM, ITEM + "/place"):
            page.goto(BASE + address)
            page.wait_for_timeout(300)
            found += page.evaluate(moving)
        if wanted == "reduce":
            check(not found, f"with less motion these move: {found[:3]}")
        else:
            check(found, "nothing moves where motion is welcome")
        page.context.close()


with sync_playwright() as p, tempfile.TemporaryDirectory() as folder:
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    addresses = several(browser, folder)
    turns(browser)
    states(browser, library(browser, addresses))
    broken(browser, folder)
    pieces(browser, folder)
    unstored(browser, folder)
    placeless(browser)
    motion(browser)
    browser.close()
finish()
