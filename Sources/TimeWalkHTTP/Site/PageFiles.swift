internal import WebFiles

/// The files that pages are made of.
enum PageFiles {
  /// Their bytes by their names, such as `Assets/map.js`.
  static let all: [String: [UInt8]] = {
    var count = 0
    let files = UnsafeBufferPointer(start: twp_files(&count), count: count)
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        (String(cString: file.name), Array(String(cString: file.text).utf8))
      })
  }()

  /// The bytes of one that code names.
  static func bytes(_ name: String) -> [UInt8] {
    guard let bytes = all[name] else { preconditionFailure("no page file is named \(name)") }
    return bytes
  }
}
