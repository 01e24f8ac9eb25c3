import Foundation

/// A program's disk operations, in order, as `disk.c` recorded them.
struct DiskLog {
  enum Event {
    /// A file was made under a name; numbers are given again after a file is gone.
    case create(file: Int, name: String)
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    case syncFile(file: Int)
    case syncFolder(name: String)
    case rename(from: String, to: String)
    case link(from: String, to: String)
    case unlink(name: String)
    case makeFolder(name: String)
    /// The program said something on standard output.
    case answer
  }

  let events: [Event]

  /// Reads a log; `nil` for one that ends in the middle of a record.
  init?(path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    var bytes = [UInt8](data)[...]
    func number() -> Int {
      defer { bytes = bytes.dropFirst(8) }
      return bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var events: [Event] = []
    while !bytes.isEmpty {
      guard bytes.count >= 40 else { return nil }
      let (kind, file, offset, first, second) = (number(), number(), number(), number(), number())
      guard bytes.count >= first + second else { return nil }
      let content = Array(bytes.prefix(first))
      let name = String(decoding: content, as: UTF8.self)
      let other = String(decoding: bytes.dropFirst(first).prefix(second), as: UTF8.self)
      bytes = bytes.dropFirst(first + second)
      switch Character(UnicodeScalar(UInt8(truncatingIfNeeded: kind))) {
      case "c": events.append(.create(file: file, name: name))
      case "w": events.append(.write(file: file, offset: offset, bytes: content))
      case "t": events.append(.truncate(file: file, size: offset))
      case "s": events.append(.syncFile(file: file))
      case "f": events.append(.syncFolder(name: name))
      case "r": events.append(.rename(from: name, to: other))
      case "l": events.append(.link(from: name, to: other))
      case "u": events.append(.unlink(name: name))
      case "m": events.append(.makeFolder(name: name))
      case "a": events.append(.answer)
      default: return nil
      }
    }
    self.events = events
  }
}

extension DiskLog.Event {
  var isSync: Bool {
    switch self {
    case .syncFile, .syncFolder: true
    default: false
    }
  }
}
