internal import Foundation
internal import WebFiles

/// The files of the pages.
enum PageFiles {
  /// The bytes by name, such as `Assets/map.js`.
  static let all: [String: [UInt8]] = {
    var count = 0
    let files = UnsafeBufferPointer(start: twp_files(&count), count: count)
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        let count = file.size > 0 ? Int(file.size) : strlen(file.text)
        let bytes = UnsafeRawBufferPointer(start: file.text, count: count)
        return (String(cString: file.name), Array(bytes))
      })
  }()

  /// The bytes of a file that must exist.
  static func bytes(_ name: String) -> [UInt8] {
    guard let bytes = all[name] else { preconditionFailure("no page file is named \(name)") }
    return bytes
  }
}
