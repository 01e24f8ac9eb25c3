import Foundation
import TimeWalkArchive
import TimeWalkBase

/// Bytes that arrive in pieces, from a file, from standard input or from memory.
struct ByteSource {
  private enum Origin {
    /// A file that can be read again from any place, and how far it is read.
    case file(FileHandle, path: String, offset: UInt64)
    case stream(FileHandle, path: String)
    case memory(ArraySlice<UInt8>)
  }

  private var origin: Origin
  /// Bytes that were peeked and not yet read.
  private var ahead: [UInt8] = []
  /// Converts UTF-16 to UTF-8; `nil` if no conversion is needed.
  private var decoder: UTF16Decoder?
  /// Called with the amount read; `nil` if not needed.
  var meter: ReadMeter?

  /// The size of a file, bytes; `nil` for other sources.
  var size: Int? {
    guard case .file(_, let path, _) = origin else { return nil }
    return ByteSource.attributes(path)?[.size] as? Int
  }

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
      let isRegular = ByteSource.attributes(path) != nil
      origin = isRegular ? .file(handle, path: path, offset: 0) : .stream(handle, path: path)
    } catch {
      throw ArchiveError(.inputUnreadable, "Can't open \(path).", cause: error)
    }
  }

  /// The attributes of a regular file; `nil` for anything else.
  private static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular ? attributes : nil
  }

  /// True if a copy of this reads the same bytes again, which a stream doesn't.
  var isRepeatable: Bool {
    if case .stream = origin { return false }
    return true
  }

  /// Reads from memory.
  init(bytes: [UInt8]) { origin = .memory(bytes[...]) }

  private init(_ origin: Origin) { self.origin = origin }

  /// Reads from standard input.
  static var standardInput: ByteSource {
    ByteSource(.stream(.standardInput, path: "standard input"))
  }

  /// True if it is converted from UTF-16.
  var isConverted: Bool { decoder != nil }

  /// Continues as UTF-8 if the first bytes, still unread, are the byte order mark of UTF-16, or if
  /// a user knows the order of its bytes.
  mutating func decodeUTF16(isBigEndian: Bool? = nil) throws(ArchiveError) {
    guard decoder == nil else { return }
    // The next reader looks for the three bytes of UTF-8's mark in this buffer.
    let marked = UTF16Decoder(mark: try peek(4).prefix(2))
    guard let decoder = marked ?? isBigEndian.map(UTF16Decoder.init(isBigEndian:)) else { return }
    let rest = Array(ahead.dropFirst(marked == nil ? 0 : 2))
    self.decoder = decoder
    ahead = []
    self.decoder?.decode(rest, into: &ahead)
  }

  /// Looks at all bytes that are still to be read, or at those that were peeked of a stream.
  ///
  /// Returns whether these are all.
  func look(_ body: ([UInt8]) -> Void) throws(ArchiveError) -> Bool {
    guard isRepeatable else {
      body(ahead)
      return false
    }
    var copy = self
    copy.meter = nil
    var piece: [UInt8] = []
    while try copy.read(1 << 20, into: &piece) {
      body(piece)
      piece.removeAll(keepingCapacity: true)
    }
    return true
  }

  /// The first bytes, at most `count`, which are still to be read.
  mutating func peek(_ count: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
    var seen = ahead
    while seen.count < count, try readOn(count - seen.count, into: &seen) {}
    ahead = seen
    return seen.prefix(count)
  }

  /// Appends up to `count` bytes; returns whether there were any, which there are until the end.
  mutating func read(_ count: Int, into buffer: inout [UInt8]) throws(ArchiveError) -> Bool {
    guard ahead.isEmpty else {
      buffer.append(contentsOf: ahead)
      ahead = []
      return true
    }
    return try readOn(count, into: &buffer)
  }

  /// All bytes to the end; throws `.inputUnreadable` with `advice` when there are more than
  /// `limit`.
  ///
  /// A file that is too large isn't read. UTF-16 becomes shorter, and is read up to the limit.
  mutating func readAll(limit: Int, advice: String) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    var isWithin = isConverted || size ?? 0 <= limit
    while isWithin, try read(1 << 20, into: &bytes) { isWithin = bytes.count <= limit }
    guard isWithin else {
      throw ArchiveError(
        .inputUnreadable, "The source is larger than \(limit >> 20) MB. \(advice)")
    }
    return bytes
  }

  private mutating func readOn(_ count: Int, into buffer: inout [UInt8]) throws(ArchiveError)
    -> Bool
  {
    guard decoder != nil else { return try readRaw(count, into: &buffer) }
    let before = buffer.count
    while buffer.count == before {
      var raw: [UInt8] = []
      guard try readRaw(count, into: &raw) else {
        decoder?.finish(into: &buffer)
        return buffer.count > before
      }
      decoder?.decode(raw, into: &buffer)
    }
    return true
  }

  private func read(
    _ count: Int, of handle: FileHandle, at offset: UInt64?, path: String,
    into buffer: inout [UInt8]
  ) throws(ArchiveError) -> Int {
    do {
      if let offset { try handle.seek(toOffset: offset) }
      guard let data = try handle.read(upToCount: count), !data.isEmpty else { return 0 }
      data.withUnsafeBytes { buffer.append(contentsOf: $0) }
      meter?.add(data.count)
      return data.count
    } catch {
      throw ArchiveError(.inputUnreadable, "Can't read \(path) to its end.", cause: error)
    }
  }

  private mutating func readRaw(_ count: Int, into buffer: inout [UInt8]) throws(ArchiveError)
    -> Bool
  {
    switch origin {
    case .file(let handle, let path, let offset):
      // A copy of this may have read on.
      let read = try read(count, of: handle, at: offset, path: path, into: &buffer)
      origin = .file(handle, path: path, offset: offset + UInt64(read))
      return read > 0
    case .stream(let handle, let path):
      return try read(count, of: handle, at: nil, path: path, into: &buffer) > 0
    case .memory(var rest):
      let piece = rest.prefix(count)
      buffer.append(contentsOf: piece)
      rest.removeFirst(piece.count)
      origin = .memory(rest)
      return !piece.isEmpty
    }
  }
}
