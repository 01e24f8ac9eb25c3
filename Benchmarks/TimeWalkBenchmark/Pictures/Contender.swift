import Foundation

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
      // The most of several, where the command starts some.
      let peak = try MeasuredRun(child.command[0], Array(child.command.dropFirst())).peakMegabytes
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
