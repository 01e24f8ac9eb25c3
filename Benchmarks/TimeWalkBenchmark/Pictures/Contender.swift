import Foundation
import Synchronization

/// A program that makes two small pictures of each photo: TimeWalk, the floor, or a peer.
struct Contender {
  let name: String
  /// A command of the shell with `{out}` for an empty folder, and `{photo}` or `{photos}`.
  let command: String

  /// The command for some photos.
  func child(_ photos: [String], out: String) -> Child {
    let files = photos.map(Contender.quoted).joined(separator: " ")
    let line = command.replacingOccurrences(of: "{out}", with: Contender.quoted(out))
      .replacingOccurrences(of: "{photos}", with: files)
      .replacingOccurrences(of: "{photo}", with: files)
    return Child(command: ["/bin/sh", "-c", "exec \(line)"])
  }

  static func quoted(_ word: String) -> String {
    "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  /// Reads `NAME=COMMAND`.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    name = String(parts[0])
    command = String(parts[1])
  }

  init(name: String, command: String) {
    self.name = name
    self.command = command
  }
}

/// The times of several contenders for one job, in turns.
struct PictureJob {
  let name: String
  let photos: [String]
  let contenders: [Contender]

  static let header = [
    "job", "by", "median ms", "from, to", "against the floor", "peak MiB",
  ]

  /// Runs all in turns; the first turn warms and doesn't count.
  func rows(repeats: Int, folder: URL) throws -> [[String]] {
    var times = contenders.map { _ in Timings() }
    for turn in 0...repeats {
      Report.talk("\(name): turn \(turn) of \(repeats)")
      for (index, contender) in contenders.enumerated() {
        let out = try PictureJob.emptyFolder(in: folder)
        let taken = try contender.child(photos, out: out).run().wall
        if turn > 0 { times[index].add(taken) }
      }
    }
    let floor = times[0].percentile(0.5)
    return try zip(contenders, times).map { contender, times in
      let out = try PictureJob.emptyFolder(in: folder)
      let child = contender.child(photos, out: out)
      let peak = try ProcessMemory.peak(of: child) / 1_048_576
      let sorted = times.milliseconds.sorted()
      return [
        name, contender.name, Report.number(times.percentile(0.5), 1),
        "\(Report.number(sorted.first ?? 0, 1)), \(Report.number(sorted.last ?? 0, 1))",
        Report.number(times.percentile(0.5) / max(floor, 0.001), 2), Report.number(peak, 1),
      ]
    }
  }

  static func emptyFolder(in folder: URL) throws -> String {
    let out = folder.appendingPathComponent("out").path
    try? FileManager.default.removeItem(atPath: out)
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    return out
  }
}

/// The memory of a program and of those that it starts, together.
enum ProcessMemory {
  /// The most that they have while the program runs, in bytes, looked at each millisecond.
  static func peak(of child: Child) throws -> Double {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<(any Error)?>(nil)
    Thread.detachNewThread {
      do { try child.run() } catch { result.withLock { $0 = error } }
      done.signal()
    }
    var most = 0
    while done.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
      most = max(most, children(of: "self").reduce(0) { $0 + whole($1) })
    }
    if let error = result.withLock(\.self) { throw error }
    return Double(most)
  }

  private static func whole(_ process: String) -> Int {
    children(of: process).reduce(share(of: process)) { $0 + whole($1) }
  }

  /// The process's share of its pages: `Pss` (Linux, proc(5)).
  private static func share(of process: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }

  private static func children(of process: String) -> [String] {
    let threads =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      ((try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8))
        ?? "").split(separator: " ").map(String.init)
    }
  }
}
