import Foundation

/// Bytes that come in pieces, from a file or from memory.
struct ByteSource {
  private enum Origin {
    case file(FileHandle, path: String)
    case memory(ArraySlice<UInt8>)
  }

  private var origin: Origin

  /// Opens a file; throws `.inputMissing` or `.inputUnreadable`.
  init(path: String) throws(ArchiveError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ArchiveError(.inputMissing, "There is no file at \(path).")
    }
    guard !isFolder.boolValue else {
      throw ArchiveError(.inputUnreadable, "\(path) is a folder.")
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      origin = .file(handle, path: path)
    } catch {
      throw ArchiveError(.inputUnreadable, "\(path) can't be opened.", cause: error)
    }
  }

  /// Reads from memory.
  init(bytes: [UInt8]) { origin = .memory(bytes[...]) }

  /// Appends up to `count` bytes; returns whether there were any, which there are until the end.
  mutating func read(_ count: Int, into buffer: inout [UInt8]) throws(ArchiveError) -> Bool {
    switch origin {
    case .file(let handle, let path):
      do {
        guard let data = try handle.read(upToCount: count), !data.isEmpty else { return false }
        data.withUnsafeBytes { buffer.append(contentsOf: $0) }
        return true
      } catch {
        throw ArchiveError(.inputUnreadable, "\(path) can't be read to its end.", cause: error)
      }
    case .memory(var rest):
      let piece = rest.prefix(count)
      buffer.append(contentsOf: piece)
      rest.removeFirst(piece.count)
      origin = .memory(rest)
      return !piece.isEmpty
    }
  }
}
