"""Signs in with a token, wrongly and rightly, and out again, and looks at the pages on the way.

    signin.py BASE TOKEN [FOLDER]

Faults are printed, one a line, and the exit code is then 1.
"""
import sys

from playwright.sync_api import expect, sync_playwright

from findings import check, finish
from looks import BASE, look

TOKEN = sys.argv[2]

with sync_playwright() as p:
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB").new_page()
    page.goto(BASE + "/")
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.get_by_role("button", name="Sign in")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(BASE + "/library")
    look(page, "sign-in-phone")
    # By keys alone.
    field = page.locator("form[action='/sign-in'] input[name=token]")
    field.focus()
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    expect(field).to_be_visible()
    look(page, "sign-in-wrong-phone")
    field.focus()
    page.keyboard.type(TOKEN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Your photos")
    check(page.url == BASE + "/library", f"who signs in for the library comes to {page.url}")
    check(TOKEN not in page.evaluate("document.cookie"), "scripts see the token")
    look(page, "library-own-phone")
    page.goto(BASE + "/")
    look(page, "home-signed-in-phone")
    browser.close()
finish()
