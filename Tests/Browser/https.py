"""Comes to the server over HTTPS by a name, through Caddy.

    https.py PROGRAM LIBRARY ARCHIVE TOKENS TOKEN [FOLDER]

Caddy first has a certificate from files, in the place of ACME's, and then one of its own authority, as in the manual. A
browser that doesn't trust the authority gets nowhere; one that does has its camera, its place and its photos. The script
starts the servers itself, since the certificate comes first. Faults are printed, one a line, and the exit code is then 1.
"""
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import threading

from playwright.sync_api import Error, expect, sync_playwright

from findings import bright_and_dark, check, finish

PROGRAM, LIBRARY, ARCHIVE, TOKENS, TOKEN = sys.argv[1:6]
FOLDER = sys.argv[6] if len(sys.argv) > 6 else None
NAME = "archive.local"


def person(folder, name):
    """The environment of a user whose browsers trust only the user's own authorities."""
    home = os.path.join(folder, name)
    os.makedirs(os.path.join(home, ".pki/nssdb"))
    subprocess.run(["certutil", "-d", f"sql:{home}/.pki/nssdb", "-N", "--empty-password"], check=True)
    environment = dict(os.environ, HOME=home)
    environment.pop("XDG_DATA_HOME", None)
    return environment


def certificate(folder):
    """Makes an authority, and a certificate of the server's name: the authority's, the server's, and the server's key."""
    root, root_key, chain, key, request = (
        os.path.join(folder, name) for name in ("root.pem", "root.key", "chain.pem", "key.pem", "request.pem"))
    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for arguments in (
            ["req", "-x509", *new, "-days", "2", "-subj", "/CN=Test", "-keyout", root_key, "-out", root],
            ["req", *new, "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", request],
            ["x509", "-req", "-in", request, "-CA", root, "-CAkey", root_key, "-days", "2", "-copy_extensions", "copy",
             "-out", chain]):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)
    return root, chain, key


def trust(root, environment):
    """Lets the person's browsers trust an authority."""
    store = f"sql:{environment['HOME']}/.pki/nssdb"
    subprocess.run(["certutil", "-d", store, "-A", "-t", "C,,", "-n", "Test", "-i", root], check=True)


def port():
    """A port that is free."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def running(*arguments, said):
    """A program, while it is needed; it has said that it listens."""
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    try:
        while line := process.stdout.readline():
            if said in line:
                break
        else:
            raise SystemExit(f"{arguments[0]} doesn't listen")
        # Its further output must not fill the pipe.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield
    finally:
        process.terminate()
        process.wait()


def served(*flags):
    """TimeWalk's server."""
    return running(PROGRAM, "serve", "--tokens", TOKENS, "--library", LIBRARY, "--archive", ARCHIVE, *flags, said=b"http")


@contextlib.contextmanager
def behind_caddy(tls, outside, folder, said=b"serving initial configuration"):
    """Caddy on a port with such a certificate, and the server behind it, with that address."""
    inside = port()
    file = os.path.join(folder, "Caddyfile")
    with open(file, "w") as caddyfile:
        caddyfile.write(
            f"{{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n  storage file_system {folder}/caddy\n}}\n"
            f"{NAME}:{outside} {{\n  tls {tls}\n  reverse_proxy 127.0.0.1:{inside}\n}}\n")
    with served("--port", str(inside), "--behind", f"https://{NAME}:{outside}"):
        with running("caddy", "run", "--config", file, "--adapter", "caddyfile", said=said):
            yield


def browse(p, environment):
    return p.chromium.launch(
        executable_path="/usr/bin/chromium", env=environment,
        # The name resolves to this machine, as by the network's own name server.
        args=["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--use-fake-device-for-media-stream=fps=8"])


def stranger(p, environment, base):
    """A browser that doesn't trust the authority sees no page."""
    browser = browse(p, environment)
    try:
        browser.new_page().goto(base + "/")
        check(False, "an untrusted authority is trusted")
    except Error as error:
        check("ERR_CERT_AUTHORITY_INVALID" in str(error), f"a stranger is told: {error}")
    browser.close()


def visitor(p, environment, base, name):
    """With trust, a user signs in, takes a photo with the camera page, and finds it among the browser's photos."""
    browser = browse(p, environment)
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en-GB",
        geolocation={"latitude": 40.7536, "longitude": -73.9808, "accuracy": 5}, permissions=["geolocation", "camera"])
    page = context.new_page()
    page.on("pageerror", lambda error: check(False, f"{page.url}: {error}"))
    page.goto(base + "/camera")
    page.locator("form[action='/sign-in'] input[name=token]").fill(TOKEN)
    page.keyboard.press("Enter")
    expect(page.locator("#shutter")).to_be_enabled(timeout=90000)
    check(page.evaluate("isSecureContext"), "the page isn't secure")
    bright_and_dark(page, name, FOLDER)
    page.get_by_role("switch", name="Geotag").click()
    page.click("#geo-yes")
    expect(page.locator("#readout")).to_contain_text("40.75", timeout=30000)
    page.click("#shutter")
    expect(page.locator("#result a").first).to_be_visible(timeout=90000)
    protocol = page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
    check(protocol == "h2", f"the browser speaks {protocol}")
    page.goto(base + "/library")
    expect(page.locator(".photos .card")).to_have_count(1, timeout=60000)
    browser.close()


with sync_playwright() as p, tempfile.TemporaryDirectory() as folder:
    one, two = person(folder, "one"), person(folder, "two")
    root, chain, key = certificate(folder)
    trust(root, one)
    number = port()
    base = f"https://{NAME}:{number}"
    with behind_caddy(f"{chain} {key}", number, folder):
        stranger(p, two, base)
        visitor(p, one, base, "authority-camera")
    with behind_caddy("internal", number, folder, said=b"certificate obtained successfully"):
        stranger(p, one, base)
        trust(os.path.join(folder, "caddy/pki/authorities/local/root.crt"), two)
        visitor(p, two, base, "caddy-camera")
finish()
