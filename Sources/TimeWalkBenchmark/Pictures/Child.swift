import Foundation

/// A program that is run to its end, and how long that takes.
struct Child {
  /// What is run, with its arguments.
  let command: [String]

  /// Runs it and waits.
  ///
  /// - Returns: Milliseconds from before its start until it was gone.
  /// - Throws: ``MeasuredRun/Failure`` when it can't be started or fails.
  func run() throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let start = DispatchTime.now().uptimeNanoseconds
    guard posix_spawnp(&process, command[0], &actions, nil, &words, environ) == 0 else {
      throw MeasuredRun.Failure(description: "\(command[0]) can't be started")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let end = DispatchTime.now().uptimeNanoseconds
    guard status == 0 else {
      throw MeasuredRun.Failure(
        description: "\(command.prefix(3).joined(separator: " ")) failed (\(status))")
    }
    return Double(end - start) / 1e6
  }
}
