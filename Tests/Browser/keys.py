"""Uses the pages by keys alone: the library, a photo's views, the map, the review, and placing on the map.

    keys.py BASE PHOTO [FOLDER]

Nothing is clicked or given the focus by a script. Faults are printed, one a line, and the exit code is then 1.
"""
import re
import tempfile
import zipfile

from playwright.sync_api import expect, sync_playwright

from findings import check, finish, until
from keyboard import Keys
from looks import PHOTO

# Where the archive of the project has several pictures at one spot.
CORNER = "/map#17/40.75358/-73.98084"
ITEM = "/items/sample:imagined-1905"


def variant(folder, name):
    """A photo of its own: bytes behind a JPEG's end are none of its business."""
    with open(PHOTO, "rb") as file:
        photo = file.read()
    path = f"{folder}/{name}"
    with open(path, "wb") as file:
        file.write(photo + name.encode())
    return path


def sent(browser, folder):
    """Two photos are chosen on the first page, and the library is gone to."""
    keys = Keys(browser, "/", viewport={"width": 390, "height": 844})
    page = keys.page
    # The system's dialog is simulated long before a key opens it: installing it takes a while.
    page.on("filechooser", lambda chooser: chooser.set_files([variant(folder, "one.jpg"), variant(folder, "two.jpg")]))
    keys.to(page.locator("#choose"))
    keys.press("Enter")
    expect(page.locator("#sent .done")).to_have_count(2, timeout=120000)
    keys.to(page.locator("#sent a").last)
    photo = page.locator("#sent a").last.get_attribute("href")
    keys.to(page.get_by_role("link", name="Photos", exact=True), "Shift+Tab")
    keys.go()
    expect(page.get_by_role("heading", name="Your photos")).to_be_visible()
    return keys, photo


def library(browser, folder):
    """Photos are filtered, chosen, taken along as a zip, asked for another time and deleted."""
    keys, photo = sent(browser, folder)
    page = keys.page
    cards = page.locator(".photos .card")
    expect(cards).to_have_count(2)
    until_field = page.get_by_label("Taken until")
    keys.to(until_field)
    # Day and month are in the order of the browser's own language.
    page.keyboard.type("01021999")
    check(until_field.input_value() in ("1999-02-01", "1999-01-02"), f"a date typed is {until_field.input_value()}")
    keys.to(page.get_by_role("button", name="Show"))
    keys.go()
    expect(page.get_by_text("There are no photos of these days here.")).to_be_visible()
    keys.to(page.get_by_role("link", name="Photos", exact=True))
    keys.go()
    boxes = page.locator(".photos input[type=checkbox]")
    expect(boxes).to_have_count(2)
    for number in range(2):
        keys.to(boxes.nth(number))
        keys.press("Space")
    check(page.locator("#chosen :checked").count() == 2, "Space doesn't choose photos")
    keys.to(page.get_by_role("button", name="Download as a zip"))
    with page.expect_download() as download:
        keys.press("Enter")
    names = zipfile.ZipFile(download.value.path()).namelist()
    check(len(names) >= 4, f"the zip of two photos has {names}")
    keys.to(page.get_by_text("Search another time"), "Shift+Tab")
    keys.press("Enter")
    keys.to(page.locator("#chosen input[name=era]"))
    keys.write("1900/1910")
    keys.to(page.get_by_role("button", name="Search the archive"))
    keys.go()
    expect(page.get_by_role("heading", level=1)).to_contain_text("another time")
    keys.to(page.locator("main a").first)
    keys.to(page.get_by_role("link", name="Photos", exact=True))
    keys.go()
    first = boxes.first
    keys.to(first)
    keys.press("Space")
    gone = page.locator(".photos .card a").first.get_attribute("href")
    keys.to(page.locator(".danger summary"))
    expect(page.get_by_role("button", name="Delete for good")).to_be_hidden()
    keys.press("Enter")
    keys.to(page.get_by_role("button", name="Delete for good"))
    expect(cards).to_have_count(2)
    keys.go()
    expect(cards).to_have_count(1)
    left = page.locator(".photos .card a").first.get_attribute("href")
    check(left != gone, f"{gone} was deleted and is there")
    page.context.close()
    return left


def views(browser, photo):
    """Then and now in each manner, another picture, the maps, and another time."""
    keys = Keys(browser, photo)
    page = keys.page
    slider = page.get_by_role("slider", name="Then and now")
    old = page.locator(".frame .old")
    wiped = lambda: old.evaluate("e => getComputedStyle(e).clipPath")
    blended = lambda: float(old.evaluate("e => getComputedStyle(e).opacity"))
    keys.to(slider)
    before = wiped()
    keys.press("ArrowRight", "ArrowRight")
    check(wiped() != before and slider.input_value() == "52", f"two steps of the slider go to {slider.input_value()}")
    keys.press("Home")
    check(slider.get_attribute("aria-valuetext").startswith("0 %"), "Home isn't now alone")
    keys.press("End")
    modes = page.locator(".tools input[type=radio]")
    keys.to(modes.first)
    keys.press("ArrowRight")
    check(keys.has(modes.nth(1)) and blended() == 1, f"the arrow to Blend shows {blended()} of then")
    keys.look()
    keys.to(slider, "Shift+Tab")
    keys.press("PageDown")
    check(0.85 <= blended() < 1, f"a page of the slider in Blend shows {blended()} of then")
    keys.to(modes.nth(1))
    keys.press("ArrowLeft")
    check(blended() == 1 and wiped() != "none", "the arrow back doesn't wipe")
    keys.to(page.locator("details.maps summary"))
    keys.press("Enter")
    through = page.get_by_role("slider", name="Opacity of the later map")
    keys.to(through)
    before = through.input_value()
    keys.press("ArrowLeft")
    check(through.input_value() != before, "the maps' slider doesn't heed the arrow keys")
    eras = page.locator(".eras button")
    keys.to(eras.last)
    keys.press("Enter")
    check(eras.last.get_attribute("aria-pressed") == "true" and through.input_value() == through.get_attribute("max"), "a map alone isn't chosen by Enter")
    periods = page.locator(".strip button")
    seen = set()
    for number in range(periods.count()):
        keys.to(periods.nth(number))
        keys.press("Space" if number % 2 else "Enter")
        check(periods.nth(number).get_attribute("aria-pressed") == "true", f"period {number} isn't chosen by a key")
        seen.add(page.locator(".frame .old img").get_attribute("src"))
        keys.look()
    check(len(seen) == periods.count() > 1, f"{periods.count()} periods show {len(seen)} pictures")
    keys.to(page.locator(".again input"))
    keys.write("1900/1910")
    keys.go()
    check(re.search("era=1900", page.url), f"Enter leads to {page.url}")
    expect(page.get_by_text("Years searched:")).to_be_visible(timeout=60000)
    page.context.close()


def archive(browser):
    """The map's years and words, a spot with several pictures, one that is asked for, and pictures off the list."""
    keys = Keys(browser, CORNER)
    page = keys.page
    links = page.locator("#seen a")
    expect(links.first).to_be_visible(timeout=20000)
    count = links.count()
    start, end = (page.get_by_role("slider", name=name) for name in ("From", "To"))
    for handle, key, year in ((start, "ArrowRight", 1900), (end, "ArrowLeft", 1909)):
        keys.to(handle)
        while int(handle.get_attribute("aria-valuenow")) != year:
            keys.press(key)
    until(lambda: 0 < links.count() < count, words="by keys fewer pictures of ten years than of all")
    keys.press("End")
    keys.to(start, "Shift+Tab")
    keys.press("Home")
    expect(links).to_have_count(count)
    keys.to(page.locator("#filter [name=text]"), "Shift+Tab")
    page.keyboard.type("library")
    with page.expect_response(lambda reply: "/v1/items?text=library" in reply.url) as reply:
        keys.press("Enter")
    expect(links).to_have_count(len(reply.value.json()["items"]))
    keys.press("Control+a", "Delete", "Enter")
    expect(links).to_have_count(count)
    surface = page.locator("#map")
    keys.to(surface, "Shift+Tab")
    keys.press("Enter")
    expect(page.locator("#seen-title")).to_have_text("Pictures taken here")
    check(keys.has(links.first), "what is taken here doesn't have the focus")
    keys.look()
    keys.to(links.last)
    keys.to(page.get_by_role("button", name="Back to the map's view"), "Shift+Tab")
    keys.press("Space")
    expect(page.locator("#seen-title")).to_have_text("In view")
    check(keys.has(surface), "back from the list, the map doesn't have the focus")
    # A few steps away there are no pictures; the views of the spot are requested.
    keys.press("+", "+", "ArrowDown", "ArrowDown")
    page.wait_for_timeout(1500)
    with page.expect_response(lambda reply: "/v1/items?shows=" in reply.url) as reply:
        keys.press("Enter")
    items = reply.value.json()["items"]
    check(items, "no picture shows a spot of the avenue")
    expect(links).to_have_count(len(items))
    keys.to(links.first)
    keys.go()
    check(re.search("/items/", page.url), f"Enter leads to {page.url}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.close()


def review(browser):
    """Kinds are chosen, a date is corrected, an entry is left as it is, both are undone, and one is gone to be placed."""
    keys = Keys(browser, "/review")
    page = keys.page
    entries = page.locator(".reviews > li")
    keys.to(page.get_by_role("link", name="Doubtful dates"))
    keys.go()
    check(re.search("kind=doubtful-date", page.url), f"Enter leads to {page.url}")
    count = entries.count()
    # One in the middle of the list.
    second = entries.nth(1)
    keys.to(second.locator("input[name=value]"))
    page.keyboard.type("1848-11")
    keys.to(second.get_by_role("button", name="Correct"))
    keys.go()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    expect(entries).to_have_count(count - 1)
    keys.to(entries.first.get_by_role("button", name="Leave it as it is"))
    keys.go("Space")
    expect(entries).to_have_count(count - 2)
    for what, left in (("Reviewed", count - 1), ("Corrected", count)):
        keys.to(page.locator(".changes li", has_text=what).get_by_role("button", name="Undo").first)
        keys.go()
        expect(page.get_by_role("status")).to_contain_text("Undone.")
        expect(entries).to_have_count(left)
    keys.to(page.get_by_role("link", name="All", exact=True))
    keys.go()
    keys.to(page.get_by_role("link", name="Place on the map").first)
    keys.go()
    check(re.search("/place$", page.url), f"Enter leads to {page.url}")
    expect(page.locator("#handle-camera")).to_be_visible()
    page.context.close()


def placing(browser, **options):
    """The camera is moved, turned and widened, also beyond the map's edge; that is stored, undone, and done again."""
    keys = Keys(browser, ITEM + "/place", **options)
    page = keys.page
    field = lambda name: float(page.locator(f"#place [name={name}]").input_value())
    expect(page.locator("#handle-camera")).to_be_visible()
    page.wait_for_timeout(800)
    before = {name: field(name) for name in ("latitude", "longitude", "heading", "fieldOfView")}
    surface, camera, heading, width = (page.locator(one) for one in ("#map", "#handle-camera", "#handle-heading", "#handle-width"))
    keys.to(surface)
    # The map is moved so far that the camera is out of its window.
    keys.press(*["ArrowRight"] * 12)
    keys.to(camera)
    keys.press("Shift+ArrowUp", "ArrowRight")
    check(5e-5 < field("latitude") - before["latitude"] < 1.5e-4, f"ten metres north are {field('latitude')}, from {before['latitude']}")
    check(field("longitude") > before["longitude"], "a metre east is none")
    for _ in range(60):
        keys.press("Shift+ArrowUp")
    keys.known.clear()
    keys.look()
    for handle, key, name, by in ((heading, "ArrowRight", "heading", 1), (width, "Shift+ArrowLeft", "fieldOfView", -10)):
        keys.to(handle)
        was = field(name)
        keys.press(key)
        check(field(name) == round(was) + by, f"{key} makes {name} {field(name)} of {was}")
    wanted = {name: field(name) for name in before}
    keys.to(page.get_by_role("button", name="Keep this"))
    keys.go()
    expect(page.get_by_text("Saved.")).to_be_visible()
    check({name: field(name) for name in before} == wanted, "what was kept is something else")
    keys.to(page.locator(".changes").get_by_role("button", name="Undo").first)
    keys.go()
    expect(page.get_by_text("Undone.")).to_be_visible()
    check({name: field(name) for name in before} == before, "what was undone isn't as before")
    # If the place is unknown, Enter puts the camera into the middle of the map.
    for name in ("latitude", "longitude"):
        keys.to(page.locator(f"#place [name={name}]"))
        keys.press("Control+a", "Delete")
    expect(camera).to_be_hidden()
    keys.to(surface, "Shift+Tab")
    keys.press("Enter")
    expect(camera).to_be_visible()
    check(abs(field("latitude") - before["latitude"]) < 1e-3, f"the camera stands at {field('latitude')}, and not where the map is")
    page.context.close()


with sync_playwright() as p, tempfile.TemporaryDirectory() as folder:
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    views(browser, library(browser, folder))
    archive(browser)
    review(browser)
    placing(browser)
    placing(browser, viewport={"width": 390, "height": 844})
    browser.close()
finish()
