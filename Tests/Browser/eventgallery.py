"""Scrolls through thousands of pictures of an event, walks through them one by one and goes back, chooses some, opens many pages
of the event at once, and leaves with pictures that wait.

    eventgallery.py BASE EVENT COUNT SMALL PHOTO [FOLDER]

EVENT has COUNT pictures already, and SMALL is another one with few. What is counted are elements, requests and connections,
never time. Faults are printed, one a line, and the exit code is then 1. With a FOLDER it leaves pictures of the pages.
"""
import os
import re
import sys

from playwright.sync_api import expect, sync_playwright

from findings import check, fault, finish

# With other tests in parallel a page is slow.
expect.set_options(timeout=20000)

BASE, EVENT, COUNT, SMALL, PHOTO = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5]
FOLDER = sys.argv[6] if len(sys.argv) > 6 else None


def look(page, name):
    if FOLDER:
        page.screenshot(path=os.path.join(FOLDER, f"eventgallery-{name}.png"))


def come_in(page, event, name):
    page.on("pageerror", lambda error: fault(f"the page throws: {error}"))
    page.goto(f"{BASE}/events/{event}")
    page.get_by_label("What is your name?").fill(name)
    page.get_by_role("button", name="Join the event").click()
    page.get_by_role("button", name="I agree").click()
    expect(page.locator("#event")).to_be_visible()


def seen(page):
    """The numbers of the pictures that are on the page just now, and how many elements it has."""
    return page.evaluate("""() => [
      [...document.querySelectorAll('#event-cards li')].map((one) => Number(one.dataset.number)),
      document.querySelectorAll('*').length, document.images.length]""")


def scroll(browser):
    """From the newest to the oldest: every picture comes by, and the page never holds more than a few hundred."""
    context = browser.new_context(viewport={"width": 1200, "height": 900}, locale="en-GB")
    page = context.new_page()
    come_in(page, EVENT, "Gus")
    asked = {"lists": 0, "small": set(), "other": []}

    def note(request):
        if re.search(r"/pictures\?before=", request.url):
            asked["lists"] += 1
        elif request.url.endswith("/small"):
            asked["small"].add(request.url)
        elif re.search(r"/(large|original)$", request.url):
            asked["other"].append(request.url)

    page.on("request", note)
    page.goto(f"{BASE}/events/{EVENT}")
    first = seen(page)[0]
    check(first == list(range(COUNT, COUNT - 60, -1)), f"the page begins with {first[:3]} and has {len(first)}")
    found, most, images = set(), 0, 0
    still = 0
    while still < 500:
        numbers, elements, pictures = seen(page)
        still = 0 if set(numbers) - found else still + 1
        found |= set(numbers)
        most, images = max(most, elements), max(images, pictures)
        if len(found) == COUNT:
            break
        page.mouse.wheel(0, 2500)
        page.wait_for_timeout(40)
    check(len(found) == COUNT, f"{len(found)} of {COUNT} pictures came by")
    check(images <= 480, f"{images} pictures were on the page at once")
    check(most <= 2200, f"the page had {most} elements")
    # The first page comes with the document.
    check(asked["lists"] == -(-COUNT // 60) - 1, f"{asked['lists']} lists were asked for")
    check(not asked["other"], f"large pictures were asked for: {asked['other'][:2]}")
    look(page, "end")

    # At the top again, the newest are shown, and nothing is requested twice.
    lists = asked["lists"]
    page.keyboard.press("Home")
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(f'#event-cards li[data-number="{COUNT}"] img')).to_be_visible()
    check(asked["lists"] == lists, "lists are asked for again")
    # A new picture is the first.
    page.get_by_label("Choose photos").set_input_files(PHOTO)
    expect(page.locator("#event-cards li").first).to_have_attribute("data-number", str(COUNT + 1), timeout=20000)
    page.evaluate("scrollTo(0, 0)")
    look(page, "top")
    context.close()


class Finger:
    """Fingers on a page, each at a point of the window."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    def swipe(self, *path):
        self.send("touchStart", path[0])
        for point in path[1:]:
            self.send("touchMove", point)
        self.send("touchEnd")


def phone(browser):
    return browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", is_mobile=True, has_touch=True)


def middle(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shown(page):
    """The number in the title of the opened picture's page, by its address."""
    return page.locator(f'#event-cards li[data-picture="{page.url.split("/")[-1]}"]').get_attribute("data-number")


def over(browser):
    """A picture opens over the grid: by swipe, keys and pinch to others, and back to the same place of the grid."""
    context = phone(browser)
    page = context.new_page()
    come_in(page, EVENT, "Ona")
    page.goto(f"{BASE}/events/{EVENT}")
    finger = Finger(page)
    columns = page.locator("#event-cards ul").first.evaluate("e => getComputedStyle(e).gridTemplateColumns.split(' ').length")
    check(columns == 3, f"a phone's gallery has {columns} columns")
    # Far down, beyond the pages that come with the document.
    while page.locator(f'#event-cards li[data-number="{COUNT - 200}"]').count() == 0:
        page.mouse.wheel(0, 1500)
        page.wait_for_timeout(100)
    card = page.locator(f'#event-cards li[data-number="{COUNT - 200}"]')
    card.evaluate("e => e.scrollIntoView({ block: 'center' })")
    page.wait_for_timeout(500)
    top = lambda: card.bounding_box()["y"]
    before = top()
    card.locator("a").tap()
    viewer = page.locator("dialog.viewer")
    expect(viewer).to_be_visible()
    check(shown(page) == str(COUNT - 200), f"{page.url} is open")
    look(page, "over")
    finger.swipe((320, 400), (260, 402), (180, 402), (100, 400))
    page.wait_for_url(re.compile(card.evaluate("e => e.nextElementSibling.dataset.picture")))
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(card.get_attribute("data-picture")))
    image = viewer.locator("[data-side='0']")
    scale = lambda: image.evaluate("e => new DOMMatrix(getComputedStyle(e).transform).a")
    finger.send("touchStart", (180, 400), (210, 400))
    finger.send("touchMove", (150, 400), (240, 400))
    finger.send("touchMove", (120, 400), (270, 400))
    finger.send("touchEnd")
    check(scale() > 2, f"pinching zooms to {scale()}")
    # Zoomed in, a drag moves the picture, not on to the next.
    finger.swipe((320, 400), (260, 400), (100, 400))
    page.wait_for_timeout(300)
    check(shown(page) == str(COUNT - 200) and scale() > 2, "a drag of the zoomed picture leaves it")
    page.keyboard.press("0")
    check(scale() == 1, "0 doesn't show the whole picture")
    page.keyboard.press("Escape")
    expect(viewer).to_be_hidden()
    check(page.url == f"{BASE}/events/{EVENT}", f"closed, the address is {page.url}")
    check(abs(top() - before) < 2, f"the grid moved from {before} to {top()}")
    focused = page.evaluate("document.activeElement.parentElement.dataset.number")
    check(focused == str(COUNT - 200), f"{focused} has the focus")
    # The browser's own way back does the same.
    card.locator("a").tap()
    expect(viewer).to_be_visible()
    page.go_back()
    expect(viewer).to_be_hidden()
    # From the picture's page, which is another document, too.
    card.locator("a").tap()
    viewer.get_by_role("link", name="About this picture").tap()
    expect(page.get_by_role("link", name="Back to the event")).to_be_visible()
    page.go_back()
    expect(card).to_be_in_viewport()
    page.wait_for_timeout(500)
    check(abs(top() - before) < 2, f"back from the picture's page, it is at {top()}, not at {before}")
    context.close()


def choose(browser):
    """Pictures are chosen by a long press and a drag, and by a drag of the mouse; the zip has them."""
    context = phone(browser)
    page = context.new_page()
    come_in(page, EVENT, "Lou")
    page.goto(f"{BASE}/events/{EVENT}")
    finger, cards = Finger(page), page.locator("#event-cards li")
    page.wait_for_timeout(500)
    first, fifth = middle(cards.nth(0)), middle(cards.nth(4))
    finger.send("touchStart", first)
    expect(page.locator(".chosen-bar p")).to_have_text("Chosen: 1")
    for step in range(1, 6):
        finger.send("touchMove", tuple(a + (b - a) * step / 5 for a, b in zip(first, fifth)))
    finger.send("touchEnd")
    expect(page.locator(".chosen-bar p")).to_have_text("Chosen: 5")
    check(page.evaluate("scrollY") == 0, "a drag that chooses scrolls")
    look(page, "chosen")
    # Then a tap chooses, and opens nothing.
    cards.nth(6).locator("a").tap()
    cards.nth(0).locator("a").tap()
    expect(page.locator(".chosen-bar p")).to_have_text("Chosen: 5")
    expect(page.locator("dialog.viewer")).to_be_hidden()
    wanted = {cards.nth(number).get_attribute("data-picture") for number in (1, 2, 3, 4, 6)}
    with page.expect_download() as download:
        page.get_by_role("button", name="Download these").tap()
    asked = set(re.findall("[0-9a-f]{32}", download.value.url.split("pictures=")[-1]))
    check(asked == wanted, f"of the chosen {len(wanted)} pictures, {len(asked & wanted)} of {len(asked)} are asked for")
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("#event-cards input")).to_have_count(0)
    # A finger that moves at once scrolls.
    finger.swipe((200, 500), (200, 450), (200, 300), (200, 200))
    expect(page.locator(".chosen-bar")).to_have_count(0)
    context.close()
    context = browser.new_context(viewport={"width": 1200, "height": 900}, locale="en-GB")
    page = context.new_page()
    come_in(page, EVENT, "Max")
    page.goto(f"{BASE}/events/{EVENT}")
    cards = page.locator("#event-cards li")
    expect(cards.first).to_be_visible()
    page.mouse.move(*middle(cards.nth(1)))
    page.mouse.down()
    page.mouse.move(*middle(cards.nth(3)), steps=5)
    page.mouse.up()
    expect(page.locator(".chosen-bar p")).to_have_text("Chosen: 3")
    expect(page.locator("#event-cards :checked")).to_have_count(3)
    context.close()


def share(browser):
    """Seven pages of one browser have one connection; it goes over to another page when its own is closed."""
    context = browser.new_context(locale="en-GB")
    streams = []
    context.on("request", lambda request: request.url.endswith("/stream") and streams.append(request))
    pages = [context.new_page() for _ in range(7)]
    come_in(pages[0], SMALL, "Ann")
    for page in pages:
        page.goto(f"{BASE}/events/{SMALL}")
    # The page that went was the first that listened.
    pages[0].wait_for_timeout(1500)
    check(1 <= len(streams) <= 2, f"seven pages made {len(streams)} connections")
    held = pages[0].evaluate("async () => (await navigator.locks.query()).held.map(({ name }) => name)")
    check(held == [f"timewalk-news-{SMALL}"], f"the locks that are held: {held}")

    def send(page):
        page.get_by_label("Choose photos").set_input_files(PHOTO)

    send(pages[3])
    for number, page in enumerate(pages):
        try:
            expect(page.locator("#event-cards li")).to_have_count(1, timeout=20000)
        except AssertionError:
            fault(f"page {number} shows no new picture")
    before = len(streams)
    owner = streams[-1].frame.page
    owner.close()
    left = [page for page in pages if page != owner]
    left[0].wait_for_timeout(1000)
    check(len(streams) == before + 1, f"{len(streams) - before} pages listen in the place of the one that went")
    send(left[0])
    for number, page in enumerate(left):
        try:
            expect(page.locator("#event-cards li")).to_have_count(2, timeout=20000)
        except AssertionError:
            fault(f"page {number} shows no picture after another page listens")
    # Deleted on one page, it goes from all.
    left[0].locator("#event-cards a").first.click()
    left[0].get_by_role("link", name="About this picture").click()
    left[0].get_by_text("Delete", exact=True).click()
    left[0].get_by_role("button", name="Delete for good").click()
    for page in left[1:]:
        expect(page.locator("#event-cards li")).to_have_count(1, timeout=20000)
    context.close()


def leave(browser):
    """Before leaving, a guest is warned of waiting pictures, and sends or discards them."""
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    come_in(page, SMALL, "Bob")
    count = page.locator("#event-cards li").count()

    def wait():
        # The server can't be reached, but the page of settings can.
        page.route(re.compile(r"/pictures\?key="), lambda route: route.abort())
        page.goto(f"{BASE}/events/{SMALL}")
        page.get_by_label("Choose photos").set_input_files(PHOTO)
        expect(page.locator("#event-sent")).to_contain_text("The picture is kept here")
        page.get_by_text("More", exact=True).click()
        page.get_by_role("link", name="About me").click()

    wait()
    expect(page.locator("#event-waiting")).to_contain_text("not sent yet: 1")
    expect(page.locator("form[action$='/leave'] button")).to_be_disabled()
    page.locator("#event-waiting").scroll_into_view_if_needed()
    look(page, "waiting")
    page.unroute(re.compile(r"/pictures\?key="))
    page.get_by_role("link", name="Send them now").click()
    expect(page.locator("#event-cards li")).to_have_count(count + 1, timeout=20000)
    wait()
    page.get_by_role("button", name="Discard them").click()
    expect(page.locator("form[action$='/leave'] button")).to_be_disabled()
    page.get_by_role("button", name="Discard for good").click()
    expect(page.locator("#event-waiting")).to_be_hidden()
    page.unroute(re.compile(r"/pictures\?key="))
    page.get_by_text("Leave the event").click()
    page.get_by_role("button", name="Leave for good").click()
    expect(page.get_by_label("What is your name?")).to_be_visible()
    # Discarded photos don't come back under another name.
    come_in(page, SMALL, "Eve")
    page.wait_for_timeout(1500)
    expect(page.locator("#event-cards li")).to_have_count(count + 1)
    context.close()


def refuse(browser):
    """A picture that the server refuses is named, with the reason; the others are sent."""
    context = browser.new_context(locale="en-US", viewport={"width": 390, "height": 844})
    page = context.new_page()
    come_in(page, SMALL, "Ron")
    # Dates are written in one way, on pages and pictures.
    expect(page.locator(".lead")).to_have_text(re.compile(r"It goes on until \d\d? [A-Z][a-z]+ \d{4} at \d\d:\d\d\."))
    with open(PHOTO, "rb") as file:
        photo = file.read()
    page.get_by_label("Choose photos").set_input_files([
        {"name": "letter.jpg", "mimeType": "image/jpeg", "buffer": b"no picture at all"},
        {"name": "street.jpg", "mimeType": "image/jpeg", "buffer": photo},
    ])
    expect(page.locator("#event-sent .done")).to_contain_text("Pictures that were sent: 1")
    refused = page.locator("#event-sent li", has_text="letter.jpg")
    expect(refused).to_contain_text("✗ This file isn't a readable photo")
    refused.get_by_role("button", name="Discard").click()
    expect(refused).to_have_count(0)
    look(page, "refused")
    context.close()


with sync_playwright() as p:
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for part in (scroll, over, choose, share, leave, refuse):
        try:
            part(browser)
        except Exception as error:
            fault(f"{part.__name__}: {error}")
    browser.close()
finish()
