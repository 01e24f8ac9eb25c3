#!/usr/bin/env python3
"""Asks TimeWalk from Python: start it once, ask as often as you like, from any thread."""
import concurrent.futures, itertools, json, subprocess, sys, threading

class TimeWalk:
    def __init__(self, *flags, program="timewalk"):
        self.process = subprocess.Popen([program, "endpoint", *flags], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.ids, self.waiting, self.lock = itertools.count(1), {}, threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, method, **params):
        """Sends a request; the answer comes as a future."""
        future = concurrent.futures.Future()
        with self.lock:
            number = next(self.ids)
            self.waiting[number] = future
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        return future

    def _read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            future = self.waiting.pop(answer.get("id"), None)  # news of progress has no id
            if future and "error" in answer:
                future.set_exception(RuntimeError(answer["error"]["message"]))
            elif future:
                future.set_result(answer["result"])
        for future in self.waiting.values():
            future.set_exception(RuntimeError("TimeWalk has ended"))

    def close(self):
        self.process.stdin.close()
        return self.process.wait()

if __name__ == "__main__":
    timewalk = TimeWalk(*sys.argv[1:])
    places = [(40.7536, -73.9808, 29), (40.7424, -73.9892, 190)]
    for answer in [timewalk.ask("match", latitude=a, longitude=b, heading=h, limit=1) for a, b, h in places]:
        for match in answer.result()["matches"]:
            print(f"{match['confidence']:.2f}  {match.get('date', '?')}  {match['title']}")
    sys.exit(timewalk.close())
