"""Takes pictures for events with the camera page, as a guest with a phone would.

    eventcamera.py BASE EVENT SHOWN STOP TOKEN [FOLDER]

EVENT has a film of three, and shows no positions; SHOWN shows them. STOP is the one stop of both,
TOKEN their organiser's. The camera is Chromium's fake
one. Faults are printed, one a line, and the exit code is then 1. With a FOLDER it stores screenshots.
"""
import os
import re
import sys
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect, sync_playwright

from findings import RULES, check, fault, finish, in_reach, until

# With other tests in parallel a page is slow.
expect.set_options(timeout=20000)

BASE, EVENT, SHOWN, STOP, TOKEN = sys.argv[1:6]
FOLDER = sys.argv[6] if len(sys.argv) > 6 else None


def look(page, name):
    """Looks at a page as it stands: axe, its width, and how large its buttons are."""
    for violation in Axe().run(page, options=RULES).response["violations"]:
        nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:3])
        fault(f"axe: {name}: {violation['id']}: {violation['help']}: {nodes}")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(wide <= 0, f"{name}: {wide} pixels wider than the window")
    for html in page.eval_on_selector_all(
        "button, a.button, select", """all => all.filter(e => e.checkVisibility()).map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([html]) => html)"""):
        fault(f"{name}: smaller than 24 pixels: {html}")
    if FOLDER:
        page.screenshot(path=os.path.join(FOLDER, f"eventcamera-{name}.png"))


def covers(page, one, other):
    """Whether two parts of a page lie over each other."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    return bool(a and b) and a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"] and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def kept(page):
    """The phone's stored photos, without their bytes; none while the page changes."""
    try:
        return page.evaluate("""async () => {
          const module = (name) => import(document.querySelector('script[src$="camera.js"]').src.replace('camera.js', name));
          const [{ all }, { roll }] = await Promise.all([module('photo-store.js'), module('camera-event.js')]);
          return (await all(roll)).map(({ thumb, ...photo }) => photo);
        }""")
    except Error:
        return []


def come_in(page, event):
    page.goto(f"{BASE}/events/{event}")
    page.get_by_label("What is your name?").fill("Gus")
    page.get_by_role("button", name=re.compile("Join the (event|walk)")).click()
    page.get_by_role("button", name="I agree").click()
    page.get_by_role("link", name="Take a photo").click()
    expect(page.locator("#shutter")).to_be_enabled(timeout=60000)


def pictures(context, event):
    return context.request.get(f"{BASE}/v1/events/{event}/pictures").json()["pictures"]


def film(context):
    """Two pictures, one of them without a network; then one more than the film has."""
    page = context.new_page()
    asked = []
    page.on("pageerror", lambda error: fault(f"the page throws: {error}"))
    page.on("request", lambda request: asked.append(f"{request.method} {request.url} {request.post_data_buffer[:2000] if request.post_data_buffer else ''}"))
    come_in(page, EVENT)
    page.goto(f"{BASE}/events/{EVENT}/stops")
    in_reach(page, page.locator(".stays .button.main"), "stops")
    page.get_by_role("link", name="← Old town").click()
    page.get_by_role("link", name="Take a photo").click()
    expect(page.locator("#shutter")).to_be_enabled(timeout=60000)
    left = page.locator("#left")
    expect(left).to_have_text("3 of 3 left")
    until(lambda: "place off at this event" in page.inner_text("#readout"), 10, "the page says that no place is read")
    page.get_by_role("switch", name="Geotag").click(force=True)
    expect(page.locator("#said")).to_contain_text("shows no positions")
    check(not page.locator("#geo-dialog").is_visible(), "places can be switched on where none are shown")
    look(page, "upright")
    page.select_option("#stop", STOP)
    until(lambda: page.inner_text("#guide"), 10, "words lead to the stop")
    until(lambda: page.evaluate("""() => { const { width, height } = ghost; return ghost.getContext('2d').getImageData(0, 0, width, height).data.some(Boolean); }"""), 10, "the stop's picture is in the viewfinder")
    look(page, "stop")
    page.click("#more")
    look(page, "more")
    expect(page.locator("#more-dialog").get_by_text("Leave the event")).to_be_visible()
    page.click("#more-dialog [data-close]")
    # The worker controls the page from now on; it opens again without a network.
    until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"), 30, "the service worker takes over")

    page.click("#shutter")
    expect(page.locator("#result")).to_contain_text("It is in the event", timeout=60000)
    expect(left).to_have_text("2 of 3 left")
    until(lambda: page.evaluate("document.querySelector('#result img').naturalWidth") > 0, 10, "the picture is shown")
    check(not kept(page), f"the phone keeps what the event has: {kept(page)}")
    look(page, "taken")
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_timeout(500)
    look(page, "taken-turned")
    outer, inner = page.locator("#result").bounding_box(), page.locator("#result .button").first.bounding_box()
    check(inner["y"] + inner["height"] <= outer["y"] + outer["height"], "the buttons below a picture that was taken are out of sight")
    page.get_by_role("button", name="Close").click()
    look(page, "turned")
    for part in ("#guide", "#zooms", "#readout", "#shutter"):
        check(not covers(page, ".roll", part), f"the row of the film lies over {part}")
    page.set_viewport_size({"width": 320, "height": 568})
    page.wait_for_timeout(500)
    look(page, "small")
    box = page.locator("#shutter").bounding_box()
    check(box["y"] + box["height"] <= 568, f"the shutter is below the edge: {box}")
    page.set_viewport_size({"width": 390, "height": 844})

    page.goto(f"{BASE}/events/{EVENT}/camera")
    expect(page.locator("#shutter")).to_be_enabled(timeout=60000)
    app = context.request.get(page.locator("link[rel=manifest]").evaluate("link => link.href")).json()
    check((app["start_url"], app["name"]) == (f"/events/{EVENT}", "Old town"), f"what is installed opens {app}")
    context.set_offline(True)
    page.click("#shutter")
    until(lambda: len(kept(page)) == 1, 20, "a picture is kept without a network")
    expect(left).to_have_text("1 of 3 left")
    page.reload()
    expect(page.locator("#shutter")).to_be_enabled(timeout=60000)
    expect(left).to_have_text("1 of 3 left")
    # The installed app opens the event: without a network that is its camera.
    page.goto(f"{BASE}/events/{EVENT}")
    check(page.url == f"{BASE}/events/{EVENT}/camera", f"without a network the event opens {page.url}")
    expect(page.locator("#shutter")).to_be_enabled(timeout=60000)
    # Meanwhile the guest sends one on another page, unknown to this one.
    photo = context.request.get(f"{BASE}/v1/events/{EVENT}/pictures/{pictures(context, EVENT)[0]['id']}/original").body()
    sent = context.request.post(f"{BASE}/v1/events/{EVENT}/pictures?key=other", data=photo, headers={"Content-Type": "image/jpeg"})
    check(sent.status == 201, f"another page's picture is answered with {sent.status}")
    page.click("#shutter")
    until(lambda: len(kept(page)) == 2, 20, "a second picture is kept without a network")
    expect(left).to_have_text("0 of 3 left")
    expect(page.locator("#shutter")).to_be_disabled()
    look(page, "offline")
    context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: [one["state"] for one in kept(page)] == ["failed"], 60, f"one is sent, and one more than the film has is kept: {kept(page)}")
    check(len(pictures(context, EVENT)) == 3, f"the gallery has {len(pictures(context, EVENT))} pictures")
    check([one["fault"]["code"] for one in kept(page)] == ["limitReached"], f"another fault: {kept(page)}")
    expect(left).to_have_text("0 of 3 left")
    expect(page.locator("#said")).to_contain_text("The film is full")
    page.click("#photos")
    expect(page.locator("#queue .state")).to_contain_text("The film is full")
    look(page, "full")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the photo").click()
    check(os.path.getsize(download.value.path()) > 5000, "the photo that is kept can't be saved")
    page.click("#photos-dialog [data-close]")

    # One is deleted; the waiting one is sent.
    page.get_by_role("link", name="My pictures").click()
    expect(page.locator("#event-cards li")).to_have_count(3)
    page.locator("#event-cards a").first.click()
    page.get_by_role("link", name="About this picture").click()
    page.get_by_text("Delete", exact=True).click()
    page.get_by_role("button", name="Delete for good").click()
    page.goto(f"{BASE}/events/{EVENT}/camera")
    expect(left).to_have_text("1 of 3 left")
    page.click("#photos")
    page.get_by_role("button", name="Try again", exact=True).click()
    until(lambda: not kept(page), 60, "what was kept is sent after a place is free")
    page.click("#photos-dialog [data-close]")
    expect(left).to_have_text("0 of 3 left")
    check(len(pictures(context, EVENT)) == 3, "the picture that was kept isn't in the gallery once")
    check(not any(re.search("latitude|/v1/match|/v1/map|/v1/uploads", one) for one in asked), f"a place is sent: {[one[:200] for one in asked if 'latitude' in one]}")

    # Settings and leaving are a tap away.
    page.get_by_role("link", name="Settings").click()
    # One tap asks, and the second one leaves.
    expect(page.get_by_role("button", name="Leave for good")).to_be_hidden()
    page.get_by_text("Leave the event").click()
    page.get_by_role("button", name="Leave for good").click()
    page.wait_for_url(f"{BASE}/events/{EVENT}")
    until(lambda: page.evaluate("async path => !(await caches.match(path))", f"/events/{EVENT}/camera"), 10, "after leaving, no page stays behind")
    page.goto(f"{BASE}/events/{EVENT}/camera")
    expect(page.get_by_label("What is your name?")).to_be_visible()
    page.close()


def lost(context):
    """The answer to a picture is lost: it is sent again, and there once; its place is there, as the event shows it."""
    page = context.new_page()
    page.on("pageerror", lambda error: fault(f"the page throws: {error}"))
    come_in(page, SHOWN)
    check("place off" in page.inner_text("#readout"), "a place is read before Geotag is on")
    page.get_by_role("switch", name="Geotag").click()
    expect(page.locator("#geo-dialog")).to_contain_text("all guests of the walk can see it")
    look(page, "place")
    page.click("#geo-yes")
    until(lambda: "40.75358" in page.inner_text("#readout"), 20, "the place is shown")
    page.select_option("#stop", STOP)
    until(lambda: "m from here" in page.inner_text("#guide"), 10, f"the words lead to the stop: {page.inner_text('#guide')}")
    losses = []

    def lose(route):
        if route.request.method != "POST" or losses:
            return route.continue_()
        losses.append(route.fetch().status)
        route.abort()

    page.route(re.compile(r"/v1/events/\w+/pictures\?"), lose)
    page.click("#shutter")
    expect(page.locator("#result")).to_contain_text("It is in the walk", timeout=60000)
    check(losses == [201], f"no answer was lost: {losses}")
    found = pictures(context, SHOWN)
    check(len(found) == 1, f"a lost answer makes {len(found)} pictures")
    check(abs(found[0].get("latitude", 0) - 40.75358) < 1e-4, f"the event shows another place: {found[0]}")
    until(lambda: "23 of 24" in page.inner_text("#left"), 10, f"the count is another: {page.inner_text('#left')}")
    page.close()


def ended(context):
    """The event ends while a picture waits: the page opens without a viewfinder, and sends it."""
    page = context.new_page()
    page.on("pageerror", lambda error: fault(f"the page throws: {error}"))
    come_in(page, SHOWN)
    before = len(pictures(context, SHOWN))
    context.set_offline(True)
    page.click("#shutter")
    until(lambda: len(kept(page)) == 1, 20, "a picture is kept without a network")
    page.close()
    time.sleep(1.1)
    closed = context.request.post(f"{BASE}/v1/events/{SHOWN}/close", headers={"Authorization": f"Bearer {TOKEN}"})
    check(closed.ok, f"the event can't be closed: {closed.status}")
    # Times are whole seconds, rounded up.
    time.sleep(1.1)
    context.set_offline(False)
    page = context.new_page()
    page.goto(f"{BASE}/events/{SHOWN}/camera")
    expect(page.locator("#blocked")).to_contain_text("The walk has ended", timeout=30000)
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    expect(page.locator("#shutter")).to_be_disabled()
    until(lambda: not kept(page) and len(pictures(context, SHOWN)) == before + 1, 60, "what was taken before the end comes in after it")
    look(page, "ended")
    page.close()


with sync_playwright() as p:
    browser = p.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--use-fake-device-for-media-stream=fps=8", "--use-fake-ui-for-media-stream"])
    for part in (film, lost, ended):
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en-GB", permissions=["geolocation", "camera"],
            geolocation={"latitude": 40.75358, "longitude": -73.98084, "accuracy": 4})
        start = time.time()
        try:
            part(context)
        except Exception as error:
            fault(f"{part.__name__}: {error}")
            if FOLDER and context.pages:
                context.pages[-1].screenshot(path=os.path.join(FOLDER, f"eventcamera-{part.__name__}-failed.png"))
        print(f"{part.__name__}: {time.time() - start:.0f} s", flush=True)
        context.close()
    browser.close()
finish()
