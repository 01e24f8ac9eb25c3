"""Plays a whole event with three browsers: an organiser, a guest with scripts who types the code, and a guest by the code
alone, read off a screenshot, without scripts.

    events.py PROGRAM LIBRARY ARCHIVE TOKENS PHOTO CLOCK [FOLDER]

It starts the server itself, since it kills it and moves its clock: from the making of the event by a lost network and kills
to the erasure thirty days after the end, whose bytes are searched for. Every page is looked at with axe in light and dark.
Faults are printed, one a line, and the exit code is then 1. With a FOLDER it leaves a picture of every page there. The
library has an organiser's account "anna" with the passphrase "correct horse battery".
"""
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

from playwright.sync_api import expect, sync_playwright

from findings import bright_and_dark, fault, finish, in_reach, wide

# With other tests in parallel a page is slow.
expect.set_options(timeout=20000)

PROGRAM, LIBRARY, ARCHIVE, TOKENS, PHOTO, CLOCK = sys.argv[1:7]
FOLDER = sys.argv[7] if len(sys.argv) > 7 else None
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    PORT = free.getsockname()[1]
BASE = f"http://127.0.0.1:{PORT}"


class Server:
    """The program, which this script ends and starts again."""

    def __init__(self, folder):
        self.process = None
        # Its output and its temporary data are checked at the end.
        self.log = os.path.join(folder, "serve.log")
        self.caches = os.path.join(folder, "caches")
        os.mkdir(self.caches)

    def start(self, moment=None):
        environment = dict(os.environ, TMPDIR=self.caches, XDG_CACHE_HOME=self.caches)
        if moment is not None:
            environment.update(LD_PRELOAD=CLOCK, TIMEWALK_CLOCK=str(int(moment)))
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(PORT), "--library", LIBRARY, "--archive", ARCHIVE, "--tokens", TOKENS],
            env=environment, stdout=subprocess.PIPE, stderr=open(self.log, "ab"), stdin=subprocess.DEVNULL)
        if not self.process.stdout.readline().startswith(b"http"):
            raise SystemExit("the server doesn't listen")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Traces:
    """The data that must be gone after thirty days: texts, and bytes from the middle of each of the event's files."""

    def __init__(self, server, event, texts, pictures, person=None):
        """With a person, the files are those of her pictures alone, and the event stays."""
        self.folders = [LIBRARY, server.caches]
        self.log = server.log
        # The log has at most the addresses of events and pictures, and no names of people.
        self.names = {text: text.encode() for text in texts}
        self.all = {**self.names, **{picture: picture.encode() for picture in pictures}}
        if not person:
            self.all[event] = event.encode()
        for path in self.files(os.path.join(LIBRARY, "events", event)):
            if person and not any(picture in path for picture in pictures):
                continue
            with open(path, "rb") as file:
                bytes = file.read()
            middle = len(bytes) // 2
            self.all[f"the middle of {os.path.basename(path)}"] = bytes[middle:middle + 48]

    @staticmethod
    def files(folder):
        return [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]

    def found(self):
        """Which of them are in the name or in the bytes of a file."""
        found = {}
        for path in [file for folder in self.folders for file in self.files(folder)] + [self.log]:
            with open(path, "rb") as file:
                bytes = path.encode() + file.read()
            for name, trace in (self.names if path == self.log else self.all).items():
                if trace in bytes:
                    found.setdefault(name, []).append(path)
        return found


def watch(page):
    """Notes errors of a page's scripts, and its requests to other hosts."""
    page.on("pageerror", lambda error: fault(f"{page.url}: {error}"))
    page.on("request", lambda request: request.url.startswith((BASE, "data:", "blob:")) or fault(f"{page.url} asks {request.url}"))


def look(page, name):
    """Checks a page: axe in light and dark, the size of controls, and its width."""
    bright_and_dark(page, name, FOLDER)
    # Older people first: nothing is set small, and nothing that is pressed is.
    small = page.evaluate("""() => [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility()
      && !one.closest("svg, .unseen") && [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
      && parseFloat(getComputedStyle(one).fontSize) < 17).map((one) => one.textContent.trim().slice(0, 40))""")
    if small:
        fault(f"{name}: text under 17 px: {small[:3]}")
    low = page.evaluate("""() => [...document.querySelectorAll("main :is(button, .button, summary, select, input:not([type=hidden], [type=file], [type=checkbox]))")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44).map((one) => one.textContent.trim().slice(0, 40))""")
    if low:
        fault(f"{name}: pressed things under 44 px: {low[:3]}")
    wide(page, name)


def sign_in(page):
    """An organiser comes with name and passphrase."""
    page.goto(BASE + "/events")
    page.get_by_text("I organise events").click()
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Passphrase").fill("correct horse battery")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(BASE + "/events")


def make(page):
    """The organiser signs in and makes an event; gives its id."""
    page.goto(BASE + "/")
    page.get_by_role("main").get_by_role("link", name="Photographing together").click()
    look(page, "events-nobody")
    sign_in(page)
    look(page, "events")
    page.get_by_label("What is the event called?").fill("Old town <b>tour</b>")
    page.get_by_label("How many hours does it last?").fill("2")
    page.get_by_label("How many photos has each guest?").fill("5")
    page.get_by_role("button", name="Make the event").click()
    page.wait_for_url(re.compile("/organise$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Old town <b>tour</b>")
    look(page, "organise")
    for action in ("#event-share", "a[href$='/cards']"):
        in_reach(page, page.locator(action), "organise", least=(320, 568))
    size = page.viewport_size
    for width in (320, 390, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        for code in (".whole", ".invite b"):
            if page.locator(code).evaluate("e => { const all = document.createRange(); all.selectNodeContents(e); return all.getClientRects().length; }") != 1:
                fault(f"in a window of {width} pixels the code {code} is broken")
    page.set_viewport_size(size)
    page.get_by_role("button", name="Share").click()
    shared = page.evaluate("globalThis.shared")
    if shared != [{"title": "Old town <b>tour</b>", "url": page.url.removesuffix("/organise")}]:
        fault(f"the phone's dialog is given {shared}")
    return page.url.split("/")[-2]


def noise(path, width=800, height=600):
    """A picture of which each part is like no other: a PNG of chance."""
    rows = b"".join(b"\0" + os.urandom(3 * width) for _ in range(height))
    blocks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for name, bytes in blocks:
            file.write(struct.pack(">I", len(bytes)) + name + bytes + struct.pack(">I", zlib.crc32(name + bytes)))
    return path


def scanned(page):
    """The address in the code, as a phone would read it off a screenshot."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "screen.png")
        page.screenshot(path=file)
        read = subprocess.run(["zbarimg", "-q", "--nodbus", "--raw", file], capture_output=True, text=True)
        return read.stdout.strip()


def come_in(page, address, name, looks=False):
    """A guest joins by an address and agrees to the notice."""
    page.goto(address)
    if looks:
        look(page, "join")
    page.get_by_label("What is your name?").fill(name)
    page.get_by_role("button", name="Join the event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before the first picture")
    if looks:
        look(page, "consent")
    page.get_by_role("button", name="I agree").click()
    expect(page.locator("#event")).to_be_visible()


def send(page):
    page.get_by_label("Choose photos").set_input_files(PHOTO)


def cards(page, count, timeout=20000):
    expect(page.locator("#event-cards li")).to_have_count(count, timeout=timeout)


def more(page):
    """Opens the menu of an event's page."""
    page.get_by_text("More", exact=True).click()


def ids(page):
    """The pictures that a page shows, in their order."""
    return page.locator("#event-cards li").evaluate_all("all => all.map((one) => one.dataset.picture)")


def play(p, folder):
    server = Server(folder)
    server.start()
    browsers = [p.chromium.launch(executable_path="/usr/bin/chromium") for _ in range(3)]
    try:
        organiser = browsers[0].new_context(viewport={"width": 1000, "height": 1400}, locale="en-GB").new_page()
        phone = browsers[1].new_context(**{**p.devices["Pixel 7"], "locale": "en-GB"})
        guest = phone.new_page()
        # This Chromium has no dialog of its own for sharing.
        organiser.add_init_script(
            "globalThis.shared = []; navigator.share = async (what) => { shared.push(what); };")
        plain = browsers[2].new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False, locale="en-GB").new_page()
        for page in (organiser, guest, plain):
            watch(page)
        event = make(organiser)
        address = scanned(organiser)
        if address != f"{BASE}/events/{event}":
            fault(f"the code reads {address!r}")
        organiser.get_by_role("link", name="Print cards").click()
        look(organiser, "cards")
        in_reach(organiser, organiser.get_by_role("button", name="Print"), "cards")
        if organiser.get_by_text("Old town <b>tour</b>", exact=True).count() != 9:
            fault("the cards' title stands twice")
        # A guest types the code, in small letters.
        guest.goto(BASE + "/events")
        guest.get_by_label("Code of the event").fill(f"{event[:5].lower()} {event[5:].lower()}")
        guest.get_by_role("button", name="Open the event").click()
        come_in(guest, guest.url, "Gus Unmistakable", looks=True)
        look(guest, "gallery-empty")

        # The organiser looks on while a guest sends.
        organiser.goto(f"{BASE}/events/{event}")
        organiser.wait_for_timeout(1000)
        send(guest)
        cards(guest, 1)
        cards(organiser, 1, timeout=5000)
        expect(guest.locator("#event-left")).to_have_text("Photos left: 4")
        look(guest, "gallery")

        # A person without scripts follows the code on the organiser's screen.
        plain.goto(address)
        plain.get_by_label("What is your name?").fill("Vera Ineffable")
        plain.get_by_label(re.compile("For today only")).check()
        plain.get_by_role("button", name="Join the event").click()
        plain.get_by_role("button", name="I agree").click()
        # A unique picture, whose bytes can be searched.
        own = noise(os.path.join(folder, "own.png"))
        plain.locator("input[name=photo]").nth(1).set_input_files(own)
        plain.get_by_role("button", name="Send").click()
        cards(plain, 2)
        of_plain = ids(plain)[0]
        cards(organiser, 2, timeout=5000)

        # A lost network: the picture is kept, also when the page is closed, and sent when both are
        # back.
        phone.set_offline(True)
        send(guest)
        expect(guest.locator("#event-sent")).to_contain_text("The picture is kept here")
        guest.close()
        phone.set_offline(False)
        cards(organiser, 2)
        guest = phone.new_page()
        watch(guest)
        guest.goto(f"{BASE}/events/{event}")
        cards(guest, 3)
        cards(organiser, 3, timeout=5000)
        acknowledged = ids(organiser)

        # A kill of the server: no acknowledged upload is lost, and the others come later.
        maker = organiser.context.new_page()
        watch(maker)
        maker.goto(BASE + "/events")
        maker.get_by_label("What is the event called?").fill("Second event")
        maker.get_by_label("How many hours does it last?").fill("3")
        maker.get_by_label("Pictures wait for my approval").check()
        server.kill()
        send(guest)
        expect(guest.locator("#event-sent")).to_contain_text("The picture is kept here")
        server.start()
        cards(guest, 4, timeout=60000)
        # The session of an organiser ends with the server, as documented in the manual. The form is
        # kept.
        maker.get_by_role("button", name="Make the event").click()
        expect(maker.get_by_role("heading", level=1)).to_have_text("You are signed out")
        sign_in(maker)
        expect(maker.get_by_label("What is the event called?")).to_have_value("Second event")
        expect(maker.get_by_label("How many hours does it last?")).to_have_value("3")
        expect(maker.get_by_label("Pictures wait for my approval")).to_be_checked()
        maker.close()
        organiser.goto(f"{BASE}/events/{event}")
        cards(organiser, 4)
        if not set(acknowledged) <= set(ids(organiser)):
            fault(f"a kill lost a picture: {acknowledged}, then {ids(organiser)}")

        # A wall for a projector: moves automatically, shows new pictures at once, and hides its
        # buttons.
        wall = organiser.context.new_page()
        watch(wall)
        wall.emulate_media(reduced_motion="reduce")
        wall.goto(f"{BASE}/events/{event}/wall")
        expect(wall.locator("#wall-now")).to_be_visible()
        first = wall.locator("#wall-now img").get_attribute("src")
        look(wall, "wall")
        expect(wall.locator("#wall-now img")).not_to_have_attribute("src", first, timeout=15000)
        expect(wall.locator("#wall")).to_have_class(re.compile("still"), timeout=10000)
        if float(wall.locator(".wall-actions").evaluate("e => getComputedStyle(e).opacity")) > 0:
            fault("the wall's buttons stay in sight")
        send(guest)
        cards(organiser, 5)
        newest = organiser.locator("#event-cards li").first
        expect(wall.locator("#wall-now img")).to_have_attribute(
            "src", re.compile(newest.get_attribute("data-picture")), timeout=5000)
        wall.get_by_role("button", name="Stop").click()
        expect(wall.get_by_role("button", name="Go on")).to_be_visible()
        organiser.goto(f"{BASE}/events/{event}/films")
        expect(organiser.locator(".film img")).to_have_count(5)
        look(organiser, "films")
        in_reach(organiser, organiser.locator("main .button.main"), "films")
        organiser.goto(f"{BASE}/events/{event}/album")
        expect(organiser.locator(".leaves img")).to_have_count(5)
        look(organiser, "album")
        organiser.evaluate("globalThis.printed = 0; globalThis.print = () => { printed += 1; }; 0")
        organiser.get_by_role("button", name="Print").click()
        if organiser.evaluate("printed") != 1:
            fault("the album's button doesn't print")
        organiser.emulate_media(media="print")
        if organiser.locator(".actions, .bar").first.is_visible() or not organiser.locator(".leaves img").first.is_visible():
            fault("an album's buttons are printed, or its pictures aren't")
        organiser.emulate_media(media="screen")

        # A fault of a page reaches the organiser, who sees times in their own zone.
        organiser.evaluate("dispatchEvent(new ErrorEvent('error', { message: 'Played fault of \\'Gus\\'' }))")
        organiser.wait_for_timeout(500)
        organiser.goto(f"{BASE}/events/{event}/organise")
        expect(organiser.locator("main")).to_contain_text("Played fault of …")
        if not re.search(r"until \d\d? [A-Z]\w+ \d{4} at \d\d:\d\d\.", organiser.locator(".lead").inner_text()):
            fault(f"the moment is {organiser.locator('.lead').inner_text()!r}")
        organiser.goto(f"{BASE}/events/{event}")

        # Some pictures as a zip.
        guest.goto(f"{BASE}/events/{event}")
        more(guest)
        guest.get_by_role("link", name="Download some").click()
        guest.get_by_label("Picture 2").check()
        look(guest, "choose")
        with guest.expect_download() as download:
            guest.get_by_role("button", name="Download these").click()
        with zipfile.ZipFile(download.value.path()) as some:
            if len(some.namelist()) != 2:
                fault(f"the zip of one has {some.namelist()}")

        # From picture to picture by link, key and swipe, and back to where one was.
        guest.goto(f"{BASE}/events/{event}")
        order = ids(guest)
        guest.locator("#event-cards a").nth(1).click()
        guest.wait_for_url(re.compile(order[1]))
        look(guest, "over")
        guest.get_by_role("link", name="About this picture").click()
        # The address is already that of the picture's page.
        expect(guest.locator("figure.zoom")).to_be_visible()
        guest.wait_for_load_state()
        guest.keyboard.press("ArrowLeft")
        guest.wait_for_url(re.compile(order[0]))
        expect(guest.get_by_role("link", name="Newer picture")).to_have_count(0)
        guest.get_by_role("link", name="Older picture").click()
        guest.wait_for_url(re.compile(order[1]))
        box = guest.locator("figure.zoom").bounding_box()
        touch, y = phone.new_cdp_session(guest), box["y"] + box["height"] / 2
        for kind, x in (("touchStart", 300), ("touchMove", 200), ("touchMove", 100), ("touchEnd", None)):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if x is None else [{"x": x, "y": y, "id": 1}]})
        guest.wait_for_url(re.compile(order[2]))
        number = guest.get_by_role("heading", level=1).inner_text().split()[-1]
        back = guest.get_by_role("link", name="Back to the event")
        in_reach(guest, back, "picture", least=(320, 568))
        back.click()
        guest.wait_for_url(re.compile(f"/events/{event}#picture-{number}$"))
        expect(guest.locator(f"#picture-{number}")).to_be_in_viewport()

        # One's own pictures, and deletion, confirmed once.
        guest.goto(f"{BASE}/events/{event}?own=true")
        cards(guest, 4)
        guest.locator("#event-cards a").first.click()
        guest.get_by_role("link", name="About this picture").click()
        look(guest, "picture")
        guest.get_by_text("Delete", exact=True).click()
        guest.get_by_role("button", name="Delete for good").click()
        cards(guest, 4)
        cards(organiser, 4)
        left = ids(organiser)
        more(guest)
        look(guest, "more")
        guest.get_by_role("link", name="About me").click()
        look(guest, "me")
        for words in ("Download everything", "Leave the event", "Erase me and my pictures"):
            in_reach(guest, guest.locator("a, summary").get_by_text(words, exact=True), f"about me, {words}")
        guest.goto(f"{BASE}/events/{event}/help")
        look(guest, "help")
        guest.get_by_label(re.compile("What is wrong")).fill("It is too dark")
        guest.get_by_role("button", name="Send").click()
        expect(guest.get_by_role("status")).to_contain_text("Sent. Thank you.")
        guest.goto(f"{BASE}/events/{event}/privacy")
        expect(guest.locator("main")).to_contain_text("Museum of Towns")

        organiser.goto(f"{BASE}/events/{event}/organise")
        expect(organiser.locator("main")).to_contain_text("It is too dark")
        with organiser.expect_download() as download:
            organiser.get_by_role("link", name="Download everything as a zip").click()
        with zipfile.ZipFile(download.value.path()) as handed:
            if handed.testzip() or len(handed.namelist()) != 5:
                fault(f"the zip has {handed.namelist()}")
        # A guest's erasure takes effect at once, in every file.
        person = Traces(server, event, ["Vera Ineffable"], [of_plain], person=True)
        missing = person.all.keys() - person.found().keys()
        if missing or len(person.all) < 4:
            fault(f"of a person the test looks for what was never there: {missing}")
        plain.goto(f"{BASE}/events/{event}/me")
        plain.get_by_text("Erase me and my pictures").click()
        plain.get_by_role("button", name="Erase all my data").click()
        expect(plain.get_by_label("What is your name?")).to_be_visible()
        for name, files in person.found().items():
            fault(f"after erasing a person {name} is in {files}")
        guest.goto(f"{BASE}/events/{event}")
        cards(guest, 3)
        left = [picture for picture in left if picture != of_plain]
        organiser.get_by_text("End the event now").click()
        organiser.get_by_role("button", name="End it").click()
        expect(organiser.locator(".lead")).to_have_text("It has ended.")
        closed = time.time()
        # From here on everything that a person gave is in some file, and can be looked for.
        traces = Traces(server, event, ["Gus Unmistakable", "Old town <b>tour", "It is too dark"], left)
        missing = traces.all.keys() - traces.found().keys()
        if missing:
            fault(f"the test looks for what was never there: {missing}")

        # Thirty days: all is there until then, and nothing after.
        month = 30 * 86400
        server.kill()
        server.start(closed + month - 3600)
        guest.goto(f"{BASE}/events/{event}")
        cards(guest, 3)
        # The only cookie is the guest's session.
        cookies = {(cookie["name"], cookie["httpOnly"], cookie["sameSite"]) for cookie in phone.cookies()}
        if cookies != {(f"timewalk_event_{event}", True, "Lax")}:
            fault(f"a guest's cookies: {cookies}")
        server.kill()
        server.start(closed + month + 1)
        reply = guest.goto(f"{BASE}/events/{event}")
        if reply.status != 404:
            fault(f"after thirty days the event answers {reply.status}")
        look(guest, "gone")
        # The server was off for a month: its clock may be wrong, so the files stay for a day.
        if not os.path.exists(os.path.join(LIBRARY, "events", event)):
            fault("after a jump of the clock the event's folder is gone at once")
        server.kill()
        server.start(closed + month + 86400)
        if os.path.exists(os.path.join(LIBRARY, "events", event)):
            fault("after thirty days the event's folder is there")
        for name, files in traces.found().items():
            fault(f"after thirty days {name} is in {files}")
    finally:
        for browser in browsers:
            browser.close()
        server.kill()


def film(p, folder):
    """A gallery that opens at the end: pages ask for no news again and again, and are developed when the event ends."""
    server = Server(folder)
    server.start()
    browser = p.chromium.launch(executable_path="/usr/bin/chromium")
    try:
        organiser = browser.new_context(locale="en-GB").new_page()
        sign_in(organiser)
        organiser.get_by_label("What is the event called?").fill("Film")
        organiser.get_by_label("When do guests see each other's pictures?").select_option("atEnd")
        organiser.get_by_role("button", name="Make the event").click()
        organiser.wait_for_url(re.compile("/organise$"))
        address = organiser.url.removesuffix("/organise")
        guests, asked = [], []
        for name in ("Ann", "Bob"):
            page = browser.new_context(locale="en-GB").new_page()
            watch(page)
            page.on("response", lambda reply: reply.url.endswith("/stream") and asked.append(reply.status))
            come_in(page, address, name)
            send(page)
            expect(page.locator("#event-sent")).to_contain_text("Pictures that were sent: 1", timeout=20000)
            # A guest's own picture is visible at once, and nobody else's.
            cards(page, 1)
            guests.append(page)
        del asked[:]
        guests[0].wait_for_timeout(12000)
        if len(asked) > 2:
            fault(f"pages of a film asked for news {len(asked)} times in twelve seconds")
        organiser.get_by_text("End the event now").click()
        organiser.get_by_role("button", name="End it").click()
        for page in guests:
            expect(page.locator(".lead")).to_have_text("It has ended.", timeout=25000)
            cards(page, 2)
    finally:
        browser.close()
        server.kill()


with sync_playwright() as p, tempfile.TemporaryDirectory() as folder:
    play(p, folder)
    film(p, tempfile.mkdtemp(dir=folder))
finish()
