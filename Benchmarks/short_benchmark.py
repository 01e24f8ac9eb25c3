#!/usr/bin/env python3
"""Runs the short form of each benchmark and compares it with recorded figures; `Benchmarks/run all` calls it.

    short_benchmark.py --program TIMEWALK --server TIMEWALK-SERVE [--photo FILE] [--rows N] [--against BENCHMARKS.md]

Prints a table of milliseconds. The reference is a hash of 64 MB, measured beside each figure. Figures are compared by
their ratios to it, because machines differ. `--against` names the file with a recorded table. The program ends with 1
if a figure is more than a tenth slower than its recorded one, and stays so when it is measured again.
"""
import argparse
import csv
import hashlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

from http_benchmark import Server, wrong

SEED = 20
# A slower figure than this share of the recorded one is a finding.
TOLERANCE = 1.1
CENTER = (40.75, -73.98)
HEADER = "| short form | ours | reference |"


def reference():
    """Milliseconds of a hash of 64 MB."""
    block = bytes(1 << 20)
    start = time.process_time()
    digest = hashlib.sha256()
    for _ in range(64):
        digest.update(block)
    return (time.process_time() - start) * 1000


def catalogue(path, rows):
    """Writes views within 20 km, with the fields that searches read; a hundredth has a word of its own."""
    chance = random.Random(SEED)
    words = ["street", "church", "harbour", "market", "bridge", "station", "square", "theatre", "school", "garden"]
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "title", "date", "latitude", "longitude", "heading", "creator"])
        for row in range(rows):
            title = f"The {chance.choice(words)} near the {chance.choice(words)}" + (" Kremlin" if row % 100 == 0 else "")
            writer.writerow([
                f"view-{row}", title, chance.randrange(1850, 1990), f"{CENTER[0] + chance.uniform(-.18, .18):.6f}",
                f"{CENTER[1] + chance.uniform(-.24, .24):.6f}", chance.randrange(360), f"Creator {chance.randrange(500)}",
            ])


class Work:
    """The programs, and a folder for their files."""

    def __init__(self, options, folder):
        self.program, self.photo, self.folder = options.program, options.photo, folder
        self.archive = self.path("archive.sqlite")
        self.catalogue = self.path("views.csv")
        catalogue(self.catalogue, options.rows)
        self.rows = options.rows

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments, repeats=1):
        """The median processor time of a process and its children, in milliseconds."""
        times = []
        for _ in range(repeats):
            process = subprocess.Popen(
                [self.program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            said = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode != 0:
                wrong(f"timewalk {' '.join(arguments)} ended with {process.returncode}: {said.decode()[-300:]}")
            times.append((usage.ru_utime + usage.ru_stime) * 1000)
        return statistics.median(times)

    def import_new(self):
        for ending in ["", "-wal", "-shm", "-journal"]:
            if os.path.exists(self.archive + ending):
                os.remove(self.archive + ending)
        return self.run("archive", "import", self.catalogue, "--collection", "views", "--archive", self.archive)

    def import_again(self):
        return self.run("archive", "import", self.catalogue, "--collection", "views", "--archive", self.archive)

    def undo(self):
        """Undoes a first import, and imports again."""
        self.import_new()
        time_of_undo = self.run("archive", "undo", "1", "--archive", self.archive)
        self.import_again()
        return time_of_undo

    def export(self, name):
        return lambda: self.run("archive", "export", self.path(name), "--archive", self.archive, repeats=3)

    def submit(self):
        chance = random.randrange(1 << 30)
        return statistics.median(
            self.run(
                "submit", self.photo, "--archive", self.archive, "--library", self.path(f"library-{chance}-{turn}"),
                "--output", self.path(f"out-{chance}-{turn}"))
            for turn in range(5))

    def match(self):
        return self.run(
            "match", "--latitude", str(CENTER[0]), "--longitude", str(CENTER[1]), "--heading", "20", "--archive",
            self.archive, repeats=20)


def figures(work):
    """Pairs of a name and a measurement, in their order: later ones use the archive of the first."""
    archive = ["--archive", work.archive]
    return [
        ("timewalk --version", lambda: work.run("--version", repeats=30)),
        ("import, new", work.import_new),
        ("import, the same again", work.import_again),
        ("timewalk match", work.match),
        ("timewalk submit", work.submit),
        ("timewalk align", lambda: work.run(
            "align", os.path.join(os.path.dirname(work.photo), "imagined-1905.jpg"), work.photo,
            "--then-pose", "31.4,4,0,53.1", "--now-pose", "29.4,4,0,53.1", repeats=3)),
        ("export to GeoPackage", work.export("views.gpkg")),
        ("export to GeoJSON", work.export("views.geojson")),
        ("archive verify", lambda: work.run("archive", "verify", *archive)),
        ("doctor", lambda: work.run("doctor", *archive, repeats=3)),
        ("archive undo", work.undo),
    ]


def routes(server, work):
    """The routes that read, and a match, by name."""
    latitude, longitude = CENTER
    chance = random.Random(SEED)
    near = f"latitude={latitude}&longitude={longitude}"
    item = json.loads(server.get("/v1/items?limit=1"))["items"][0]["id"]

    def match():
        pose = {
            "latitude": latitude + chance.uniform(-.1, .1), "longitude": longitude + chance.uniform(-.1, .1),
            "heading": chance.randrange(360), "horizontalAccuracy": 10, "headingAccuracy": 8}
        return "POST", "/v1/match", json.dumps(pose), {"Content-Type": "application/json"}

    def get(path):
        return lambda: ("GET", path, None, {})

    return [
        ("POST match", match),
        ("GET livez", get("/livez")),
        ("GET items", get("/v1/items?limit=20")),
        ("GET items within 5 km", get(f"/v1/items?{near}&radius=5000&limit=10")),
        ("GET items by a word", get("/v1/items?text=kremlin")),
        ("GET items by two letters", get("/v1/items?text=kr")),
        ("GET items by a word and an era", get("/v1/items?text=harbour&era=1900/1920")),
        ("GET an item", get("/v1/items/" + item)),
        # The tile of the center, by OpenStreetMap's "Slippy map tilenames".
        ("GET a tile of the map", get("/v1/map/11/603/769")),
        ("GET places", get(f"/v1/places?{near}")),
        ("GET collections", get("/v1/collections")),
        ("GET stats", get("/v1/stats")),
        ("GET review", get("/v1/review")),
        ("GET metrics", get("/metrics")),
        ("GET the home page", get("/")),
    ]


def ask(server, question, count=60, seconds=8):
    """The median time of requests one after another, in milliseconds."""
    times, start = [], time.monotonic()
    while len(times) < 3 or len(times) < count and time.monotonic() - start < seconds:
        method, path, body, headers = question()
        began = time.monotonic()
        status, _, said = server.ask(method, path, body, headers)
        times.append((time.monotonic() - began) * 1000)
        if status != 200:
            wrong(f"{path} is answered {status}: {said[:300]}")
    return statistics.median(times)


def shown(milliseconds):
    """Three digits, without an exponent."""
    places = 0 if milliseconds >= 100 else 1 if milliseconds >= 10 else 2
    return f"{milliseconds:,.{places}f}"


def recorded(path):
    """The recorded pairs of our figure and the reference, by name."""
    rows, is_ours = {}, False
    for line in open(path, encoding="utf-8"):
        is_ours = line.strip() == HEADER or is_ours and line.startswith("|")
        if not is_ours:
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) >= 3 and all(re.fullmatch(r"[0-9.,]+", cell) for cell in cells[1:3]):
            rows[cells[0]] = tuple(float(cell.replace(",", "")) for cell in cells[1:3])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--photo", default="Archive/sample/fifth-avenue.jpg")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--against", metavar="FILE", help="the file with the recorded table")
    options = parser.parse_args()
    before = recorded(options.against) if options.against else {}
    if options.against and not before:
        wrong(f"{options.against} has no table of short forms")

    slower, names = [], set()

    def measure(name, work):
        names.add(name)
        ours, hashed = work(), reference()
        note = ""
        if name in before:
            limit = TOLERANCE * before[name][0] / before[name][1]
            for _ in range(2):
                if ours / hashed <= limit:
                    break
                again, other = work(), reference()
                if again / other < ours / hashed:
                    ours, hashed = again, other
            if ours / hashed > limit:
                slower.append(name)
                note = f" {ours / hashed / limit * TOLERANCE:.2f} times the recorded figure |"
        print(f"| {name} | {shown(ours)} | {shown(hashed)} |{note}", flush=True)

    with tempfile.TemporaryDirectory(prefix="timewalk-short-") as folder:
        work = Work(options, folder)
        print(HEADER + "\n|---|---|---|")
        for name, run in figures(work):
            measure(name, run)
        server = Server(options.server, work.archive, folder)
        try:
            for name, question in routes(server, work):
                measure(name, lambda: ask(server, question))
        finally:
            server.stop()
    for name in sorted(set(before) - names):
        slower.append(name)
        print(f"{name}: recorded, but not measured any more", file=sys.stderr)
    if slower:
        print(f"slower than recorded: {', '.join(slower)}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
