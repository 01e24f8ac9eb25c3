"""The common parts of the scripts in this folder: findings, and waiting."""
import os
import sys
import time

# The rules of axe: WCAG A to 2.2 AA, and best practice.
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
_faults = []


def fault(words):
    _faults.append(words)
    print(words, flush=True)


def check(holds, words):
    if not holds:
        fault(words)


def bright_and_dark(page, name, folder=None):
    """Runs axe on a page as it stands, in light and dark; with a folder it leaves pictures of all of it there."""
    # Firefox is driven without Playwright.
    from axe_playwright_python.sync_playwright import Axe

    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(300)
        for violation in Axe().run(page, options=RULES).response["violations"]:
            nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:3])
            fault(f"axe: {name}, {scheme}: {violation['id']}: {violation['help']}: {nodes}")
        if folder:
            page.screenshot(path=os.path.join(folder, f"{name}-{scheme}.png"), full_page=True)
    page.emulate_media(color_scheme="light")


def wide(page, name):
    """Nothing is wider than the window."""
    beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if beyond > 0:
        fault(f"{name}: {beyond} pixels wider than the window")


def in_reach(page, control, name, least=(390, 844)):
    """A page's main action is in the first screen of a phone and of a desktop; the window keeps its size."""
    size = page.viewport_size
    for width, height in (least, (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(200)
        box = control.bounding_box()
        check(box and box["y"] >= 0 and box["y"] + box["height"] <= height, f"{name}, {width} pixels: the main action is out of sight: {box}")
    page.set_viewport_size(size)


def until(what, seconds=30, words=""):
    """Waits until something holds; a fault where it never does. The pages' policy forbids to evaluate texts in them."""
    end = time.time() + seconds
    while time.time() < end:
        value = what()
        if value:
            return value
        time.sleep(0.1)
    fault(f"never: {words}")
    return None


def finish():
    """Ends the script, with 1 where anything was wrong."""
    sys.exit(1 if _faults else 0)
