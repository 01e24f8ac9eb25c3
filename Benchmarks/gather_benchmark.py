#!/usr/bin/env python3
"""Measures `timewalk archive gather commons` against a playing server; `Benchmarks/run gather` calls it.

    gather_benchmark.py --program TIMEWALK [--items N] [--answer-ms MS] [--repeats N]

The server, a process of its own, plays Wikimedia Commons by its documented shapes, with N files within 2 km, and waits
before each answer. In turn with the program, a plain client sends the same requests, one by one on one
connection: what the program takes above it is its own. It ends with 1 where an aim is missed.
"""
import argparse
import http.client
import http.server
import json
import math
import multiprocessing
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

LATITUDE, LONGITUDE, RADIUS = 38.7139, -9.1394, 2000
METRES = 111195.0


def scattered(count):
    """Where files lie: evenly over a circle, the same in every run."""
    chance = random.Random(24)
    for number in range(1, count + 1):
        distance, bearing = RADIUS * math.sqrt(chance.random()), 2 * math.pi * chance.random()
        yield number, LATITUDE + distance * math.cos(bearing) / METRES, \
            LONGITUDE + distance * math.sin(bearing) / METRES / math.cos(math.radians(LATITUDE))


def metadata(number):
    said = {
        "ObjectName": f"View {number}", "Credit": "<span>Own <b>work</b></span>", "ImageDescription": "A street, looking north",
        "DateTimeOriginal": "1905", "LicenseUrl": "https://creativecommons.org/licenses/by-sa/4.0", "LicenseShortName": "CC BY-SA 4.0",
        "Artist": "<a href=\"//x\">Ada &amp; Co</a>",
    }
    return {name: {"value": value, "source": "commons-desc-page"} for name, value in said.items()}


def statements(latitude, longitude, heading):
    """The camera's place with its direction."""
    def snak(name, kind, value):
        return {"snaktype": "value", "property": name, "datavalue": {"value": value, "type": kind}}
    place = {"latitude": latitude, "longitude": longitude, "altitude": None, "precision": 0.0001, "globe": "http://www.wikidata.org/entity/Q2"}
    turned = {"amount": f"+{heading}", "unit": "http://www.wikidata.org/entity/Q28390"}
    return {"P1259": [{
        "mainsnak": snak("P1259", "globecoordinate", place), "qualifiers": {"P7787": [snak("P7787", "quantity", turned)]},
        "type": "statement", "rank": "normal",
    }]}


def play(count, wait, told):
    """Answers until it is ended; prints its port, and at /asked lists the requests since the last such query."""
    files = {number: (latitude, longitude) for number, latitude, longitude in scattered(count)}

    def found(query):
        latitude, longitude = map(float, query["gscoord"].split("|"))
        wide = METRES * math.cos(math.radians(latitude))
        near = sorted(
            (math.hypot((y - latitude) * METRES, (x - longitude) * wide), number) for number, (y, x) in files.items())
        near = [(distance, number) for distance, number in near if distance <= float(query["gsradius"])]
        return {"batchcomplete": True, "query": {"geosearch": [
            {"pageid": number, "ns": 6, "title": f"File:{number}.jpg", "lat": files[number][0], "lon": files[number][1], "dist": distance, "primary": True}
            for distance, number in near[:int(query["gslimit"])]]}}

    def page(number):
        latitude, longitude = files[number]
        return {
            "pageid": number, "ns": 6, "title": f"File:{number}.jpg",
            "imageinfo": [{
                "mime": "image/jpeg", "url": f"https://upload.example/{number}.jpg", "thumburl": f"https://upload.example/2048px-{number}.jpg",
                "descriptionurl": f"https://commons.wikimedia.org/wiki/File:{number}.jpg", "extmetadata": metadata(number),
            }],
            "coordinates": [{"lat": latitude, "lon": longitude, "primary": True, "type": "camera", "globe": "earth"}],
        }

    def answer(query):
        if query.get("list") == "geosearch":
            return found(query)
        if query.get("action") == "wbgetentities":
            numbers = [int(word[1:]) for word in query["ids"].split("|")]
            return {"success": 1, "entities": {
                f"M{number}": {"id": f"M{number}", "type": "mediainfo", "statements": statements(*files[number], number % 360)} for number in numbers}}
        return {"batchcomplete": True, "query": {"pages": [page(int(word)) for word in query["pageids"].split("|")]}}

    # Every answer takes the same time, for any client.
    kept, asked = {}, []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def log_message(self, *_):
            pass

        def do_GET(self):
            if self.path == "/asked":
                self.give(json.dumps(asked).encode())
                asked.clear()
                return
            if self.path not in kept:
                query = {name: values[0] for name, values in urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query).items()}
                kept[self.path] = json.dumps(answer(query)).encode()
            time.sleep(wait)
            asked.append(self.path)
            self.give(kept[self.path])

        def give(self, body):
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.put(server.server_port)
    server.serve_forever()


def gather(program, port, folder):
    """Gathers into a new archive: seconds, seconds of processor, and memory in bytes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    environment = {**os.environ, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder, "TIMEWALK_LIBRARY": os.path.join(folder, "library")}
    subprocess.run(
        [program, "archive", "gather", "commons", "--around", f"{LATITUDE},{LONGITUDE}", "--within", f"{RADIUS}m",
         "--address", f"http://127.0.0.1:{port}/w/api.php", "--allow-private", "--contact", "benchmark@museum.example",
         "--archive", os.path.join(folder, "archive.timewalk")],
        check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, now.ru_maxrss * 1024


def ask(port, paths):
    """Asks the same questions and reads no answer."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for path in paths:
        connection.request("GET", path)
        connection.getresponse().read()
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/run gather")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--items", type=int, default=10_000, help="how many files the server plays")
    parser.add_argument("--answer-ms", type=float, default=5, help="how long it waits before an answer")
    parser.add_argument("--repeats", type=int, default=5, help="how often each is measured")
    options = parser.parse_args()
    if options.items < 1 or options.answer_ms < 0 or options.repeats < 1:
        parser.error("--items and --repeats are 1 or more, --answer-ms is 0 or more")
    told = multiprocessing.Queue()
    server = multiprocessing.Process(target=play, args=(options.items, options.answer_ms / 1000, told), daemon=True)
    server.start()
    port = told.get()

    runs, alone = [], []
    # The first makes the answers, and isn't counted.
    for index in range(options.repeats + 1):
        with tempfile.TemporaryDirectory() as folder:
            run = gather(options.program, port, folder)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/asked") as answer:
            paths = json.load(answer)
        asking = ask(port, paths)
        urllib.request.urlopen(f"http://127.0.0.1:{port}/asked").close()
        if index:
            runs.append(run)
            alone.append(asking)
    seconds, processor, memory = (statistics.median(column) for column in zip(*runs))
    most = max(memory for *_, memory in runs)
    asking = statistics.median(alone)
    more = (seconds / asking - 1) * 100
    print(f"{options.items:,} files, {len(paths)} requests, {options.answer_ms:g} ms an answer; medians of {options.repeats}, from fastest to slowest")
    print(f"the requests alone: {asking:.2f} s ({min(alone):.2f} to {max(alone):.2f})")
    print(f"gather: {seconds:.2f} s ({min(runs)[0]:.2f} to {max(runs)[0]:.2f}), {processor:.2f} s of processor; {more:.0f} % more (aim 10)")
    print(f"memory: {most / 1e6:.0f} MB (aim 100)")
    server.terminate()
    sys.exit(0 if more <= 10 and most < 100e6 else 1)


if __name__ == "__main__":
    main()
