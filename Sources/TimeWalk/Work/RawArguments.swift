internal import TimeWalkBase
internal import TimeWalkStorage
internal import Glibc

/// The process's arguments with all their bytes, which needn't be UTF-8.
package enum RawArguments {
  /// All but the process's name, as `RawPath` has them.
  package static var all: [String] {
    let all = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return all.dropFirst().compactMap { argument in
      argument.map { start in
        RawPath.text(Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
      }
    }
  }
}
