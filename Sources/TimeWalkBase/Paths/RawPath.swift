package import Glibc

/// Paths that aren't UTF-8, such as `café.jpg` in Latin-1, as texts.
///
/// Linux allows any bytes as a name, but Swift's strings hold only Unicode. A byte that isn't valid
/// UTF-8 becomes a private character, U+10F780 for the byte 0x80 and so on. Opening the file turns
/// it back into that byte.
package enum RawPath {
  /// The character for the byte 0x80.
  private static let first: UInt32 = 0x10_F780

  /// A path's bytes as a text.
  package static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      // The shortest prefix that is a character, of at most four bytes.
      let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }
        .first
      if let character, let scalar = character.unicodeScalars.first {
        text.append(scalar)
        rest = rest.dropFirst(character.utf8.count)
      } else {
        if let scalar = Unicode.Scalar(first + UInt32(byte) - 0x80) { text.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The byte that a character stands for; `nil` for all others.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (first..<first + 0x80).contains(scalar.value) ? UInt8(scalar.value - first + 0x80) : nil
  }

  /// The bytes of a text that stands for a path.
  package static func bytes(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: { byte($0) != nil }) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { byte($0).map { [$0] } ?? Array(String($0).utf8) }
  }

  /// Opens a file or folder to read; -1 with `errno` where that fails.
  package static func open(_ path: String, _ flags: Int32 = 0) -> Int32 {
    withBytes(of: path) { start in
      Glibc.open(start, O_RDONLY | O_CLOEXEC | flags)
    }
  }

  /// Calls with a path's bytes and a NUL behind them, as the system takes it.
  package static func withBytes<Result>(
    of path: String, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    (bytes(path) + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
      // The array contains at least the NUL.
      body(bytes.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Returns true if there is anything at a path, through links.
  package static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Removes a file; returns 0, or -1 with `errno`.
  package static func remove(_ path: String) -> Int32 { withBytes(of: path) { unlink($0) } }

  /// A path from the file system's root, without `.` and `..`; links are not followed.
  package static func absolute(_ path: String) -> String {
    var whole = bytes(path)
    if whole.first != slash, let folder = getcwd(nil, 0) {
      whole = UnsafeRawBufferPointer(start: folder, count: strlen(folder)) + [slash] + whole
      free(folder)
    }
    var names: [ArraySlice<UInt8>] = []
    for name in whole.split(separator: slash) where !name.elementsEqual([dot]) {
      if name.elementsEqual([dot, dot]) { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + text(Array(names.joined(separator: [slash])))
  }

  /// The components of a path.
  ///
  /// A text keeps a slash together with a mark that is combined with it; the system doesn't.
  package static func names(of path: String) -> [String] {
    bytes(path).split(separator: slash).map { text(Array($0)) }
  }

  /// The part of a path after that of a folder, compared as the system does.
  ///
  /// `nil` for a path outside the folder. Both are absolute, without dots.
  package static func rest(of path: String, below folder: String) -> String? {
    let (whole, start) = (bytes(path), folder == "/" ? [] : bytes(folder))
    guard whole.starts(with: start), whole.count > start.count + 1, whole[start.count] == slash
    else { return nil }
    return text(Array(whole[(start.count + 1)...]))
  }

  /// Returns true if a path is that of a folder, or lies below it.
  package static func lies(_ path: String, in folder: String) -> Bool {
    bytes(path) == bytes(folder) || rest(of: path, below: folder) != nil
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The target of a path, with links resolved; `nil` if it doesn't exist.
  package static func status(_ path: String) -> stat? {
    var status = stat()
    let result = withBytes(of: path) { stat($0, &status) }
    return result == 0 ? status : nil
  }

  /// Returns true if a path is that of a symbolic link, also of one without a target.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return withBytes(of: path) { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The names in a folder but `.` and `..`; `nil` if it can't be read.
  package static func names(in folder: String) -> [String]? {
    let descriptor = open(folder, O_DIRECTORY)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // Read in place: an entry is shorter than its type, and a copy would read beyond the buffer.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        text(Array(bytes.prefix { $0 != 0 }))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
