import Foundation

/// The library of `Tests/Faults/disk.c`, which sits between a program and its disk.
enum DiskTool {
  /// The kind of the failing call.
  enum Kind: String, CaseIterable {
    case open, read, write, sync, name, size, map, allocate

    /// The position of its count.
    var position: Int { Kind.allCases.firstIndex(of: self) ?? 0 }

    /// The possible errors of such a call; 0 is half of the bytes.
    var errors: [Int32] {
      switch self {
      case .open, .name, .size: [EIO, ENOSPC]
      case .read: [EIO, 0]
      case .write: [EIO, ENOSPC, 0]
      case .sync: [EIO]
      case .map, .allocate: [ENOMEM]
      }
    }
  }

  /// The built library; `nil` if there is no C compiler.
  static let path = Preload.build("disk")

  /// True if the long form was requested, by `Scripts/test --faults`.
  static let isLong = ProcessInfo.processInfo.environment["TIMEWALK_FAULTS"] == "all"

  /// The calls of each kind that a run made, from the file that it counted in.
  static func counts(in path: String) -> [Kind: Int] {
    guard let data = FileManager.default.contents(atPath: path),
      data.count == 8 * Kind.allCases.count
    else { return [:] }
    let numbers = data.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
    return Dictionary(uniqueKeysWithValues: zip(Kind.allCases, numbers.map(Int.init)))
  }

  /// Prints a line for users of the long form.
  static func report(_ line: String) {
    print(line)
    guard let path = ProcessInfo.processInfo.environment["TIMEWALK_FAULTS_LOG"],
      let file = fopen(path, "a")
    else { return }
    fputs(line + "\n", file)
    fclose(file)
  }
}
