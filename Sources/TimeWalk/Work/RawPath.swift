#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Paths that are no UTF-8, such as `café.jpg` in Latin-1, as texts.
///
/// Linux takes any bytes as a name, and Swift's texts hold Unicode only. So a byte that is no UTF-8 stands in a text as a private
/// character, U+10F780 for the byte 0x80 and so on, and becomes that byte again where the file is opened.
public enum RawPath {
  /// What stands for the byte 0x80.
  private static let first: UInt32 = 0x10_F780

  /// A path's bytes as a text.
  public static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      // The shortest beginning that is a character; one has four bytes at most.
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
  static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (first..<first + 0x80).contains(scalar.value) ? UInt8(scalar.value - first + 0x80) : nil
  }

  /// The bytes of a text that stands for a path.
  static func bytes(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: { byte($0) != nil }) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { byte($0).map { [$0] } ?? Array(String($0).utf8) }
  }

  /// The process's arguments without its name, with all their bytes.
  public static var arguments: [String] {
    let all = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return all.dropFirst().compactMap { argument in
      argument.map { start in
        text(Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
      }
    }
  }

  /// Opens a file or folder to read; -1 with `errno` where that fails.
  static func open(_ path: String, _ flags: Int32 = 0) -> Int32 {
    (bytes(path) + [0]).withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
      #if canImport(Glibc)
        return Glibc.open(start, O_RDONLY | O_CLOEXEC | flags)
      #else
        return Musl.open(start, O_RDONLY | O_CLOEXEC | flags)
      #endif
    }
  }

  /// What a path leads to, through links; `nil` where there is nothing.
  static func status(_ path: String) -> stat? {
    var status = stat()
    let result = (bytes(path) + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
    }
    return result == 0 ? status : nil
  }

  /// The names in a folder but `.` and `..`; `nil` where it can't be read.
  static func names(in folder: String) -> [String]? {
    let descriptor = open(folder, O_DIRECTORY)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        text(Array(bytes.prefix { $0 != 0 }))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
