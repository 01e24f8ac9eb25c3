"""Looks at the map of a running server whose operator named a server of tiles.

    tiles.py BASE PHOTO [FOLDER]

The tiles of https://tiles.example.org are played; BASE was started with --map-tiles and --map-credit for them. What is
wrong is printed, one line each, and it ends with 1.
"""
import base64
import re
import struct
import zlib

from playwright.sync_api import expect, sync_playwright

from findings import check, finish
from looks import BASE, look


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


# A tile of one green, 8 x 8 pixels.
GREEN = (40, 200, 80)
TILE = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)) + chunk(
    b"IDAT", zlib.compress((b"\0" + bytes(GREEN) * 8) * 8)) + chunk(b"IEND", b"")


def share(context, png):
    """The share of a picture that is as green as the tiles, measured on an empty page."""
    page = context.new_page()
    value = page.evaluate("""async (bytes) => {
      const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + bytes)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext('2d');
      pen.drawImage(bitmap, 0, 0);
      const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
      let green = 0;
      for (let i = 0; i < data.length; i += 4) green += Math.abs(data[i] - 40) < 12 && Math.abs(data[i + 1] - 200) < 12 && Math.abs(data[i + 2] - 80) < 12;
      return green / (data.length / 4);
    }""", base64.b64encode(png).decode())
    page.close()
    return value


with sync_playwright() as p:
    browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for name, path in {"map": "/map", "place": "/items/sample:imagined-1905/place"}.items():
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
        asked = []

        def played(route):
            asked.append(route.request)
            route.fulfill(body=TILE, content_type="image/png")

        context.route("https://tiles.example.org/**", played)
        # Requests that the policy refuses, below, are recorded as requested and never leave the
        # browser.
        context.on("request", lambda request: check(
            request.url.startswith((BASE, "https://tiles.example.org/", "https://elsewhere.example/", "data:", "blob:")), f"{path} asks {request.url}"))
        page = context.new_page()
        page.on("pageerror", lambda error: check(False, f"{path} throws: {error}"))
        page.goto(BASE + path)
        canvas = page.locator("#map")
        expect(canvas).to_be_visible(timeout=20000)
        green = 0
        for _ in range(50):
            green = share(context, canvas.screenshot())
            if green > 0.5:
                break
        check(green > 0.5, f"{path}: tiles aren't drawn below everything: {green:.2f}")
        for request in asked:
            found = re.fullmatch(r"https://tiles\.example\.org/(\d+)/(\d+)/(\d+)\.png", request.url)
            check(found and int(found[1]) <= 19 and max(int(found[2]), int(found[3])) < 2 ** int(found[1]), f"no tile is there: {request.url}")
            check(request.header_value("referer") in (BASE + "/", None), f"more than the site is told: {request.header_value('referer')}")
        expect(page.get_by_text("© The mappers")).to_be_visible()
        check("tiles.example.org" in page.inner_text("footer"), "the page doesn't say that something comes from elsewhere")
        before = len(asked)
        page.click("#nearer")
        page.wait_for_timeout(500)
        check(len(asked) > before, f"{path}: nearer, no other tiles are asked")
        # The policy lets these tiles in, and nothing else.
        refused = page.evaluate("""() => new Promise((done) => {
          document.addEventListener('securitypolicyviolation', (event) => done(event.blockedURI), { once: true });
          new Image().src = 'https://elsewhere.example/1.png';
          setTimeout(() => done(null), 3000);
        })""")
        check(refused and "elsewhere.example" in refused, f"{path}: the policy lets others in: {refused}")
        look(page, f"tiles-{name}")
        context.close()
    browser.close()
finish()
