"""Drives a browser through the pages of a running server, as a person with a phone would.

    walk.py BASE PHOTO [FOLDER]

It goes from the first page with a photo to then beside now, to the map and to an item, looks at every page with axe in
light and dark, uses keys alone, and once no scripts. Faults are printed, one a line, and the exit code is then 1. With
a FOLDER it leaves a picture of every page there.
"""
import base64
import os
import re
import sys

from playwright.sync_api import expect, sync_playwright

from findings import fault, finish, in_reach, until
from looks import BASE, FOLDER, PHOTO, SIZES, look, watch


def phone(p, browser):
    """From the first page to then beside now, to the map and to an item."""
    context = browser.new_context(**{**p.devices["Pixel 7"], "locale": "en-GB"}, geolocation={"latitude": 40.75, "longitude": -73.98}, permissions=["geolocation"])
    page = context.new_page()
    watch(page)
    page.goto(BASE + "/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("before")
    look(page, "home-phone")
    page.get_by_label("Take a photo").set_input_files(PHOTO)
    page.wait_for_url(re.compile(r"/photos/[\w-]+$"), timeout=120000)
    slider = page.get_by_role("slider", name="Then and now")
    expect(slider).to_be_visible()
    look(page, "photo-phone")
    before = slider.input_value()
    slider.focus()
    page.keyboard.press("ArrowRight")
    if slider.input_value() == before:
        fault("the slider doesn't heed the arrow keys")
    photo = page.url
    item = page.locator("section.period.current a[href^='/items/']").first.get_attribute("href")
    page.get_by_role("link", name="Show on the map").click()
    page.wait_for_url(re.compile("/map"))
    expect(page.locator("#seen li").first).to_be_visible(timeout=20000)
    look(page, "map-phone")
    page.locator("#seen a").first.click()
    page.wait_for_url(re.compile("/items/"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(BASE + item)
    expect(page.locator(".zoom .glass")).to_be_visible()
    look(page, "item-phone")
    context.close()
    return photo, item


def every_page(browser, photo, item):
    """All pages on larger screens, and those without a link."""
    for size in ("tablet", "desktop"):
        context = browser.new_context(viewport=dict(zip(("width", "height"), SIZES[size])), reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        watch(page)
        for name, address in {
            "home": "/", "photo": photo[len(BASE):], "item": item, "items": "/items", "map": "/map", "library": "/library",
        }.items():
            page.goto(BASE + address)
            if name == "map":
                expect(page.locator("#seen li").first).to_be_visible(timeout=20000)
            page.wait_for_timeout(500)
            look(page, f"{name}-{size}")
        context.close()
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
    page = context.new_page()
    page.goto(BASE + "/nothing")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    look(page, "fault-phone")
    page.goto(photo)
    expect(page.get_by_role("slider", name="Damals und heute")).to_be_visible()
    look(page, "photo-german")
    page.emulate_media(media="print")
    if FOLDER:
        page.screenshot(path=os.path.join(FOLDER, "photo-print.png"), full_page=True)
    context.close()


def main_actions(browser, photo, item):
    """Main actions are in the first window. A photo's page has one title there, folds its facts, and is one sheet on paper."""
    for size in ("desktop", "phone"):
        page = browser.new_page(viewport=dict(zip(("width", "height"), SIZES[size])), locale="en-GB")
        watch(page)
        page.goto(photo)
        expect(page.locator(".stage .frame")).to_be_in_viewport(ratio=0.9)
        expect(page.locator("#share")).to_be_in_viewport(ratio=1)
        titles = page.locator(".view :is(h1, h2)").evaluate_all("all => all.filter(e => e.checkVisibility()).map(e => e.innerText)")
        if titles != [page.locator("h1").inner_text()]:
            fault(f"{size}: a photo's page has the titles {titles}")
        if page.locator(".view details").count() < 4 or page.locator(".view details[open]").count():
            fault(f"{size}: a photo's facts aren't folded")
        other = page.locator(".strip button[aria-pressed=false]").first
        other.click()
        if page.locator("h1").inner_text() == titles[0]:
            fault(f"{size}: another period keeps the title {titles[0]}")
        expect(page.locator("#share")).to_be_visible()
        for address in (item, "/library"):
            page.goto(BASE + address)
            expect(page.locator("main .button.main")).to_be_in_viewport(ratio=1)
        page.goto(photo)
        expect(page.locator("#share")).to_be_visible()
        page.emulate_media(media="print")
        for part in (".own img", ".period.current > figure:not(.offered) img", ".printed svg", ".printed p"):
            expect(page.locator(part)).to_be_visible()
        sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
        if sheets != 1:
            fault(f"{size}: a photo's page takes {sheets} sheets of paper")
        page.close()


def slow(browser, photo):
    """By slow 3G, a photo's page moves nothing after its first paint, and loads only the pictures that it shows."""
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
    watch(page)
    network = page.context.new_cdp_session(page)
    network.send("Network.emulateNetworkConditions", {"offline": False, "latency": 400, "downloadThroughput": 50000, "uploadThroughput": 50000})
    page.add_init_script("""window.moved = 0; new PerformanceObserver(list => list.getEntries().forEach(({ value }) => { moved += value; }))
        .observe({ type: "layout-shift", buffered: true })""")
    page.goto(photo, timeout=120000)
    moved = page.evaluate("moved")
    if moved > 0.05:
        fault(f"a photo's page shifts by {moved}")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).filter(name => name.includes('/pictures/'))")
    if len(set(loaded)) != 2:
        fault(f"a photo's page loads {loaded}")
    # The shown pictures come first, and then the ruler's.
    page.wait_for_load_state("networkidle")
    sharp, small = (page.evaluate("""([part, time]) => performance.getEntriesByType('resource').filter(({ name }) => name.includes(part))
        .map((one) => Math.round(one[time]))""", parts) for parts in (["/pictures/", "responseEnd"], ["?side=320", "startTime"]))
    print(f"slow 3G: a photo's page is sharp after {max(sharp)} ms", flush=True)
    if max(sharp) > 8000:
        fault(f"by slow 3G a photo's page is sharp after {max(sharp)} ms")
    if not small or min(small) < max(sharp):
        fault(f"the ruler's pictures are asked for at {small}, and the shown ones are there at {sharp}")
    page.close()


def keys_alone(browser, item):
    """The map and the zoom by keys: every control is reached by Tab, and works."""
    context = browser.new_context(viewport={"width": 1200, "height": 900}, locale="en-GB")
    page = context.new_page()
    watch(page)
    page.goto(BASE + "/map")
    expect(page.locator("#seen li").first).to_be_visible(timeout=20000)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "map":
            break
    else:
        fault("the map isn't reached by Tab")
    before = page.evaluate("location.hash")
    for key in ("+", "ArrowLeft", "ArrowUp", "-"):
        page.keyboard.press(key)
    page.wait_for_timeout(800)
    if page.evaluate("location.hash") == before:
        fault("the map doesn't heed its keys")
    for _ in range(8):
        page.keyboard.press("+")
    page.wait_for_timeout(500)
    page.keyboard.press("Enter")
    page.wait_for_timeout(1500)
    said = page.locator("#seen-title").inner_text()
    if said not in ("Pictures of this spot", "Pictures taken here") and "/items/" not in page.url:
        fault(f"Enter on the map says: {said}")
    page.goto(BASE + item)
    glass = page.locator(".zoom .glass")
    expect(glass).to_be_visible()
    page.wait_for_timeout(500)
    before = glass.locator("img").evaluate("e => e.style.transform")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "glass":
            break
    else:
        fault("the picture isn't reached by Tab")
    page.keyboard.press("+")
    if glass.locator("img").evaluate("e => e.style.transform") == before:
        fault("the picture doesn't heed plus")
    page.keyboard.press("0")
    box = glass.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(200)
    if glass.locator("img").evaluate("e => e.style.transform") == before:
        fault("the picture doesn't heed the wheel")
    page.keyboard.press("0")
    page.wait_for_timeout(200)
    if glass.locator("img").evaluate("e => e.style.transform") != before:
        fault("0 doesn't show all of the picture")
    page.keyboard.press("+")
    page.get_by_title("Show all").locator("svg").click()
    page.wait_for_timeout(200)
    if glass.locator("img").evaluate("e => e.style.transform") != before:
        fault("the button doesn't show all of the picture")
    context.close()


def without_scripts(browser):
    """The form, and then beside now, by the server alone."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto(BASE + "/")
    page.locator("input[name=photo]").nth(1).set_input_files(PHOTO)
    page.get_by_role("button", name="Show old pictures of this view").click()
    expect(page.locator(".view")).to_be_visible(timeout=60000)
    if page.locator(".view figure img").count() < 2:
        fault("without scripts both pictures don't stand on the page")
    if FOLDER:
        page.screenshot(path=os.path.join(FOLDER, "photo-plain.png"), full_page=True)
    context.close()


def gestures(p, browser, photo, item):
    """The system's own dialog to share, a photo that is dropped, and two fingers on a picture."""
    context = browser.new_context(**{**p.devices["Pixel 7"], "locale": "en-GB"})
    page = context.new_page()
    watch(page)
    page.add_init_script("""window.shared = []; navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/jpeg");
        navigator.share = async ({ files, ...what }) => {
          const [{ width, height }] = await Promise.all(files.map((file) => createImageBitmap(file)));
          window.shared.push({ ...what, names: files.map(({ name }) => name), width, height });
        };""")
    page.goto(photo)
    page.get_by_role("button", name="Share then and now").click()
    shared = until(lambda: page.evaluate("window.shared"), 20, "then and now is shared")
    # Nobody else can open a page of this server: its address isn't sent.
    if not shared or shared[0]["names"] != ["then-and-now.jpg"] or not shared[0]["title"] or "url" in shared[0]:
        fault(f"sharing tells {shared}")
    elif shared[0]["width"] < shared[0]["height"] or shared[0]["height"] < 1200:
        fault(f"then and now, with the credits below, is {shared[0]['width']} x {shared[0]['height']} pixels")
    # With a link the receiver can open the page, until the link ends.
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#link").input_value()
    page.get_by_role("button", name="Share then and now").click()
    shared = until(lambda: page.evaluate("window.shared"), 20, "then and now is shared with a link")
    if not shared or shared[0].get("url") != link:
        fault(f"sharing with the link {link} tells {shared}")
    receiver = context.new_page()
    watch(receiver)
    receiver.goto(link)
    expect(receiver.locator(".view")).to_be_visible(timeout=60000)
    expect(receiver.locator("#share")).to_be_visible()
    look(receiver, "shared-phone")
    receiver.close()
    page.get_by_role("button", name="End the link").click()
    expect(page.get_by_role("button", name="End the link")).to_have_count(0)
    if context.request.get(link).status != 404:
        fault("a link that was ended still opens")
    page.goto(BASE + item)
    glass = page.locator(".zoom .glass")
    expect(glass).to_be_visible()
    page.wait_for_timeout(500)
    scale = "e => new DOMMatrix(getComputedStyle(e).transform).a"
    before = glass.locator("img").evaluate(scale)
    box = glass.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = context.new_cdp_session(page)

    def fingers(kind, half):
        points = [{"x": x - half, "y": y, "id": 1}, {"x": x + half, "y": y, "id": 2}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points})

    fingers("touchStart", 20)
    for half in range(25, 85, 5):
        fingers("touchMove", half)
    fingers("touchEnd", 0)
    page.wait_for_timeout(200)
    after = glass.locator("img").evaluate(scale)
    if not 2 < after / before < 8:
        fault(f"two fingers, four times as far apart, make the picture {after / before:.1f} times as large")

    def finger(*path):
        """One finger goes from point to point."""
        for number, (fx, fy) in enumerate(path):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if number else "touchStart", "touchPoints": [{"x": fx, "y": fy, "id": 1}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def scrolled():
        page.wait_for_timeout(700)
        return page.evaluate("scrollY")

    def upwards():
        return [(x, y - step) for step in range(0, 241, 20)]

    # All of the picture is in sight: a swipe scrolls past it. Two taps go nearer, and it is moved.
    page.keyboard.press("0")
    page.reload()
    expect(glass).to_be_visible()
    page.wait_for_timeout(500)
    page.evaluate("scrollTo(0, 0)")
    finger(*upwards())
    if scrolled() < 100:
        fault("the picture of an item can't be scrolled past")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    finger((x, y))
    finger((x, y))
    page.wait_for_timeout(400)
    near = glass.locator("img").evaluate(scale)
    if not 2.5 < near / before < 3.5:
        fault(f"a double tap makes the picture {near / before:.1f} times as large")
    finger(*upwards())
    if scrolled() > 10:
        fault("a picture that is near isn't moved: the page scrolls")
    page.wait_for_timeout(400)
    finger((x, y))
    finger((x, y))
    page.wait_for_timeout(400)
    if abs(glass.locator("img").evaluate(scale) / before - 1) > 0.05:
        fault("a second double tap doesn't show all of the picture")

    # Then and now: the same, and a double tap shows one of both.
    page.goto(photo)
    slider = page.get_by_role("slider", name="Then and now")
    expect(slider).to_be_visible()
    page.wait_for_timeout(500)
    box = slider.bounding_box()
    x, y = box["x"] + box["width"] / 5, min(box["y"] + box["height"] / 2, 700)
    finger(*upwards())
    if scrolled() < 100 or slider.input_value() != "50":
        fault(f"a swipe over then and now scrolls by {page.evaluate('scrollY')} and leaves the edge at {slider.input_value()}")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    for value in ("100", "0"):
        finger((x, y))
        finger((x, y))
        page.wait_for_timeout(900)
        x = box["x"] + box["width"] * 4 / 5
        if slider.input_value() != value:
            fault(f"a double tap leaves the edge at {slider.input_value()}, not at {value}")
    context.close()

    context = browser.new_context(viewport={"width": 1200, "height": 900}, locale="en-GB")
    page = context.new_page()
    watch(page)
    page.goto(BASE + "/")
    with open(PHOTO, "rb") as file:
        bytes_of = base64.b64encode(file.read()).decode()
    transfer = page.evaluate_handle(
        """text => { const all = new DataTransfer(); const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
        all.items.add(new File([bytes], "dropped.jpg", { type: "image/jpeg" })); return all; }""", bytes_of)
    page.dispatch_event("main", "dragover", {"dataTransfer": transfer})
    if "dropping" not in page.locator("body").get_attribute("class"):
        fault("a photo over the page is not shown to be welcome")
    page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    page.wait_for_url(re.compile(r"/photos/[\w-]+$"), timeout=120000)
    if page.url != photo:
        fault(f"the photo that was dropped is {page.url}, and the same one before was {photo}")
    context.close()


def another_time(browser, photo):
    """Another time, asked for a photo on its page and for chosen ones in the library."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    watch(page)
    page.goto(photo)
    page.locator(".again input[name=era]").fill("1900/1910")
    page.locator(".again button").click()
    page.wait_for_url(re.compile("era=1900"))
    expect(page.get_by_text("Years searched:")).to_be_visible(timeout=60000)
    look(page, "photo-era-phone")
    page.goto(BASE + "/library")
    page.locator(".photos input[type=checkbox]").first.check()
    page.get_by_text("Search another time").click()
    look(page, "library-era-open-phone")
    page.locator("#chosen input[name=era]").fill("1900/1910")
    page.locator("#chosen").get_by_role("button", name="Search the archive").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("another time")
    look(page, "era-phone")
    context.close()


def curating(p, browser, item):
    """Where a picture was taken is corrected by dragging, by keys and by fields, and undone; the review is looked at."""
    for size in ("phone", "tablet", "desktop"):
        context = browser.new_context(viewport=dict(zip(("width", "height"), SIZES[size])), locale="en-GB")
        page = context.new_page()
        watch(page)
        page.goto(BASE + item)
        page.get_by_role("link", name="Correct the place").click()
        expect(page.locator("#handle-camera")).to_be_visible()
        page.wait_for_timeout(1000)
        look(page, f"place-{size}")
        page.goto(BASE + "/review")
        look(page, f"review-{size}")
        context.close()
    context = browser.new_context(viewport={"width": 1400, "height": 1000}, locale="en-GB")
    page = context.new_page()
    watch(page)
    page.goto(BASE + item + "/place")
    field = lambda name: page.locator(f"#place [name={name}]").input_value()
    expect(page.locator("#handle-camera")).to_be_visible()
    page.wait_for_timeout(800)
    in_reach(page, page.get_by_role("button", name="Keep this"), "place")
    kept = {name: field(name) for name in ("latitude", "longitude", "heading", "fieldOfView")}

    def drag(handle, dx, dy):
        page.locator(handle).scroll_into_view_if_needed()
        box = page.locator(handle).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
        page.mouse.move(x + dx, y + dy, steps=4)
        page.mouse.up()

    drag("#handle-camera", 40, -30)
    if float(field("longitude")) <= float(kept["longitude"]) or float(field("latitude")) <= float(kept["latitude"]):
        fault("the camera, dragged to the north-east, doesn't stand there")
    page.get_by_role("button", name="Undo changes").click()
    page.wait_for_timeout(200)
    if field("latitude") != kept["latitude"]:
        fault("the form isn't as it was")
    # East of the camera is 90 degrees.
    camera = page.locator("#handle-camera").bounding_box()
    heading = page.locator("#handle-heading").bounding_box()
    drag("#handle-heading", camera["x"] + 150 - heading["x"], camera["y"] - heading["y"])
    if abs(float(field("heading")) - 90) > 2:
        fault(f"the cone, dragged to the east, looks to {field('heading')}")
    page.locator("#handle-heading").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    if abs(float(field("heading")) - 101) > 2:
        fault(f"eleven degrees further by keys is {field('heading')}")
    page.locator("#handle-width").focus()
    before = float(field("fieldOfView") or 50)
    page.keyboard.press("ArrowRight")
    if float(field("fieldOfView")) != round(before) + 1:
        fault(f"a degree wider by keys is {field('fieldOfView')}, and it was {before}")
    latitude = float(field("latitude"))
    page.locator("#handle-camera").focus()
    page.keyboard.press("Shift+ArrowUp")
    if not 5e-5 < float(field("latitude")) - latitude < 1.5e-4:
        fault("ten metres north by keys are something else")
    if page.locator("#old-map option").count() > 1:
        with page.expect_response(re.compile("/ground[?]")) as response:
            page.locator("#old-map").select_option(index=1)
        if response.value.status != 200:
            fault(f"the old map below is answered {response.value.status}")
        page.wait_for_timeout(500)
        look(page, "place-old-map-desktop")
    else:
        fault("no old map is offered where the sample has two")
    page.locator("#place [name=fieldOfView]").fill("61")
    page.get_by_role("button", name="Keep this").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    if abs(float(field("heading")) - 101) > 2 or field("fieldOfView") != "61":
        fault("what was kept is something else")
    page.locator(".changes").get_by_role("button", name="Undo").first.click()
    expect(page.get_by_text("Undone.")).to_be_visible()
    if {name: field(name) for name in kept} != kept:
        fault("what was undone isn't as before")
    context.close()
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto(BASE + item + "/place")
    page.locator("#place [name=heading]").fill("12")
    page.get_by_role("button", name="Keep this").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.locator(".changes").get_by_role("button", name="Undo").first.click()
    expect(page.get_by_text("Undone.")).to_be_visible()
    context.close()


def where(browser, item):
    """The place of an item without one is asked for where the phone is, else where the archive's pictures are."""
    phone = {"latitude": 40.70467, "longitude": -74.01376}
    for name, options in (("phone", {"permissions": ["geolocation"], "geolocation": phone}), ("pictures", {})):
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", **options)
        page = context.new_page()
        watch(page)
        # The form as it is of an item without a place.
        field = re.compile(r'(name="(?:latitude|longitude)" value=)"[^"]*"')
        page.route("**/place", lambda route: route.fulfill(response=(reply := route.fetch()), body=field.sub(r'\1""', reply.text())))
        page.goto(BASE + item + "/place")
        expect(page.locator("#place-said")).to_contain_text("Touch the map")
        in_reach(page, page.locator("#map"), "place")
        page.set_viewport_size({"width": 1440, "height": 900})
        said = page.locator("#place-said").bounding_box()
        if said["y"] + said["height"] > page.locator(".stays").bounding_box()["y"]:
            fault("the place's bar covers what the map says")
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_timeout(1200)
        page.locator("#map").scroll_into_view_if_needed()
        page.locator("#map").click()
        middle = {part: float(page.locator(f"#place [name={part}]").input_value() or "nan") for part in phone}
        points = [phone]
        if name == "pictures":
            features = page.evaluate("fetch('/v1/map/0/0/0').then((reply) => reply.json())")["features"]
            points = [dict(zip(("longitude", "latitude"), one["geometry"]["coordinates"])) for one in features]
        near = 0.001 if name == "phone" else 0.01
        if not any(all(abs(middle[part] - point[part]) < near for part in phone) for point in points):
            fault(f"without a place the map is at {middle}, and not at the {name}")
        context.close()


def gathering(browser):
    """A curator's offer on the first page for a place without items in the archive."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    watch(page)
    page.goto(BASE + "/")
    page.get_by_text("Import pictures of a place").click()
    page.get_by_label("Place (latitude, longitude)").fill("38.7139, -9.1394")
    page.get_by_role("button", name="Show the archive's pictures there").click()
    expect(page.locator(".command code")).to_contain_text("timewalk archive gather commons --around 38.7139,-9.1394 ")
    look(page, "gathering-phone")
    page.get_by_label("Place (latitude, longitude)").fill("nowhere")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("a valid position")
    context.close()


with sync_playwright() as p:
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    photo, item = phone(p, browser)
    every_page(browser, photo, item)
    main_actions(browser, photo, item)
    slow(browser, photo)
    keys_alone(browser, item)
    without_scripts(browser)
    gestures(p, browser, photo, item)
    another_time(browser, photo)
    curating(p, browser, item)
    where(browser, item)
    gathering(browser)
    browser.close()
finish()
