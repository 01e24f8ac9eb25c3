"""Opens all pages in narrow windows, in four languages, and with the reader's own spacing of text.

    reflow.py BASE PHOTO [FOLDER]

Faults are printed, one a line, and the exit code is then 1.
"""
import json
import urllib.request

from playwright.sync_api import sync_playwright

from findings import check, finish
from looks import BASE, PHOTO, picture, wide

LANGUAGES = ("en-GB", "de-DE", "fr-FR", "es-ES")
ITEM = "/items/sample:imagined-1905"
# WCAG 2.2, 1.4.12: the largest spacing that a reader may set.
SPACING = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""


def sent(query):
    """The page of a photo that is taken in."""
    with open(PHOTO, "rb") as file:
        request = urllib.request.Request(
            BASE + "/v1/photos" + query, data=file.read() + query.encode(), headers={"Content-Type": "image/jpeg"})
    with urllib.request.urlopen(request) as reply:
        return "/photos/" + json.load(reply)["photo"]["id"]


def pages():
    photo = sent("")
    return {
        "home": "/", "photo": photo, "photo-era": photo + "?era=1700", "no-view": sent("?latitude=10&longitude=10"),
        "item": ITEM, "items": "/items", "items-none": "/items?text=zzzz", "map": "/map", "library": "/library",
        "place": ITEM + "/place", "review": "/review", "camera": "/camera", "fault": "/nothing",
    }


def narrow(browser):
    every = pages()
    for language in LANGUAGES:
        for width in (320, 360):
            context = browser.new_context(viewport={"width": width, "height": 640}, locale=language)
            page = context.new_page()
            # A server with a sanitizer took more than half a minute to compare with another era.
            page.set_default_navigation_timeout(120000)
            for name, address in every.items():
                page.goto(BASE + address)
                page.wait_for_timeout(250)
                words = f"{name}, {language}, {width} pixels"
                wide(page, words)
                bar = page.locator(".bar nav")
                over = bar.evaluate("e => [e.clientHeight, e.scrollWidth - e.clientWidth]") if bar.is_visible() else [0, 0]
                check(over[0] < 60 and over[1] <= 0, f"{words}: the links of the head are {over[0]} pixels high, and {over[1]} are cut off")
                if language == "de-DE":
                    picture(page, f"narrow-{name}-{width}")
                if width == 320:
                    # A style sheet of the reader's own, which the pages' policy doesn't hinder.
                    page.evaluate(
                        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }",
                        SPACING)
                    page.wait_for_timeout(150)
                    wide(page, words + ", with room between letters")
            context.close()


def long_words(browser):
    """Titles, authors and credits of one long word, on each page that shows them."""
    page = browser.new_context(viewport={"width": 320, "height": 640}, locale="en-GB").new_page()
    for year in (1609, 1776, 1905, 1939):
        address = f"{BASE}/v1/items/sample:imagined-{year}"
        tag = page.request.get(address + "/history").headers["etag"]
        word = "Donaudampfschifffahrt" * 9
        reply = page.request.patch(address, headers={"If-Match": tag}, data={"title": word, "creator": word, "credit": word})
        check(reply.ok, f"a long title is answered with {reply.status}: {reply.text()}")
    for name, address in {
        "photo": sent("?era=1905"), "item": ITEM, "items": "/items", "map": "/map", "place": ITEM + "/place", "review": "/review",
    }.items():
        page.goto(BASE + address)
        page.wait_for_timeout(500)
        if name not in ("map", "review"):
            check("Donaudampf" in page.inner_text("main"), f"{name} doesn't show the long title")
        wide(page, name + ", with long words")
        picture(page, f"long-{name}")
    page.context.close()


with sync_playwright() as p:
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    narrow(browser)
    long_words(browser)
    browser.close()
finish()
