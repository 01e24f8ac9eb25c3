import TimeWalkArchive
import TimeWalkBase

/// Reads comma-separated values after RFC 4180, one record at a time, in memory that doesn't grow
/// with the file.
///
/// Beyond the RFC: lines may end in LF or CR as well as CR LF, a byte order mark is skipped, blank
/// lines aren't records, and a quotation mark inside an unquoted field is an ordinary character.
/// After a quoting fault, `problem` describes it, and reading continues at the next physical line.
/// One open quotation mark therefore doesn't swallow the rows after it. SwiftCSV reports no
/// physical lines and is too slow for a million rows.
struct CSVReader {
  /// The position of a field's bytes in the buffer.
  private struct Field {
    var start: Int
    var end: Int
    var hasDoubledQuotes: Bool
  }

  private enum Outcome {
    case record(next: Int, lines: Int)
    case broken(String)
    case needsMore
  }

  private static let piece = 256 * 1024

  private var source: ByteSource
  private let delimiter: UInt8
  private let recordLimit: Int
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var nextLine = 1
  private var fields: [Field] = []

  /// True if texts are those of a catalogue that TimeWalk wrote, with an apostrophe before
  /// formulas.
  var isGuarded = false
  /// The meaning of the bytes.
  var encoding = FileEncoding.utf8(otherwise: .windows1252)

  /// The physical line, from 1, where the current record starts.
  private(set) var line = 0
  /// The reason why the current record can't be split into fields; `nil` when it could be.
  private(set) var problem: String?

  /// Starts reading; a byte order mark shows UTF-16.
  ///
  /// A record longer than `recordLimit` bytes is a problem.
  init(
    _ source: ByteSource, delimiter: UInt8 = UInt8(ascii: ","), recordLimit: Int = 16 << 20
  ) throws(ArchiveError) {
    var source = source
    try source.decodeUTF16()
    self.source = source
    self.delimiter = delimiter
    self.recordLimit = recordLimit
    try fill()
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// True if a copy of this reads the same records again.
  var isRepeatable: Bool { source.isRepeatable }

  /// The number of fields in the current record.
  var count: Int { fields.count }

  /// Returns true if a field is empty; a field that the record doesn't have is.
  func isEmpty(_ index: Int) -> Bool {
    index >= fields.count || fields[index].start == fields[index].end
  }

  /// The encoding of the current record, if a field of it isn't in the file's.
  var otherEncoding: SingleByteEncoding? {
    guard case .utf8(let other?) = encoding else { return nil }
    let isOther = buffer.withUnsafeBufferPointer { bytes in
      fields.contains { field in
        let field = bytes[field.start..<field.end]
        return field.contains { $0 >= 0x80 } && String(validating: field, as: UTF8.self) == nil
      }
    }
    return isOther ? other : nil
  }

  /// A field's unquoted text; `nil` for bytes that the encoding doesn't have.
  ///
  /// A field that the record doesn't have is "".
  func text(_ index: Int) -> String? {
    isGuarded ? bareText(index).map(FormulaGuard.restored) : bareText(index)
  }

  private func bareText(_ index: Int) -> String? {
    guard index < fields.count else { return "" }
    let field = fields[index]
    guard field.hasDoubledQuotes else { return withBytes(index) { encoding.text($0) } }
    let bytes = buffer[field.start..<field.end]
    var single: [UInt8] = []
    single.reserveCapacity(bytes.count)
    var isSecond = false
    for byte in bytes {
      isSecond = byte == CSVReader.quote && !isSecond
      if byte != CSVReader.quote || isSecond { single.append(byte) }
    }
    return single.withUnsafeBufferPointer { encoding.text($0) }
  }

  /// Calls with a field's raw bytes in the file, between its quotation marks.
  func withBytes<T>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    guard index < fields.count else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let field = fields[index]
    return buffer.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[field.start..<field.end]))
    }
  }

  /// Goes to the next record; `false` at the end.
  mutating func next() throws(ArchiveError) -> Bool {
    while true {
      switch scan() {
      case .needsMore where buffer.count - position > recordLimit:
        fail("the row is longer than \(recordLimit) bytes; is a quotation mark not closed?")
        return true
      case .needsMore:
        try fill()
      case .broken(let reason):
        fail(reason)
        return true
      case .record(let next, let lines):
        line = nextLine
        problem = nil
        nextLine += lines
        let isBlank =
          fields.count == 1 && fields[0].start == fields[0].end
          && buffer[position..<next].allSatisfy { $0 != CSVReader.quote }
        let isEnd = next == position
        position = next
        if isEnd { return false }
        if !isBlank { return true }
      }
    }
  }

  /// Marks the current record as broken and moves to the physical line after its first.
  private mutating func fail(_ reason: String) {
    line = nextLine
    problem = reason
    fields = []
    var next = position
    while next < buffer.count, buffer[next] != CSVReader.lf, buffer[next] != CSVReader.cr {
      next += 1
    }
    if next + 1 < buffer.count, buffer[next] == CSVReader.cr, buffer[next + 1] == CSVReader.lf {
      next += 1
    }
    position = min(next + 1, buffer.count)
    nextLine += 1
  }

  private mutating func fill() throws(ArchiveError) {
    if position > 0 {
      buffer.removeSubrange(..<position)
      position = 0
    }
    // A long record is scanned again each time, so the pieces grow with it.
    if try !source.read(max(CSVReader.piece, buffer.count), into: &buffer) { isAtEnd = true }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let lf = UInt8(ascii: "\n")
  private static let cr = UInt8(ascii: "\r")

  /// Splits the record at `position`; an empty one that ends at its start is the end of the file.
  private mutating func scan() -> Outcome {
    // Swapped out and in, which reuses the array instead of copying it for every record.
    var found: [Field] = []
    swap(&found, &fields)
    found.removeAll(keepingCapacity: true)
    let outcome = buffer.withUnsafeBufferPointer {
      CSVReader.scan(
        $0, from: position, delimiter: delimiter, isAtEnd: isAtEnd, into: &found)
    }
    fields = found
    return outcome
  }

  private static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from position: Int, delimiter: UInt8, isAtEnd: Bool,
    into fields: inout [Field]
  ) -> Outcome {
    let end = bytes.count
    var index = position
    var lines = 1
    while true {
      var field: Field
      if index < end, bytes[index] == quote {
        field = Field(start: index + 1, end: 0, hasDoubledQuotes: false)
        index += 1
        quoted: while true {
          guard index < end else {
            return isAtEnd ? .broken("a quotation mark isn't closed") : .needsMore
          }
          switch bytes[index] {
          case quote:
            guard index + 1 < end || isAtEnd else { return .needsMore }
            guard index + 1 < end, bytes[index + 1] == quote else { break quoted }
            field.hasDoubledQuotes = true
            index += 2
          case lf:
            if bytes[index - 1] != cr { lines += 1 }
            index += 1
          case cr:
            lines += 1
            index += 1
          default: index += 1
          }
        }
        field.end = index
        index += 1
      } else {
        let start = index
        while index < end, bytes[index] != delimiter, bytes[index] != lf, bytes[index] != cr {
          index += 1
        }
        field = Field(start: start, end: index, hasDoubledQuotes: false)
      }
      guard index < end else {
        guard isAtEnd else { return .needsMore }
        fields.append(field)
        return .record(next: end, lines: lines)
      }
      switch bytes[index] {
      case delimiter:
        fields.append(field)
        index += 1
      case lf:
        fields.append(field)
        return .record(next: index + 1, lines: lines)
      case cr:
        guard index + 1 < end || isAtEnd else { return .needsMore }
        fields.append(field)
        let isPair = index + 1 < end && bytes[index + 1] == lf
        return .record(next: index + (isPair ? 2 : 1), lines: lines)
      default:
        return .broken(
          "text follows a closing quotation mark; double each mark inside a value")
      }
    }
  }
}
