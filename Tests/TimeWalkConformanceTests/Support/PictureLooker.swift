import Foundation
import Synchronization
import TimeWalkCore

/// Computes pictures' fingerprints for an import, and records the files.
///
/// A file's first byte is its fingerprint, one that begins with `0` has no structure, and one that
/// begins with `!` is broken.
final class PictureLooker: Sendable {
  struct Broken: Error {}

  private let seen = Mutex<[String]>([])

  /// The names of the files that were looked at since the last call, sorted.
  func take() -> [String] {
    seen.withLock { names in
      defer { names = [] }
      return names.sorted()
    }
  }

  /// The look of a picture's file.
  func look(at path: String) throws -> Fingerprint? {
    let url = URL(fileURLWithPath: path)
    seen.withLock { $0.append(url.lastPathComponent) }
    let first = try Data(contentsOf: url).first ?? 0
    guard first != UInt8(ascii: "!") else { throw Broken() }
    return first == UInt8(ascii: "0") ? nil : Self.look(of: first)
  }

  /// The look of a picture that begins with a byte.
  static func look(of first: UInt8) -> Fingerprint {
    Fingerprint(words: [UInt64(first), .max, 0, 1 << 63])
  }
}
