import Foundation
import TimeWalk
import TimeWalkReading

// libFuzzer's own entry, of which there is no header; it comes with `-sanitize=fuzzer`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program of `Scripts/fuzz`.
///
/// Its arguments are `--list`, or a target's name with a folder for its inputs and options of
/// libFuzzer, or with `again` and the file of a finding.
@main enum Fuzzer {
  /// Set once, before libFuzzer calls.
  nonisolated(unsafe) private static var target = FuzzTarget.all[0]

  static func main() throws {
    PictureReaders.serveIfAsked()
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2, let chosen = FuzzTarget.all.first(where: { $0.name == words[0] }) else {
      for target in FuzzTarget.all { print(target.name) }
      exit(words == ["--list"] ? 0 : 64)
    }
    target = chosen
    if words[1] == "again", words.count == 3 {
      try target.run(Array(Data(contentsOf: URL(fileURLWithPath: words[2]))))
      return print("\(words[2]) keeps all promises")
    }
    let seeds = URL(fileURLWithPath: words[1]).appendingPathComponent("seeds")
    let kept = URL(fileURLWithPath: words[1]).appendingPathComponent("kept")
    for folder in [seeds, kept] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for (index, seed) in try target.seeds().enumerated() {
      try Data(seed).write(to: seeds.appendingPathComponent("\(index)"))
    }
    let line =
      [CommandLine.arguments[0], "-max_len=\(target.longest)"] + words.dropFirst(2)
      + [kept.path, seeds.path]
    var arguments = line.map { strdup($0) } + [nil]
    var count = CInt(line.count)
    arguments.withUnsafeMutableBufferPointer { buffer in
      guard var start = buffer.baseAddress else { return }
      exit(runDriver(&count, &start, take))
    }
  }

  /// libFuzzer's callback for each input.
  private static let take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt = { start, count in
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    do { try Fuzzer.target.run(bytes) } catch { fatalError("a broken promise: \(error)") }
    return 0
  }
}
