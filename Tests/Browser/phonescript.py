"""Lets a phone in by `Scripts/serve --phone`, by nothing but its printed words and codes.

    phonescript.py SCRIPT [FOLDER]

The script runs with stand-ins and folders that the caller's environment names. A browser that does not trust its
certificate gets nowhere. One that trusts it, and nothing else besides, follows the link of the second code, signs in,
gets the service worker, and takes a photo. Ctrl-C stops all. Faults are printed, one line each, and it ends with 1.
"""
import hashlib
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import Error, expect, sync_playwright

from findings import bright_and_dark, check, finish, until

SCRIPT = sys.argv[1]
FOLDER = sys.argv[2] if len(sys.argv) > 2 else None
# The stand-in for `hostname` gives this address.
HOST = "127.0.0.2"
# The colours that qrencode sets for a line of a code in a terminal.
LINE = re.compile("\033\\[40;37;1m([ \u2580\u2584\u2588]+)\033\\[0m")


def two_ports():
    """A port that is free, as the next one is."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            number = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", number + 1))
                return number
            except (OSError, OverflowError):
                continue


def is_open(number):
    with socket.socket() as one:
        return one.connect_ex((HOST, number)) == 0


def codes(lines, folder):
    """The texts of the codes among the lines, as a phone's camera reads them: black on white, by their picture alone."""
    texts, rows = [], []
    for line in lines + [""]:
        found = LINE.match(line)
        if found:
            for bright in ("\u2580\u2588", "\u2584\u2588"):
                rows.append(bytes(255 if cell in bright else 0 for cell in found.group(1)))
        elif rows:
            picture = os.path.join(folder, "code.pgm")
            with open(picture, "wb") as file:
                file.write(b"P5 %d %d 255\n" % (4 * len(rows[0]), 4 * len(rows)))
                for row in rows:
                    file.write(4 * b"".join(bytes([cell]) * 4 for cell in row))
            read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True)
            texts.append(read.stdout.strip())
            rows = []
    return texts


def root(address, said, folder):
    """Downloads the certificate as a phone does, and compares its fingerprint."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        kind, pem = answer.headers["Content-Type"], answer.read().decode()
    check(kind == "application/x-x509-ca-cert", f"the certificate comes as {kind}")
    check("PRIVATE" not in pem, "the certificate comes with its key")
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper()
    check(":".join(re.findall("..", digest)) in said, f"the fingerprint {digest} isn't printed")
    path = os.path.join(folder, "root.crt")
    with open(path, "w") as file:
        file.write(pem)
    return path


def browse(p, folder, name, certificate=None):
    """The browser of a user that trusts only this certificate."""
    home = os.path.join(folder, name)
    os.makedirs(os.path.join(home, ".pki/nssdb"))
    store = ["certutil", "-d", f"sql:{home}/.pki/nssdb"]
    subprocess.run([*store, "-N", "--empty-password"], check=True)
    if certificate:
        subprocess.run([*store, "-A", "-n", "TimeWalk", "-t", "C,,", "-i", certificate], check=True)
    environment = dict(os.environ, HOME=home)
    environment.pop("XDG_DATA_HOME", None)
    return p.chromium.launch(
        executable_path="/usr/bin/chromium", env=environment,
        args=["--no-sandbox", "--use-fake-device-for-media-stream=fps=8"])


def stranger(p, folder, link):
    """A browser without the certificate is warned."""
    browser = browse(p, folder, "stranger")
    try:
        browser.new_page().goto(link)
        check(False, "a certificate that the browser does not know is trusted")
    except Error as error:
        check("ERR_CERT_AUTHORITY_INVALID" in str(error), f"a stranger is told: {error}")
    browser.close()


def visitor(p, folder, link, certificate):
    """A browser with it follows the link, signs in, and takes a photo with the camera page."""
    base, token = re.fullmatch("(.*)/#token=(.*)", link).groups()
    browser = browse(p, folder, "visitor", certificate)
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en-GB",
        geolocation={"latitude": 40.7536, "longitude": -73.9808, "accuracy": 5}, permissions=["geolocation", "camera"])
    page = context.new_page()
    page.on("pageerror", lambda error: check(False, f"{page.url}: {error}"))
    page.goto(link)
    # The token is in the form, and no longer in the address, which the browser's history keeps.
    expect(page.locator("form.sign input[name=token]")).to_have_value(token, timeout=30000)
    check(page.url == base + "/", f"the address is {page.url}")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#send")).to_be_visible(timeout=30000)
    page.goto(base + "/camera")
    expect(page.locator("#shutter")).to_be_enabled(timeout=90000)
    bright_and_dark(page, "phone-script-camera", FOLDER)
    worker = page.evaluate("""() => Promise.race([
      navigator.serviceWorker.ready.then((found) => found.active.scriptURL), new Promise((done) => setTimeout(done, 60000)),
    ])""")
    check(worker == base + "/camera-worker.js", f"the service worker is {worker}")
    page.get_by_role("switch", name="Geotag").click()
    page.click("#geo-yes")
    expect(page.locator("#readout")).to_contain_text("40.75", timeout=30000)
    page.click("#shutter")
    expect(page.locator("#result a").first).to_be_visible(timeout=90000)
    page.goto(base + "/library")
    expect(page.locator(".photos .card")).to_have_count(1, timeout=60000)
    browser.close()


def follow(p, folder, lines, number):
    """Runs the words' commands."""
    said = "\n".join(lines)
    texts = codes(lines, folder)
    check(len(texts) == 2, f"the codes are {texts}")
    address, link = texts
    check(address == f"http://{HOST}:{number + 1}/root.crt", f"the first code is {address}")
    check(link.startswith(f"https://{HOST}:{number}/#token=tw_"), f"the second code is {link}")
    for text in texts:
        check(text in said, f"{text} is in a code alone")
    certificate = root(address, said, folder)
    stranger(p, folder, link)
    visitor(p, folder, link, certificate)
    # Caddy alone would share the ports.
    for other in (number, number + 1):
        again = subprocess.run([SCRIPT, "--phone", "--port", str(other)], capture_output=True, text=True, timeout=60)
        check(
            again.returncode == 73 and not again.stdout and "uses port" in again.stderr,
            f"a second script ends with {again.returncode}: {again.stderr}")


with sync_playwright() as p, tempfile.TemporaryDirectory() as folder:
    number = two_ports()
    temporary = os.path.join(folder, "tmp")
    os.mkdir(temporary)
    # In a separate session: the signal reaches the script and all its children. A shell can't trap
    # a signal that was ignored or blocked when it began, as it is in tests.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    process = subprocess.Popen(
        [SCRIPT, "--phone", "--port", str(number)], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
        env=dict(os.environ, TMPDIR=temporary), start_new_session=True)
    lines = []
    try:
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            # The last line.
            if line.startswith("the key in that folder"):
                follow(p, folder, lines, number)
                break
        else:
            check(False, "the script ended early: " + "\n".join(lines))
    finally:
        os.killpg(process.pid, signal.SIGINT)
        start = time.time()
        code = process.wait(timeout=120)
    check(code == 0, f"the script ends with {code}")
    check(time.time() - start < 30, f"it stops after {time.time() - start:.0f} s")
    until(lambda: not is_open(number) and not is_open(number + 1), 10, "both ports are free again")
    left = [name for name in os.listdir(temporary) if name.startswith("timewalk-serve")]
    check(not left, f"it leaves {left}")
finish()
