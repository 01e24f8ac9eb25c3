"""The common parts of the scripts that go through the pages of one server: BASE PHOTO [FOLDER], and how a page is looked at."""
import os
import sys

from playwright.sync_api import expect

from findings import bright_and_dark, fault, wide

# With other tests in parallel a page is slow.
expect.set_options(timeout=20000)

BASE, PHOTO = sys.argv[1:3]
# Pictures of the pages are left there.
FOLDER = sys.argv[3] if len(sys.argv) > 3 else None
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1400, 900)}
TOUCHED = "button, summary, input:not([type=hidden]):not([type=file]), nav a, .button, main a"


def watch(page):
    """Notes errors of a page's scripts, refused requests, and requests to other hosts."""
    page.on("pageerror", lambda error: fault(f"{page.url}: {error}"))
    page.on("console", lambda line: line.type == "error" and fault(f"{page.url}: {line.text}"))

    def asked(request):
        if not request.url.startswith((BASE, "data:", "blob:")):
            fault(f"{page.url} asks {request.url}")

    page.on("request", asked)


def picture(page, name):
    """Leaves a picture of all of the page, where pictures are wanted."""
    if FOLDER:
        page.screenshot(path=os.path.join(FOLDER, f"{name}.png"), full_page=True)


def look(page, name):
    """Runs axe on a page, in light and dark, and checks the size of controls."""
    bright_and_dark(page, name, FOLDER)
    small = page.eval_on_selector_all(
        TOUCHED,
        """all => all.filter(e => e.checkVisibility()).map(e => [e.outerHTML.slice(0, 120), e.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([html]) => html)""",
    )
    for html in small:
        fault(f"{name}: smaller than 24 pixels: {html}")
    wide(page, name)
