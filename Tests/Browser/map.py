"""Drives a browser through the archive's map, by fingers, mouse and keys.

    map.py BASE PHOTO [FOLDER]

Faults are printed, one a line, and the exit code is then 1.
"""
import re

from playwright.sync_api import expect, sync_playwright

from findings import check, finish, until
from looks import BASE, look, watch

# Where the archive of the project has several pictures at one spot.
CORNER = "/map#17/40.75358/-73.98084"
SIZE = {"width": 1200, "height": 900}


def opened(browser, address, **options):
    """A page with the map, once its list is there."""
    page = browser.new_context(**{"viewport": SIZE, "locale": "en-GB", **options}).new_page()
    watch(page)
    page.goto(BASE + address)
    expect(page.locator("#seen li").first).to_be_visible(timeout=20000)
    page.wait_for_timeout(500)
    return page


def spot(page):
    """The middle of the map, in the window."""
    page.locator("#map").scroll_into_view_if_needed()
    box = page.locator("#map").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touched(p, browser):
    """Several pictures at one spot are listed, stay listed, and don't open by themselves."""
    for name, options in (("phone", p.devices["Pixel 7"]), ("desktop", {})):
        for means in ("touch", "Enter"):
            page = opened(browser, CORNER, **options)
            address = page.url
            height = page.locator("#map").evaluate("e => e.clientHeight")
            if means == "Enter":
                page.locator("#map").focus()
                page.keyboard.press("Enter")
            elif name == "phone":
                page.touchscreen.tap(*spot(page))
            else:
                page.mouse.click(*spot(page))
            # Longer than a change of the map's size or its place takes to load it anew.
            page.wait_for_timeout(1500)
            words = f"{means} on several pictures, {name}"
            check(page.url == address, f"{words}: it leads to {page.url}")
            if page.url == address:
                said = page.locator("#seen-title").inner_text()
                check(said == "Pictures taken here", f"{words}: the list is of: {said}")
                links = page.locator("#seen a")
                check(links.count() >= 4, f"{words}: {links.count()} pictures")
                focused = links.first.evaluate("e => e === document.activeElement")
                check(focused, f"{words}: the first picture has no focus")
                after = page.locator("#map").evaluate("e => e.clientHeight")
                check(after == height, f"{words}: the map is {after} pixels high, and was {height}")
                if means == "touch":
                    look(page, f"map-here-{name}")
                # The list stays the requested one while the map moves, until it is left.
                page.locator("#map").focus()
                page.keyboard.press("ArrowLeft")
                page.wait_for_timeout(800)
                said = page.locator("#seen-title").inner_text()
                check(said == "Pictures taken here", f"{words}, moved: the list is of: {said}")
                page.get_by_role("button", name="Back to the map's view").click()
                expect(page.locator("#seen-title")).to_have_text("In view")
            page.context.close()


def begun(browser):
    """At first the map shows all that lies together, on a screen of any shape."""
    for width, height in ((390, 844), (844, 390), (1400, 900)):
        page = opened(browser, "/map", viewport={"width": width, "height": height})
        whole = page.evaluate("fetch('/v1/map/0/0/0').then(reply => reply.json())")["features"]
        said = page.locator("#seen-said").inner_text()
        check(said == f"{len(whole)} pictures", f"of {len(whole)} pictures a map of {width} by {height} shows: {said}")
        page.context.close()


# The circles and the words of the last drawing, with the words' widths.
DRAWN = """(() => { const pen = CanvasRenderingContext2D.prototype; const of = (name, more) => { const own = pen[name];
  pen[name] = function (...all) { more.call(this, ...all); return own.apply(this, all); }; };
  globalThis.circles = []; globalThis.words = [];
  of('setTransform', () => { circles = []; words = []; });
  of('arc', (x, y, size) => circles.push([x - size, y - size, x + size, y + size]));
  of('fillText', function (name, x, y) { if (/°/.test(name)) words.push([x, y, x + this.measureText(name).width, y + 13]); });
})()"""


def clear(browser):
    """At first no picture, no name and no control lies below another one, on a screen of any size."""
    for width, height in ((320, 568), (390, 844), (820, 1180), (1440, 900)):
        page = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB").new_page()
        watch(page)
        page.add_init_script(DRAWN)
        page.goto(BASE + "/map")
        expect(page.locator("#under-credit a")).to_be_visible()
        page.wait_for_timeout(800)
        top = page.locator("#map").bounding_box()["y"]
        boxes = {}
        for name in (".zoomers", "#panel", "#years", "#under-credit"):
            box = page.locator(name).bounding_box()
            if not box:
                # On the smallest phones the years are below the whole list.
                check(name == "#years" and height < 640, f"map of {width}: {name} isn't shown")
                continue
            boxes[name] = [box["x"], box["y"] - top, box["x"] + box["width"], box["y"] - top + box["height"]]
        names = list(boxes)
        meet = lambda a, b: a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
        for at, one in enumerate(names):
            for other in names[at + 1:]:
                check(not meet(boxes[one], boxes[other]), f"map of {width}: {one} meets {other}")
        circles, words = page.evaluate("circles"), page.evaluate("words")
        check(circles and words, f"map of {width}: {len(circles)} circles and {len(words)} names")
        for kind, all_of_them in (("a picture", circles), ("a name", words)):
            for name, box in boxes.items():
                # Names may lie behind the sheet as a whole.
                cut = [one for one in all_of_them if meet(one, box) and (kind == "a picture" or one[1] < box[1] or one[0] < box[0] or one[2] > box[2])]
                check(not cut, f"map of {width}: {kind} lies below {name}: {cut[:2]}, {box}")
        if width == 320:
            page.click("#unfold")
            expect(page.locator("#years")).to_be_in_viewport()
        page.context.close()


def dragged(browser):
    """A map that is dragged moves, and asks nothing."""
    page = opened(browser, CORNER)
    x, y = spot(page)
    where = lambda: page.evaluate("location.hash")
    before = where()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    until(lambda: where() != before, words="the map moves when it is dragged")
    page.wait_for_timeout(500)
    said = page.locator("#seen-title").inner_text()
    check(said == "In view", f"the list of a map that was dragged is of: {said}")
    before = where()
    page.mouse.wheel(0, -600)
    until(lambda: where() != before, words="the map heeds the wheel")
    nearer = float(where()[1:].split("/")[0])
    check(nearer == 19, f"the wheel, two steps forward from 17, goes to {nearer}")
    page.context.close()


def asked(browser):
    """A spot without pictures lists those that show it; the answer is the archive's own."""
    # South of the corner, in sight of pictures that look along the street.
    latitude, longitude = 40.75300, -73.98125
    page = opened(browser, f"/map#19/{latitude}/{longitude}")
    page.locator("#map").focus()
    with page.expect_response(lambda reply: "/v1/items?shows=" in reply.url) as reply:
        page.keyboard.press("Enter")
    items = reply.value.json()["items"]
    check(items, "no picture shows a spot on the avenue")
    expect(page.locator("#seen-title")).to_have_text("Pictures of this spot")
    expect(page.locator("#seen a")).to_have_count(len(items))
    for item, link in zip(items, page.locator("#seen a").all()):
        check(item["id"].replace(":", "%3A") in link.get_attribute("href"), f"{item['id']} isn't where the search has it")
    look(page, "map-spot")
    page.goto(BASE + "/map#12/0.0/-30.0")
    page.wait_for_timeout(800)
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#seen-said")).to_have_text("No picture of the archive shows it.")
    page.context.close()


def filtered(browser):
    """Years and words select the map's pictures, and are kept in the address."""
    page = opened(browser, CORNER)
    all_of_them = page.locator("#seen a").count()
    start, end = (page.get_by_role("slider", name=name) for name in ("From", "To"))
    value = lambda slider: int(slider.get_attribute("aria-valuenow"))
    first, last = value(start), value(end)
    check((first % 10, last % 10) == (0, 9) and first < 1900 < last, f"the years are {first} to {last}")
    check(page.locator("#years .bars .in").count() == (last - first + 1) // 10, "not every bar is chosen at first")
    look(page, "map-years")
    while value(start) < 1900:
        start.press("ArrowRight")
    while value(end) > 1909:
        end.press("ArrowLeft")
    until(lambda: 0 < page.locator("#seen a").count() < all_of_them, words="fewer pictures of ten years than of all")
    years = page.locator("#seen .chip").all_inner_texts()
    # Dates may extend over the ends of the requested years.
    check(any("190" in year for year in years), f"pictures of 1900 to 1910 are of {years}")
    check(page.locator("#years .bars .in").count() == 1, "the chosen bar isn't the only one")
    # A handle stops at the other one.
    start.press("End")
    check((value(start), start.get_attribute("aria-valuetext")) == (1900, "1900"), f"the first handle goes to {value(start)}")
    until(lambda: "era=1900%2F1909" in page.evaluate("location.search"), words="the years are in the address")
    count = page.locator("#seen a").count()
    page.reload()
    until(lambda: page.locator("#seen a").count() == count, words="the years are kept after a reload")
    start.press("Home")
    end.press("End")
    until(lambda: "era=" not in page.evaluate("location.search"), words="all years aren't in the address")
    words = page.get_by_role("searchbox", name="Words")
    words.fill("library")
    with page.expect_response(lambda reply: "/v1/items?text=library" in reply.url) as reply:
        page.keyboard.press("Enter")
    items = reply.value.json()["items"]
    check(0 < len(items) < all_of_them, f"{len(items)} of {all_of_them} pictures have the word")
    expect(page.locator("#seen a")).to_have_count(len(items))
    until(lambda: "text=library" in page.evaluate("location.search"), words="the words are in the address")
    look(page, "map-words")
    page.reload()
    expect(page.locator("#seen a")).to_have_count(len(items))
    words.fill("")
    until(lambda: page.locator("#seen a").count() == all_of_them, words="without words all pictures are listed")
    page.context.close()


def pictured(browser):
    """The list has thumbnails, a group its count, and the legend explains both."""
    written = """const written = []; globalThis.written = written;
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) { written.push(words); return write.call(this, words, ...rest); };"""
    context = browser.new_context(viewport=SIZE, locale="en-GB")
    page = context.new_page()
    watch(page)
    page.add_init_script(written)
    page.goto(BASE + "/map")
    expect(page.locator("#seen .face img").first).to_be_visible()
    until(lambda: page.locator("#seen .face img").first.evaluate("e => e.naturalWidth > 0"), words="a thumbnail has a picture")
    # Items with a picture come first.
    rows = page.locator("#seen").evaluate("list => [...list.children].map((row) => !row.querySelector('.face img'))")
    check(rows == sorted(rows), f"items without a picture stand before others: {rows}")
    for zoom in (4, 10, 17):
        page.evaluate(f"written.length = 0; location.hash = '#{zoom}/40.75358/-73.98084'")
        until(lambda: any(re.fullmatch(r"\d+", words) for words in page.evaluate("written")), words=f"a count at zoom {zoom}")
    page.get_by_label("Legend").click()
    expect(page.get_by_text("Several pictures")).to_be_visible()
    look(page, "map-legend")
    choice = page.get_by_label("Old map below")
    expect(choice).to_be_visible()
    # Without tiles one of them is the ground, and is named.
    own = choice.input_value()
    credit = page.locator("#under-credit")
    expect(credit.get_by_role("link")).to_have_attribute("href", f"/items/{own.replace(':', '%3A')}")
    choice.select_option("")
    expect(credit).to_be_hidden()
    other = choice.evaluate("(choice, own) => [...choice.options].map(({ value }) => value).find((value) => value && value !== own)", own)
    choice.select_option(other)
    # It is named once it is drawn.
    expect(credit.get_by_role("link")).to_have_attribute("href", f"/items/{other.replace(':', '%3A')}")
    expect(page.locator("#under-said")).to_have_text("")
    look(page, "map-old-map")
    context.close()


def scrolled(p, browser):
    """One finger scrolls past the map, and two fingers move it."""
    page = opened(browser, "/map", **p.devices["Pixel 7"])
    x, y = spot(page)
    client = page.context.new_cdp_session(page)

    def swipe(*fingers):
        at = lambda step: [{"x": x + dx, "y": y - 20 * step, "id": number} for number, dx in enumerate(fingers)]
        client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at(0)})
        for step in range(1, 6):
            client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at(step)})
            page.wait_for_timeout(30)
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(600)

    where = lambda: page.evaluate("location.hash")
    before = where()
    swipe(-60, 60)
    check(where() != before, "two fingers don't move the map")
    check(page.evaluate("scrollY") == 0, "two fingers scroll the page")
    before = where()
    page.evaluate("""() => new MutationObserver(() => { globalThis.isHinted = true; })
      .observe(document.getElementById("two-fingers"), { attributes: true })""")
    swipe(0)
    check(page.evaluate("scrollY") > 0, "one finger doesn't scroll past the map")
    check(where() == before, "one finger moves the map")
    check(page.evaluate("globalThis.isHinted"), "the page doesn't say that two fingers move the map")
    page.context.close()


def cut(browser):
    """An answer that breaks off is no answer: the map says so, not that there is nothing, and goes on when it can."""
    # South of the corner.
    page = opened(browser, "/map#19/40.75300/-73.98125")
    said = page.locator("#seen-said")
    half = re.compile(r"/v1/(map/|items\?)")
    page.route(half, lambda route: route.fulfill(content_type="application/json", body='{"items":['))
    broken = "The connection broke. Try again."
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#seen-title")).to_have_text("Pictures of this spot")
    expect(said).to_have_text(broken)
    page.get_by_role("button", name="Back to the map's view").click()
    page.goto("about:blank")
    page.goto(BASE + CORNER)
    expect(said).to_have_text(broken)
    look(page, "map-broken")
    page.locator("#filter [name=text]").fill("library")
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    expect(said).to_have_text(broken)
    page.unroute(half)
    page.keyboard.press("Enter")
    expect(page.locator("#seen a").first).to_be_visible()
    page.context.close()


def drawn(browser):
    """Cones when near, coasts when far, and a scale with its length."""
    script = """const written = []; globalThis.written = written;
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) { written.push(words); return write.call(this, words, ...rest); };"""
    page = browser.new_context(viewport=SIZE, locale="en-GB", color_scheme="light").new_page()
    watch(page)
    page.add_init_script(script)
    # An old map as the ground has amber, too. One that can't be read is none.
    page.route("**/ground?*", lambda route: route.fulfill(content_type="image/jpeg", body=""))
    # How much of the map is amber, also where it shines through.
    amber = """e => { const { data } = e.getContext("2d").getImageData(0, 0, e.width, e.height); let count = 0;
    for (let at = 0; at < data.length; at += 4) count += data[at] - data[at + 2] > 40 && data[at] < 250; return count; }"""

    def at(zoom, latitude, longitude):
        page.goto("about:blank")
        page.goto(f"{BASE}/map#{zoom}/{latitude}/{longitude}")
        page.wait_for_timeout(1200)
        return page.locator("#map")

    far = at(15.4, 40.75358, -73.98084).evaluate(amber)
    near = at(15.6, 40.75358, -73.98084).evaluate(amber)
    check(far > 100 and near > far + 1000, f"no cones when near: {far} pixels of amber from afar, {near} near by")
    bars = [words for words in page.evaluate("written") if words.endswith((" m", " km"))]
    check(bars and bars[-1] == "200 m", f"the scale says {bars[-1:]}")
    point = "e => [...e.getContext('2d').getImageData(e.width / 2, e.height / 2, 1, 1).data].join()"
    # At an angle to the meridians and parallels.
    sea, land = at(5, 31.3, -41.3).evaluate(point), at(5, 21.3, 11.3).evaluate(point)
    check(sea != land, f"the Atlantic and the Sahara are both {sea}")
    bars = [words for words in page.evaluate("written") if words.endswith((" m", " km"))]
    check(bars and bars[-1] == "500 km", f"the scale from afar says {bars[-1:]}")
    page.context.close()


def grounded(browser):
    """The map is never an empty plane: an old map and the coast are drawn, in light and dark, and few bytes come for it."""
    point = """([x, y]) => { const map = document.getElementById('map');
      return [...map.getContext('2d').getImageData(x * map.width, y * map.height, 1, 1).data].slice(0, 3); }"""
    # The share of the map beside the panel in another color than its most frequent one.
    drawn = """() => { const map = document.getElementById('map'); const counts = new Map();
      const { data } = map.getContext('2d').getImageData(0.35 * map.width, 0, 0.6 * map.width, 0.8 * map.height);
      for (let at = 0; at < data.length; at += 4) { const key = (data[at] << 16) + (data[at + 1] << 8) + data[at + 2]; counts.set(key, (counts.get(key) || 0) + 1); }
      return 1 - Math.max(...counts.values()) / (data.length / 4); }"""
    for scheme in ("light", "dark"):
        context = browser.new_context(viewport=SIZE, locale="en-GB", color_scheme=scheme)
        page = context.new_page()
        watch(page)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        bytes_of = []
        session.on("Network.loadingFinished", lambda one: bytes_of.append(one["encodedDataLength"]))
        page.goto(BASE + "/map")
        expect(page.locator("#under-credit a")).to_be_visible()
        page.wait_for_load_state("networkidle")
        print(f"map, {scheme}: {sum(bytes_of) / 1000:.0f} kB", flush=True)
        check(sum(bytes_of) < 300_000, f"the map takes {sum(bytes_of)} bytes at first")
        check(page.evaluate(drawn) > 0.1, f"{scheme}: at first the map is an empty plane: {page.evaluate(drawn):.2f}")
        page.goto("about:blank")
        page.goto(BASE + CORNER)
        expect(page.locator("#under-credit a")).to_be_visible()
        check(page.evaluate(drawn) > 0.5, f"{scheme}: near, the map is an empty plane: {page.evaluate(drawn):.2f}")
        # Where no pictures are, a button leads to them.
        page.goto("about:blank")
        page.goto(BASE + "/map#12/0.0/-30.0")
        page.get_by_role("button", name="Go to the pictures").click()
        expect(page.locator("#seen a").first).to_be_visible()
        # Long Island's north and south, as far away as the coast is drawn.
        page.goto("about:blank")
        page.goto(BASE + "/map#8/40.9/-72.9")
        expect(page.locator("#seen-said")).not_to_have_text("")
        page.wait_for_timeout(1200)
        land, sea = page.evaluate(point, [0.5, 0.5]), page.evaluate(point, [0.5, 0.75])
        check(land != sea, f"{scheme}: Long Island and the Atlantic are both {land}")
        context.close()


with sync_playwright() as p:
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    touched(p, browser)
    begun(browser)
    clear(browser)
    dragged(browser)
    asked(browser)
    filtered(browser)
    pictured(browser)
    scrolled(p, browser)
    cut(browser)
    drawn(browser)
    grounded(browser)
    browser.close()
finish()
