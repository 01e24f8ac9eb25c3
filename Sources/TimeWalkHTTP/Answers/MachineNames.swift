internal import Foundation
internal import TimeWalkBase

/// Removes the folders of this machine's files from texts for clients.
///
/// A path is recognised by its first name, which is in the root folder, or as one of the server's
/// own folders. The disk isn't read for a text: no answer shows whether a file exists.
struct MachineNames: Sendable {
  /// The server's own paths, the longest first.
  private let places: [[UInt8]]
  /// The names in the root folder.
  private let top: Set<[UInt8]>

  /// Takes the paths of the archive, the library and the like.
  init(places: [String], root: String = "/") {
    let real = places.flatMap { path in
      let url = URL(fileURLWithPath: path)
      return [path, url.path, url.resolvingSymlinksInPath().path]
    }
    self.places = Set(real.filter { $0.utf8.count > 1 }.map { Array($0.utf8) })
      .sorted { $0.count > $1.count }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    top = Set(names.map { Array($0.utf8) })
  }

  /// A JSON document without the folders of paths in its texts; the same bytes where it has none.
  func cleaned(json document: [UInt8]) -> [UInt8] {
    guard stand(in: document) else { return document }
    guard let value = try? JSONValue(document: document) else { return Array("null".utf8) }
    var text = JSONText()
    text.value(cleaned(value))
    return text.take()
  }

  private func cleaned(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(cleaned(text))
    case .array(let elements): .array(elements.map(cleaned))
    case .object(let members): .object(members.mapValues(cleaned))
    case .null, .bool, .number: value
    }
  }

  /// Returns true if a text, or a JSON document, may hold a path of this machine.
  private func stand(in text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        guard bytes[index] == slash else {
          index += 1
          continue
        }
        if path(in: bytes, at: index) != nil { return true }
        index += 1
      }
      return false
    }
  }

  /// The text with each path replaced by its last name.
  func cleaned(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard stand(in: bytes) else { return text }
    var result: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      var (index, last) = (0, bytes.count)
      // A text that begins with a path is mostly nothing else, and may contain spaces.
      let scheme = text.hasPrefix("file://") ? 7 : 0
      if bytes[scheme...].first == slash, path(in: bytes, at: scheme) != nil {
        var whole = bytes[...]
        while whole.last == slash { whole = whole.dropLast() }
        index = (whole.lastIndex(of: slash) ?? -1) + 1
        last = whole.endIndex
      }
      while index < last {
        if bytes[index] == slash, let end = path(in: bytes, at: index) {
          var whole = bytes[index..<end]
          while whole.last == slash { whole = whole.dropLast() }
          let start = whole.lastIndex(of: slash).map { $0 + 1 } ?? index
          // A path may follow the scheme of a file's URL.
          if result.suffix(7).elementsEqual("file://".utf8) { result.removeLast(7) }
          result += whole[start...]
          index = end
        } else {
          result.append(bytes[index])
          index += 1
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The end of the path that begins here; `nil` if none does.
  private func path(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    for place in places where bytes[start...].starts(with: place) {
      return end(of: bytes, from: start + place.count)
    }
    // A path doesn't begin within a name or an address, but after `file:`.
    if start > 0, isName(bytes[start - 1]) { return nil }
    if start > 1, bytes[start - 1] == slash || bytes[start - 1] == colon {
      let before = bytes[..<start].suffix(7)
      guard before.elementsEqual("file://".utf8) || before.suffix(5).elementsEqual("file:".utf8)
      else { return nil }
    }
    let rest = bytes[(start + 1)...]
    guard let next = rest.firstIndex(of: slash), next - start <= 256,
      top.contains(Array(bytes[start + 1..<next]))
    else { return nil }
    return end(of: bytes, from: next)
  }

  /// A path in a sentence ends at a space, a quotation mark or the end of the sentence.
  private func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    bytes[start...].firstIndex { MachineNames.ends.contains($0) } ?? bytes.count
  }

  private func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  private static let ends = Set(" \t\n\r\"'<>,;:()\\".utf8)
  private let slash = UInt8(ascii: "/")
  private let colon = UInt8(ascii: ":")
}
