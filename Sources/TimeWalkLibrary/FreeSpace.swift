internal import TimeWalkBase
internal import Foundation
internal import TimeWalkStorage

/// The space on the disk that may still be used.
package enum FreeSpace {
  /// The free bytes for an ordinary user at an existing or future path; `nil` if unknown.
  package static func bytes(at path: String) -> Int? {
    var url = URL(fileURLWithPath: RawPath.absolute(path))
    while true {
      var state = statvfs()
      if RawPath.withBytes(of: url.path, { statvfs($0, &state) }) == 0 {
        let (bytes, overflow) = Int(state.f_bavail).multipliedReportingOverflow(
          by: Int(state.f_frsize))
        return overflow ? Int.max : bytes
      }
      // A folder that is not there yet will be made where its parent is.
      guard errno == ENOENT, url.path != "/" else { return nil }
      url.deleteLastPathComponent()
    }
  }
}
