#!/usr/bin/env node
// Asks TimeWalk from Node: start it once, ask as often as you like; each answer is a promise.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class TimeWalk {
  #waiting = new Map();
  #last = 0;

  constructor(flags = [], program = "timewalk") {
    this.process = spawn(program, ["endpoint", ...flags], { stdio: ["pipe", "pipe", "ignore"] });
    this.ended = new Promise((done) => this.process.on("close", done));
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      const { id, result, error } = JSON.parse(line);
      const waiting = this.#waiting.get(id); // news of progress has no id
      this.#waiting.delete(id);
      if (error) waiting?.reject(Object.assign(new Error(error.message), error.data));
      else waiting?.resolve(result);
    });
    this.ended.then(() => this.#waiting.forEach(({ reject }) => reject(new Error("TimeWalk has ended"))));
  }

  ask(method, params = {}) {
    const id = ++this.#last;
    this.process.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  close() {
    this.process.stdin.end();
    return this.ended;
  }
}

const timewalk = new TimeWalk(process.argv.slice(2));
const places = [[40.7536, -73.9808, 29], [40.7424, -73.9892, 190]];
const ask = ([latitude, longitude, heading]) => timewalk.ask("match", { latitude, longitude, heading, limit: 1 });
for (const { matches } of await Promise.all(places.map(ask)))
  for (const match of matches) console.log(`${match.confidence.toFixed(2)}  ${match.date ?? "?"}  ${match.title}`);
process.exitCode = await timewalk.close();
