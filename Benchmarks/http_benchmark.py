#!/usr/bin/env python3
"""Measures the HTTP server beside the endpoint and beside nginx, all in one run; `Benchmarks/run http` calls it.

    http_benchmark.py --program TIMEWALK --server TIMEWALK-SERVE --archive FILE [--photo FILE] [--seconds S] [--soak N]
                      [--big FILE] [--only WORD...]

Each line that it prints is a figure with its aim. wrk and h2load (Debian's wrk and nghttp2-client) make the load, on the
same processors. `--big` names an archive of ten million items for the tiles of the map. It ends with 1 where an aim is
missed, and with 2 where something was answered wrongly.
"""
import argparse
import contextlib
import gzip
import http.client
import json
import math
import os
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

SEED = 20
missed = []


def row(what, measured, aim, met):
    """Prints a figure; `met` is None where it has no aim."""
    mark = "" if met is None else "met" if met else "MISSED"
    print(f"| {what} | {measured} | {aim} | {mark} |", flush=True)
    if met is False:
        missed.append(what)


def wrong(words):
    print(f"wrong: {words}", file=sys.stderr)
    sys.exit(2)


def percentile(values, share):
    """The value below which a share of them lies (the nearest rank)."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


class Server:
    """A running server over an archive, with a library of its own."""

    def __init__(self, program, archive, folder, *flags):
        self.folder = folder
        self.log = open(os.path.join(folder, "serve.log"), "w")
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--archive", archive, "--library", os.path.join(folder, "library"),
             "--log-level", "warning", *flags], stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.base = self.process.stdout.readline().strip()
        if not self.base.startswith("http://"):
            wrong(f"the server doesn't listen; {self.log.name} says why")
        self.port = int(self.base.rsplit(":", 1)[1])

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()

    def get(self, path):
        status, _, body = self.ask("GET", path)
        if status != 200:
            wrong(f"{path} is answered {status}")
        return body

    def resident(self, word="VmRSS"):
        """Bytes of memory of the server's process, without those that read pictures."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith(word + ":"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self):
        self.process.terminate()
        code = self.process.wait(timeout=120)
        self.log.close()
        if code != 0:
            wrong(f"the server ended with {code}; {self.log.name} says why")


def poses(server, count):
    """Bodies of match requests near items of the archive, the same for every run."""
    chance = random.Random(SEED)
    items = []
    total = json.loads(server.get("/v1/stats"))["items"]
    while len(items) < min(count, total):
        offset = chance.randrange(max(1, min(total, 10_000) - 100))
        items += json.loads(server.get(f"/v1/items?limit=100&offset={offset}"))["items"]
    bodies = []
    for item in items[:count]:
        pose = {
            "latitude": round(item["latitude"] + chance.uniform(-2e-4, 2e-4), 6),
            "longitude": round(item["longitude"] + chance.uniform(-2e-4, 2e-4), 6),
            "heading": round(chance.uniform(0, 359), 1), "horizontalAccuracy": 10, "headingAccuracy": 8,
        }
        bodies.append(json.dumps(pose))
    return bodies


def endpoint_rate(program, archive, folder, bodies, seconds):
    """Requests a second that the endpoint answers over its pipes, as many as it takes."""
    with open(os.path.join(folder, "endpoint.log"), "w") as log:
        process = subprocess.Popen(
            [program, "endpoint", "--archive", archive, "--library", os.path.join(folder, "endpoint-library"), "--jobs", "2"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        lines = [f'{{"jsonrpc":"2.0","id":1,"method":"match","params":{body}}}\n'.encode() for body in bodies]
        until = time.monotonic() + seconds

        def send():
            index = 0
            while time.monotonic() < until:
                process.stdin.write(b"".join(lines[(index + step) % len(lines)] for step in range(50)))
                index += 50
            process.stdin.close()

        sender = threading.Thread(target=send)
        start = time.monotonic()
        sender.start()
        count = 0
        while chunk := process.stdout.read1(1 << 20):
            count += chunk.count(b"\n")
        sender.join()
        if process.wait() != 0:
            wrong("the endpoint failed; endpoint.log says why")
        return count / (time.monotonic() - start)


def wrk(url, seconds, connections, script=None, folder="."):
    """Requests a second by wrk; whatever isn't answered 2xx is an error."""
    command = ["wrk", "-t", "2", "-c", str(connections), "-d", f"{seconds}s", "--latency"]
    if script:
        path = os.path.join(folder, "wrk.lua")
        with open(path, "w") as file:
            file.write(script)
        command += ["-s", path]
    out = subprocess.run(command + [url], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in out or "Socket errors" in out:
        wrong(f"{url}: {out}")
    return float(next(line.split()[1] for line in out.splitlines() if line.startswith("Requests/sec")))


def match_script(bodies):
    listed = ",\n".join(json.dumps(body) for body in bodies)
    return f"""
local bodies = {{ {listed} }}
local index = 0
request = function()
  index = index % #bodies + 1
  return wrk.format("POST", "/v1/match", {{ ["Content-Type"] = "application/json" }}, bodies[index])
end
"""


def paced(server, bodies, rate, seconds, folder):
    """Milliseconds of requests at a steady rate, by h2load; half of a server's throughput is its half load."""
    times = []
    some = bodies[:: max(1, len(bodies) // 10)][:10]
    body, log = os.path.join(folder, "body.json"), os.path.join(folder, "h2load.log")
    for one in some:
        with open(body, "w") as file:
            file.write(one)
        if os.path.exists(log):
            os.remove(log)
        subprocess.run(
            ["h2load", "--h1", "-t", "1", "-c", "4", "--rps", str(max(1, round(rate / 4))), "-D", str(max(1, seconds // len(some))),
             "-d", body, "-H", "Content-Type: application/json", "--log-file", log, server.base + "/v1/match"],
            check=True, stdout=subprocess.DEVNULL)
        with open(log) as lines:
            for line in lines:
                _, status, micros = line.split()
                if status != "200":
                    wrong(f"match at half load is answered {status}")
                times.append(int(micros) / 1000)
    return times


@contextlib.contextmanager
def nginx(root, folder):
    """nginx in the foreground over one folder, with as many workers as the server has threads."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = os.path.join(folder, "nginx.conf")
    with open(config, "w") as file:
        file.write(f"""
user root; worker_processes 2; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{ access_log off; sendfile on; keepalive_requests 1000000;
types {{ image/jpeg jpg; }}
client_body_temp_path {folder}/n1; proxy_temp_path {folder}/n2; fastcgi_temp_path {folder}/n3;
uwsgi_temp_path {folder}/n4; scgi_temp_path {folder}/n5;
server {{ listen 127.0.0.1:{port}; root {root}; }} }}
""")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    process = subprocess.Popen([program, "-c", config], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def matches(options, server, bodies, folder):
    peer = endpoint_rate(options.program, options.archive, folder, bodies, options.seconds)
    rate = wrk(server.base, options.seconds, 16, match_script(bodies), folder)
    row("match, requests a second; the endpoint's", f"{rate:.0f}; {peer:.0f}", "0.6 of the endpoint's", rate >= 0.6 * peer)
    times = paced(server, bodies, rate / 2, options.seconds, folder)
    p99 = percentile(times, 0.99)
    row(f"match at half load ({rate / 2:.0f}/s): median, p99", f"{statistics.median(times):.2f}, {p99:.2f} ms", "p99 10 ms", p99 < 10)


def alone(server, bodies):
    """Milliseconds of matches one after another, over one connection, once what they need is in memory."""
    times = []
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    for body in bodies + bodies:
        start = time.monotonic()
        connection.request("POST", "/v1/match", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        times.append(1000 * (time.monotonic() - start))
        if answer.status != 200:
            wrong(f"a match is answered {answer.status}")
    again = times[len(bodies):]
    row(f"match, one after another ({len(again)}): median, p99", f"{statistics.median(again):.2f}, {percentile(again, 0.99):.2f} ms", "none", None)


# Requests of greedy clients: method, path, body, and the statuses that they may get.
SEARCH = "/v1/items?text=street&latitude=40.75&longitude=-73.98&radius=20000&offset=9000"
SIGN_IN = json.dumps({"name": "nobody NUMBER", "passphrase": "wrong wrong wrong"})
GREEDY = {
    "searches": ("GET", SEARCH, None, (200, 503)),
    # A name that is locked would be refused without any work.
    "sign-ins": ("POST", "/v1/event-sessions", SIGN_IN, (401, 429)),
    "faults": ("POST", "/v1/faults", json.dumps({"text": "-.," * 660, "page": "/"}), (204, 429)),
    "matches": ("POST", "/v1/match", None, (200, 503)),
    "pages": ("GET", "/items?limit=1000", None, (200, 503)),
}


def greedy_script(method, body, headers):
    """wrk's script: each request has one of the headers, and a number of its own."""
    return f"""
local headers = {{ {", ".join(json.dumps(header) for header in headers)} }}
local kind = {json.dumps(headers[0].split(":")[0]) if headers[0] else '""'}
local number = 0
setup = function(thread) thread:set("id", tostring(math.random(1000000000))) end
request = function()
  number = number + 1
  local sent = {{ ["Content-Type"] = "application/json" }}
  if kind ~= "" then sent[kind] = headers[number % #headers + 1]:match(": (.*)") end
  local body = {json.dumps(body) if body else "nil"}
  if body then body = body:gsub("NUMBER", id .. "-" .. number) end
  return wrk.format({json.dumps(method)}, nil, sent, body)
end
"""


def guests(server, event, count):
    """The headers of self-made guests of an event."""
    known = json.loads(server.get(f"/v1/events/{event}"))
    cookies = []
    for number in range(count):
        body = json.dumps({"name": f"Guest {number}", "consent": known["policy"]})
        status, head, answer = server.ask("POST", f"/v1/events/{event}/people", body, {"Content-Type": "application/json"})
        if status != 201:
            wrong(f"a guest is answered {status}: {answer[:200]}")
        cookies.append(next(text for name, text in head.items() if name.lower() == "set-cookie").split(";")[0])
    return [f"Cookie: {cookie}" for cookie in cookies]


def sign_in_among(server, passphrase, addresses):
    """Seconds until an organiser is signed in while other addresses try, each again and again."""
    over = threading.Event()
    headers = {"Content-Type": "application/json"}

    def tries(number):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(f"127.0.1.{number}", 0))
        count = 0
        while not over.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection.request(
                    "POST", "/v1/event-sessions", json.dumps({"name": f"nobody {number} {count}", "passphrase": "wrong"}), headers)
                connection.getresponse().read()
            count += 1
            time.sleep(0.1)

    threads = [threading.Thread(target=tries, args=(number,)) for number in range(1, addresses + 1)]
    for thread in threads:
        thread.start()
    time.sleep(5)
    start = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=("127.0.0.2", 0))
    connection.request("POST", "/v1/event-sessions", json.dumps({"name": "anna", "passphrase": passphrase}), headers)
    status = connection.getresponse().status
    seconds = time.monotonic() - start
    over.set()
    for thread in threads:
        thread.join()
    if status != 204:
        wrong(f"an organiser's sign-in is answered {status}")
    return seconds


def apart(server, body, seconds):
    """Milliseconds of matches and of /livez from another address, twenty of each in a second."""
    times = {"match": [], "livez": []}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=("127.0.0.2", 0))
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for name, request in (("match", ("POST", "/v1/match", body)), ("livez", ("GET", "/livez", None))):
            start = time.monotonic()
            connection.request(*request, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            times[name].append(1000 * (time.monotonic() - start))
            if answer.status != 200:
                wrong(f"another address's {name} is answered {answer.status}")
        time.sleep(0.05)
    return times


def greedy(options, bodies, folder):
    """What 40 greedy connections of one address do to another address."""
    folder = os.path.join(folder, "greedy")
    event = event_of(options, folder)
    tokens, passphrase = os.path.join(folder, "tokens.json"), "a passphrase of the benchmark"
    token = subprocess.run(
        [options.server, "token", "add", "greedy", "--right", "read", "--tokens", tokens], capture_output=True, text=True, check=True)
    subprocess.run(
        [options.program, "event", "account", "anna", "--library", os.path.join(folder, "library")], input=passphrase + "\n",
        stdout=subprocess.DEVNULL, text=True, check=True)
    # With --open, clients aren't users of this machine, which have no limits.
    server = Server(
        options.server, options.archive, folder, "--open", "--tokens", tokens, "--requests-per-minute", "10000000",
        "--connections-per-client", "1000")
    try:
        quiet = apart(server, bodies[0], options.seconds)
        clients = {"": [""], " with a token": [f"Authorization: Bearer {token.stdout.strip()}"], " of 40 guests": guests(server, event, 40)}
        for kind, who in [(kind, "") for kind in GREEDY] + [("searches", " with a token"), ("searches", " of 40 guests")]:
            method, path, body, statuses = GREEDY[kind]
            body = bodies[1] if path == "/v1/match" else body
            header = clients[who][0]
            known = dict([header.split(": ", 1)] if header else [], **{"Content-Type": "application/json"})
            status, _, answer = server.ask(method, path, body, known)
            if status not in statuses:
                wrong(f"{path} is answered {status}: {answer[:200]}")
            script = os.path.join(folder, "greedy.lua")
            with open(script, "w") as file:
                file.write(greedy_script(method, body, clients[who]))
            load = subprocess.Popen(
                ["wrk", "-t", "2", "-c", "40", "-d", f"{options.seconds + 2}s", "--timeout", "60s", "-s", script, server.base + path],
                stdout=subprocess.PIPE, text=True)
            time.sleep(1)
            try:
                times = apart(server, bodies[0], options.seconds)
            finally:
                out = load.communicate()[0]
            rate = next((line.split()[1] for line in out.splitlines() if line.startswith("Requests/sec")), "no")
            for name, aim in (("match", 50), ("livez", 20)):
                p99 = percentile(times[name], 0.99)
                row(f"{name} beside 40 greedy connections ({kind}{who}, {rate}/s): p99; without",
                    f"{p99:.1f}; {percentile(quiet[name], 0.99):.1f} ms", f"{aim} ms", p99 < aim)
        seconds = sign_in_among(server, passphrase, 200)
        row("an organiser signs in while 200 addresses try", f"{seconds:.1f} s", "5 s", seconds < 5)
    finally:
        server.stop()


def photo_of(server, path):
    """A photo of the library, which is sent where it isn't there yet."""
    with open(path, "rb") as file:
        status, _, body = server.ask("POST", "/v1/photos", file.read(), {"Content-Type": "image/jpeg"})
    if status not in (200, 201):
        wrong(f"the photo is answered {status}: {body[:200]}")
    return json.loads(body)["photo"]["id"]


def renditions(options, server, folder):
    identifier = photo_of(server, options.photo)
    picture = server.get(f"/v1/photos/{identifier}/clean")
    root = os.path.join(folder, "root")
    os.makedirs(root, exist_ok=True)
    with open(os.path.join(root, "clean.jpg"), "wb") as file:
        file.write(picture)
    own = wrk(f"{server.base}/v1/photos/{identifier}/clean", options.seconds, 16)
    with nginx(root, folder) as base:
        peer = wrk(base + "/clean.jpg", options.seconds, 16)
    row(f"a rendition of {len(picture) // 1000} kB, requests a second; nginx's", f"{own:.0f}; {peer:.0f}", "0.5 of nginx's", own >= 0.5 * peer)


def pages(options, server, folder):
    identifier = photo_of(server, options.photo)
    start = time.monotonic()
    server.ask("GET", f"/photos/{identifier}", None, {"Accept": "text/html"})
    row("a photo's page, the first time", f"{1000 * (time.monotonic() - start):.0f} ms", "none", None)
    # The public ones, a photo's, the camera's, and a curator's map.
    item = json.loads(server.get("/v1/items?limit=1"))["items"][0]["id"]
    for path in ["/", "/map", "/items", "/library", "/camera", f"/photos/{identifier}", f"/items/{item}", f"/items/{item}/place"]:
        times = []
        for _ in range(30):
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            with contextlib.closing(connection):
                start = time.monotonic()
                connection.request("GET", path, headers={"Accept": "text/html"})
                answer = connection.getresponse()
                times.append(1000 * (time.monotonic() - start))
                page = answer.read().decode()
        if answer.status != 200:
            wrong(f"{path} is answered {answer.status}")
        weight = len(page.encode()) + parts_weight(server, page)
        name = path.replace(identifier, "{id}").replace(item, "{id}")
        row(f"{name}: first byte, p95 of 30; its weight", f"{percentile(times, 0.95):.1f} ms; {weight / 1000:.0f} kB",
            "20 ms; 150 kB", percentile(times, 0.95) < 20 and weight < 150_000)


def parts_weight(server, page):
    """The bytes of a page's styles and modules as browsers get them, with all imports of modules."""
    weight, seen = 0, set()
    wanted = re.findall(r'"(/assets/[^" ]+)"', page)
    while wanted:
        address = wanted.pop()
        if address in seen:
            continue
        seen.add(address)
        status, headers, body = server.ask("GET", address, None, {"Accept-Encoding": "gzip"})
        if status != 200:
            wrong(f"{address} is answered {status}")
        weight += len(body)
        if headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        for name in re.findall(r"""(?:from |import\()["'][.]/([\w.-]+)["']""", body.decode()):
            wanted.append(address.rsplit("/", 1)[0] + "/" + name)
    return weight


class Watch:
    """Looks at a server's memory ten times a second."""

    def __init__(self, server):
        self.server, self.most, self.ends = server, 0, threading.Event()
        self.thread = threading.Thread(target=self.look)

    def look(self):
        while not self.ends.wait(0.1):
            self.most = max(self.most, self.server.resident())

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()


def uploads(options, server, folder):
    with open(options.photo, "rb") as file:
        photo = file.read()
    before, clients, failures = server.resident(), 10, []

    def send(number):
        # Bytes after a JPEG's end are ignored.
        body = photo + number.to_bytes(4, "big") + bytes(30_000_000 - len(photo) - 4)
        status, _, _ = server.ask("POST", "/v1/photos", body, {"Content-Type": "image/jpeg"})
        if status != 201:
            failures.append(status)

    with Watch(server) as watch:
        threads = [threading.Thread(target=send, args=(number,)) for number in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if failures:
        wrong(f"uploads are answered {failures}")
    each = (watch.most - before) / clients / 1e6
    row("10 uploads of 30 MB at once, memory a client", f"{each:.1f} MB", "20 MB", each < 20)


def streams(options, server, folder):
    before = server.resident()
    clients = []
    for number in range(1000):
        client = socket.create_connection(("127.0.0.1", server.port))
        client.sendall(f"GET /v1/stream?progressToken=idle{number} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        clients.append(client)
    for client in clients:
        if b" 200 " not in client.recv(4096):
            wrong("a news stream is refused")
    grown = (server.resident() - before) / 1e6
    row("1,000 idle news streams, memory", f"{grown:.0f} MB", "100 MB", grown < 100)
    for client in clients:
        client.close()


class Viewer(threading.Thread):
    """A viewer of an event's gallery: listens, and requests new pictures as its page does."""

    def __init__(self, server, event, cookie):
        super().__init__(daemon=True)
        self.server, self.event, self.cookie = server, event, cookie
        self.seen = {}
        self.stream = socket.create_connection(("127.0.0.1", server.port))
        self.stream.sendall(f"GET /v1/events/{event}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
        if b" 200 " not in self.stream.recv(4096):
            wrong("the news of an event are refused")

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        with contextlib.suppress(OSError):
            while told := self.stream.recv(4096):
                if b"added" not in told:
                    continue
                last = max(self.seen, default=0)
                while True:
                    connection.request("GET", f"/v1/events/{self.event}/pictures?after={last}", headers={"Cookie": self.cookie})
                    found = json.loads(connection.getresponse().read())["pictures"]
                    now = time.monotonic()
                    for picture in found:
                        self.seen.setdefault(picture["number"], now)
                    if len(found) < 100:
                        break
                    last = max(self.seen)


def event_of(options, folder):
    """The id of an event in a library of its own."""
    library = os.path.join(folder, "library")
    os.makedirs(library)
    policy = dict.fromkeys(("operator", "address", "email", "machine", "authority"), "benchmark") | {"more": ""}
    with open(os.path.join(library, "event-policy.json"), "w") as file:
        json.dump(policy, file)
    made = subprocess.run(
        [options.program, "event", "create", "Benchmark", "--library", library, "--json"], capture_output=True, text=True, check=True)
    return json.loads(made.stdout)["id"]


def events(options, folder):
    """How soon a new picture is in 200 open galleries: from the first byte of its sending until each has asked for it."""
    folder = os.path.join(folder, "events")
    event = event_of(options, folder)
    # A local client would be the organiser: these are to be guests.
    server = Server(
        options.server, options.archive, folder, "--open")
    try:
        gallery(server, event, options.photo)
    finally:
        server.stop()


def gallery(server, event, picture):
    cookies = [header.removeprefix("Cookie: ") for header in guests(server, event, 200)]
    viewers = [Viewer(server, event, cookie) for cookie in cookies]
    for viewer in viewers:
        viewer.start()
    with open(picture, "rb") as file:
        photo = file.read()
    began = {}
    for number in range(40):
        start = time.monotonic()
        status, _, answer = server.ask(
            "POST", f"/v1/events/{event}/pictures", photo, {"Cookie": cookies[number], "Content-Type": "image/jpeg"})
        if status != 201:
            wrong(f"a picture of an event is answered {status}: {answer[:200]}")
        began[json.loads(answer)["number"]] = start
        # 200 people with a film of 24 each send one in three seconds, through four hours.
        time.sleep(max(0, start + 2 - time.monotonic()))
    until = time.monotonic() + 30
    while time.monotonic() < until and any(len(viewer.seen) < len(began) for viewer in viewers):
        time.sleep(0.1)
    times = [viewer.seen.get(number, math.inf) - start for number, start in began.items() for viewer in viewers]
    for viewer in viewers:
        viewer.stream.shutdown(socket.SHUT_RDWR)
    if math.inf in times:
        wrong(f"{times.count(math.inf)} galleries never show a picture")
    p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
    row("a new picture in 200 open galleries, one in two seconds, from its sending on", f"p50 {p50:.2f}, p99 {p99:.2f} s", "p99 2 s", p99 <= 2)


def tiles(server, seconds):
    chance = random.Random(SEED)
    items = [json.loads(server.get(f"/v1/items?limit=100&offset={chance.randrange(10_000)}"))["items"] for _ in range(5)]
    times = []
    until = time.monotonic() + seconds
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    while time.monotonic() < until:
        item = chance.choice(chance.choice(items))
        z = chance.randrange(0, 19)
        sine = math.sin(math.radians(max(-85, min(85, item["latitude"]))))
        x = int((item["longitude"] + 180) / 360 * 2**z) % 2**z
        y = max(0, min(2**z - 1, int((0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)) * 2**z)))
        start = time.monotonic()
        connection.request("GET", f"/v1/map/{z}/{x}/{y}")
        answer = connection.getresponse()
        body = answer.read()
        times.append(1000 * (time.monotonic() - start))
        if answer.status != 200:
            wrong(f"a tile is answered {answer.status}: {body[:200]}")
    total = json.loads(server.get("/v1/stats"))["items"]
    p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
    row(f"a tile of the map, {total:,} items ({len(times)} tiles)", f"p50 {p50:.1f}, p99 {p99:.1f} ms", "5 and 30 ms",
        p50 <= 5 and p99 <= 30 if total >= 10_000_000 else None)


# The searches and the routes that read, at a place of the archive, with the aims of their 99th
# percentiles in milliseconds.
AROUND = "/v1/items?limit=10&latitude={latitude}&longitude={longitude}&radius="
READING = {
    "around 5 km": (AROUND + "5000", 100),
    "around 20 km": (AROUND + "20000", 100),
    "around 20 km, the 90th page": (AROUND + "20000&offset=890", 250),
    "around 20 km, an era": (AROUND + "20000&era=1900/1910", 250),
    "around 20 km, a word": (AROUND + "20000&text=street", 250),
    "views of a spot": ("/v1/items?limit=10&shows={latitude},{longitude}", 250),
    "a word": ("/v1/items?limit=10&text=street", 250),
    "a word that nothing has": ("/v1/items?limit=10&text=zzyzx", 250),
    "two letters": ("/v1/items?limit=10&text=st", 300),
    "an era": ("/v1/items?limit=10&era=1900/1910", 250),
    "the page of pictures": ("/items", 250),
    "collections": ("/v1/collections", 250),
    "eras": ("/v1/eras", 250),
    "statistics": ("/v1/stats", 250),
    "metrics": ("/metrics", 250),
    "the review": ("/v1/review", 250),
    "the page of the review": ("/review", 250),
    "the home page": ("/", 250),
    "an item": ("/v1/items/{item}", 250),
    "the page of an item": ("/items/{item}", 250),
    "places": ("/v1/places?latitude={latitude}&longitude={longitude}", 250),
    "changes": ("/v1/changes", 250),
}


def searches(server, bodies):
    """The ten slowest of all searches and reading routes, each of them asked for some 30 times or 5 seconds."""
    found = []
    items = json.loads(server.get("/v1/items?limit=30"))["items"]
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    for name, (path, aim) in READING.items():
        times, until, late = [], time.monotonic() + 5, 0
        for body, item in zip(bodies, items):
            start = time.monotonic()
            connection.request("GET", path.format(**json.loads(body), item=item["id"]))
            answer = connection.getresponse()
            answer.read()
            times.append(1000 * (time.monotonic() - start))
            if answer.status not in (200, 503):
                wrong(f"{name} is answered {answer.status}")
            late += answer.status == 503
            if time.monotonic() > until:
                break
        found.append((percentile(times, 0.99), name, statistics.median(times), late, aim))
    for p99, name, p50, late, aim in sorted(found, reverse=True)[:10]:
        ended = f", {late} over the time limit" if late else ""
        row(f"{name}: median, p99", f"{p50:.1f}, {p99:.1f} ms{ended}", f"p99 {aim} ms", p99 <= aim and not late)


@contextlib.contextmanager
def held(processes, share):
    """Holds processes to a share of a processor each, as machines of their own would."""
    old, new = "/sys/fs/cgroup/cpu", "/sys/fs/cgroup"
    folders = []
    try:
        for process in processes:
            folder = os.path.join(old if os.path.isdir(old) else new, f"timewalk-{process.pid}")
            os.mkdir(folder)
            folders.append(folder)
            quota, period = ("cpu.cfs_quota_us", "{}") if os.path.isdir(old) else ("cpu.max", "{} 100000")
            with open(os.path.join(folder, quota), "w") as file:
                file.write(period.format(round(share * 100_000)))
            # All of its threads, also those to come.
            with open(os.path.join(folder, "cgroup.procs"), "w") as file:
                file.write(str(process.pid))
        yield
    finally:
        for folder, process in zip(folders, processes):
            above = os.path.join(os.path.dirname(folder), "cgroup.procs")
            with contextlib.suppress(OSError), open(above, "w") as file:
                file.write(str(process.pid))
            with contextlib.suppress(OSError):
                os.rmdir(folder)


def servers(options, bodies, folder):
    """What two servers over one archive answer beside one alone, each held to the same share of a processor."""
    running = []
    try:
        for name in ("one", "other"):
            os.makedirs(os.path.join(folder, name))
            running.append(Server(options.server, options.archive, os.path.join(folder, name)))
        script = match_script(bodies)

        def rates(asked):
            found = [0.0] * len(asked)

            def ask(number, server):
                found[number] = wrk(server.base, options.seconds, 8, script, server.folder)

            threads = [threading.Thread(target=ask, args=pair) for pair in enumerate(asked)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return sum(found)

        rates(running)
        try:
            with held([server.process for server in running], options.share):
                alone, both = rates(running[:1]), rates(running)
                again = rates(running[1:])
        except OSError as error:
            row("two servers beside one", f"not measured, since processes can't be held: {error}", "1.7", None)
            return
        one = (alone + again) / 2
        row(f"match by one server and by two, each with {options.share:.2f} of a processor, requests a second",
            f"{alone:.0f} and {again:.0f}; {both:.0f}: {both / one:.2f} times", "1.7", both >= 1.7 * one)
    finally:
        for server in running:
            server.stop()


def soak(options, server, bodies):
    """Mixed requests by many clients: good ones, malformed ones, cut connections and slow clients."""
    chance, lock, done, bad = random.Random(SEED), threading.Lock(), [0], []

    def raw(text, wait=True):
        with socket.create_connection(("127.0.0.1", server.port), 30) as client:
            client.sendall(text)
            if wait:
                client.settimeout(30)
                with contextlib.suppress(OSError):
                    client.recv(4096)

    def good(connection, method, path, body=None, expected=(200,)):
        headers = {"Content-Type": "application/json"} if body else {}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status not in expected:
            bad.append((path, answer.status))

    def one(connection, kind, body):
        if kind < 50:
            good(connection, "POST", "/v1/match", body)
        elif kind < 60:
            pose = json.loads(body)
            good(connection, "GET", f"/v1/items?limit=5&radius=200&latitude={pose['latitude']}&longitude={pose['longitude']}")
        elif kind < 68:
            good(connection, "GET", "/v1/map/3/2/3")
        elif kind < 76:
            good(connection, "GET", "/livez")
        elif kind < 80:
            good(connection, "GET", "/", None)
        elif kind < 86:
            good(connection, "POST", "/v1/match", body[:-3], (400,))
        elif kind < 90:
            good(connection, "GET", "/v1/items/none", None, (400, 404))
        elif kind < 93:
            raw(b"\x16\x03\x01 nonsense \r\n\r\n")
        elif kind < 96:
            raw(b"POST /v1/photos HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500000\r\n\r\n" + bytes(1000), wait=False)
        elif kind < 98:
            raw(b"GET /v1/stream?progressToken=x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        elif kind < 99:
            raw(b"GET /v1/it", wait=False)
        else:
            with socket.create_connection(("127.0.0.1", server.port), 30) as client:
                for byte in b"GET /livez HTTP/1.1\r\n":
                    client.sendall(bytes([byte]))
                    time.sleep(0.01)

    def work(count, seed):
        own = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for _ in range(count):
            try:
                one(connection, own.randrange(100), own.choice(bodies))
            except (http.client.HTTPException, OSError) as error:
                # The server ends idle connections and those with a body that it refused.
                connection.close()
                if isinstance(error, (http.client.BadStatusLine, ConnectionError)):
                    continue
                bad.append(("", repr(error)))
            with lock:
                done[0] += 1
        connection.close()

    def round_of(count, seed):
        threads = [threading.Thread(target=work, args=(count // 8, seed + number)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    # One-time work, such as loading the archive's pages, is done after the first part.
    round_of(options.soak // 5, 1000)
    time.sleep(3)
    before, open_before = server.resident(), server.descriptors()
    round_of(options.soak - options.soak // 5, 2000)
    # Slow clients and half requests are given up after --patience.
    time.sleep(8)
    after, open_after = server.resident(), server.descriptors()
    if bad:
        wrong(f"{len(bad)} of the soak's requests are answered otherwise, such as {bad[:3]}")
    growth = 100 * (after - before) / before
    row(f"a soak of {done[0]:,} requests: memory before and after, growth", f"{before / 1e6:.0f}, {after / 1e6:.0f} MB, {growth:.1f} %", "5 %", growth < 5)
    row("descriptors before and after", f"{open_before}, {open_after}", "none left", open_after <= open_before)


def main():
    parser = argparse.ArgumentParser(description="Measure the HTTP server beside the endpoint and nginx.")
    parser.add_argument("--program", required=True, help="timewalk")
    parser.add_argument("--server", required=True, help="timewalk-serve")
    parser.add_argument("--archive", required=True)
    parser.add_argument("--photo", required=True)
    parser.add_argument("--big", help="an archive of ten million items, for the tiles; without it they are of --archive")
    parser.add_argument("--seconds", type=int, default=10, help="how long each throughput is measured")
    parser.add_argument("--soak", type=int, default=100_000, help="how many requests the soak has; 0 is none")
    parser.add_argument("--share", type=float, default=0.3, help="the processors that each of two servers has")
    parser.add_argument(
        "--only", nargs="*", default=[], help="match, alone, greedy, rendition, page, upload, stream, event, tile, search, servers or soak")
    options = parser.parse_args()
    parts = {"match", "alone", "greedy", "rendition", "page", "upload", "stream", "event", "tile", "search", "servers", "soak"}
    if options.seconds < 1 or options.soak < 0 or not set(options.only) <= parts or not 0.05 <= options.share <= 4:
        parser.error("--seconds is 1 or more, --soak 0 or more, --share 0.05 to 4, and --only names parts")
    # Several servers share an archive that isn't a file of one machine.
    wanted = set(options.only) or parts - (set() if "://" in options.archive else {"servers"})
    print(f"load average before: {os.getloadavg()[0]:.1f}; {os.cpu_count()} processors\n")
    print("| what | measured | aim | |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="timewalk-http-") as folder:
        server = Server(options.server, options.archive, folder, "--patience", "5", "--idle-time", "5")
        try:
            bodies = poses(server, 1000)
            if "match" in wanted:
                matches(options, server, bodies, folder)
            if "alone" in wanted:
                alone(server, bodies)
            if "rendition" in wanted:
                renditions(options, server, folder)
            if "page" in wanted:
                pages(options, server, folder)
            if "upload" in wanted:
                uploads(options, server, folder)
            if "stream" in wanted:
                streams(options, server, folder)
            if "tile" in wanted and not options.big:
                tiles(server, options.seconds)
            if "search" in wanted:
                searches(server, bodies)
            if "soak" in wanted and options.soak:
                soak(options, server, bodies)
        finally:
            server.stop()
        if "servers" in wanted:
            servers(options, bodies, folder)
        if "greedy" in wanted:
            greedy(options, bodies, folder)
        if "event" in wanted:
            events(options, folder)
        if "tile" in wanted and options.big:
            big = os.path.join(folder, "big")
            os.makedirs(big)
            server = Server(options.server, options.big, big)
            try:
                tiles(server, options.seconds)
            finally:
                server.stop()
    print(f"\nload average after: {os.getloadavg()[0]:.1f}")
    if missed:
        print(f"missed: {', '.join(missed)}")
        sys.exit(1)


if __name__ == "__main__":
    main()
