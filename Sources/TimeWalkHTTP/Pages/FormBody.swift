internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import TimeWalk

/// A form with files as browsers send it (RFC 7578), read from one file.
struct FormBody {
  /// The texts by their names, without empty ones: a form sends all its fields.
  var fields: [String: String] = [:]
  /// The ranges of the files that aren't empty, in order.
  var files: [Range<Int>] = []

  /// The most parts, and the most bytes of a part's head and of a text.
  static let mostParts = 100, mostHead = 8192, mostText = 4096

  /// Reads a form.
  ///
  /// - Parameters:
  ///   - data: the body; a mapped file costs no memory.
  ///   - contentType: the header, which has the boundary.
  /// - Throws: a problem if the body isn't such a form.
  init(_ data: Data, contentType: String) throws(Problem) {
    guard let mark = FormBody.boundary(of: contentType) else {
      throw Problem(.parseError, "the form has no boundary")
    }
    let delimiter = Data("\r\n--\(mark)".utf8)
    // The first delimiter may be at the beginning, without a line before it.
    let first = Data("--\(mark)".utf8)
    var start: Int
    if data.starts(with: first) {
      start = data.startIndex + first.count
    } else if let found = FormBody.position(of: delimiter, in: data, from: data.startIndex) {
      start = found + delimiter.count
    } else {
      throw FormBody.broken
    }
    for _ in 0...FormBody.mostParts {
      if data[start...].starts(with: Data("--".utf8)) { return }
      guard let line = data[start...].prefix(256).range(of: Data("\r\n".utf8)),
        let head = data[line.lowerBound...].prefix(FormBody.mostHead)
          .range(of: Data("\r\n\r\n".utf8)),
        let end = FormBody.position(of: delimiter, in: data, from: head.upperBound)
      else { throw FormBody.broken }
      let lines = line.upperBound..<max(line.upperBound, head.lowerBound)
      try add(data, head: lines, head.upperBound..<end)
      start = end + delimiter.count
    }
    throw Problem(.limitExceeded, "the form has more than \(FormBody.mostParts) parts")
  }

  private mutating func add(
    _ data: Data, head: Range<Int>, _ body: Range<Int>
  ) throws(Problem) {
    let lines = String(decoding: data[head], as: UTF8.self).components(separatedBy: "\r\n")
    guard
      let line = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
      let name = FormBody.parameter("name", of: line)
    else { throw FormBody.broken }
    if FormBody.parameter("filename", of: line) != nil {
      if !body.isEmpty { files.append(body) }
      return
    }
    guard body.count <= FormBody.mostText,
      let text = String(validating: data[body], as: UTF8.self)
    else {
      throw Problem(
        .badRequest, TimeWalkError.Code.invalidValue.rawValue,
        "the field isn't text, or is too long",
        field: name)
    }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { return }
    guard fields.updateValue(trimmed, forKey: name) == nil else {
      throw Problem(
        .badRequest, TimeWalkError.Code.invalidValue.rawValue, "the field is given twice",
        field: name
      )
    }
  }

  /// The next position of some bytes; the C library finds them faster than Foundation.
  private static func position(of wanted: Data, in data: Data, from start: Int) -> Int? {
    data.withUnsafeBytes { (all: UnsafeRawBufferPointer) -> Int? in
      wanted.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Int? in
        guard let base = all.baseAddress, let needle = bytes.baseAddress, let first = bytes.first
        else { return nil }
        var skipped = start - data.startIndex
        let last = all.count - bytes.count
        while skipped <= last,
          let next = memchr(base + skipped, Int32(first), last - skipped + 1)
        {
          skipped = base.distance(to: UnsafeRawPointer(next))
          if memcmp(next, needle, bytes.count) == 0 { return data.startIndex + skipped }
          skipped += 1
        }
        return nil
      }
    }
  }

  private static let broken = Problem(.parseError, "the body isn't a form with files")

  private static func boundary(of type: String) -> String? {
    guard type.lowercased().hasPrefix("multipart/form-data"),
      let mark = parameter("boundary", of: type), (1...70).contains(mark.utf8.count)
    else { return nil }
    return mark
  }

  /// A parameter of a header, in quotes or plain.
  private static func parameter(_ name: String, of header: String) -> String? {
    for part in header.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2,
        pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name
      else { continue }
      let value = pair[1].trimmingCharacters(in: .whitespaces)
      return value.hasPrefix("\"") && value.hasSuffix("\"") && value.count > 1
        ? String(value.dropFirst().dropLast()) : value
    }
    return nil
  }
}
