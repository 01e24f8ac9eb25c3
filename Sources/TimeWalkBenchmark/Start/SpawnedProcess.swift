import Foundation

/// A program that is started over and over, and how long it takes from its start to its end.
struct SpawnedProcess {
  let name: String
  let arguments: [String]
  let input: String
  private(set) var wall = Timings()
  /// Of processor, in the program and in the system for it, which other programs hardly change.
  private(set) var processor = Timings()

  /// `input` is a file that the program reads as its standard input.
  init(_ name: String, _ arguments: [String], input: String = "/dev/null") {
    self.name = name
    self.arguments = arguments
    self.input = input
  }

  /// Runs it once, its output thrown away; throws when it fails.
  ///
  /// The system's own calls: Foundation's `Process` takes longer than the programs that are measured.
  mutating func run() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    for output in [Int32(1), 2] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    var words = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }

    var child = pid_t()
    let start = DispatchTime.now().uptimeNanoseconds
    let code = posix_spawn(&child, arguments[0], &actions, nil, words, environ)
    guard code == 0 else { throw Failure(description: "\(arguments[0]) can't be started: \(code)") }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw Failure(description: "\(name): lost") }
    }
    wall.add(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
    processor.add(milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime))
    guard status == 0 else { throw Failure(description: "\(name) failed: \(status)") }
  }

  private func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }

  /// Why a run can't be taken for a measurement.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
