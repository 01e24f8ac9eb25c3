import Foundation

/// A program that is run to its end, and how long that takes.
///
/// By the system's own calls: Foundation's `Process` takes longer than the shortest programs that
/// are measured.
struct Child {
  /// The program with its arguments; its standard output is discarded.
  let command: [String]
  /// The file that it reads as its standard input.
  var input = "/dev/null"
  /// True if its standard error is discarded, too.
  var isSilent = false

  /// The duration of one run, in milliseconds.
  struct Taken {
    /// From before its start until it was gone.
    let wall: Double
    /// Of processor, in the program and in the system for it, which other programs hardly change.
    let processor: Double
  }

  /// Runs it and waits.
  ///
  /// - Returns: the duration.
  /// - Throws: ``MeasuredRun/Failure`` when it can't be started or fails.
  @discardableResult
  func run() throws -> Taken {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    if isSilent {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let start = DispatchTime.now().uptimeNanoseconds
    guard posix_spawnp(&process, command[0], &actions, nil, &words, environ) == 0 else {
      throw MeasuredRun.Failure(description: "\(command[0]) can't be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let end = DispatchTime.now().uptimeNanoseconds
    guard status == 0 else {
      throw MeasuredRun.Failure(
        description: "\(command.prefix(3).joined(separator: " ")) failed (\(status))")
    }
    return Taken(
      wall: Double(end - start) / 1e6,
      processor: Child.milliseconds(usage.ru_utime) + Child.milliseconds(usage.ru_stime))
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }
}
