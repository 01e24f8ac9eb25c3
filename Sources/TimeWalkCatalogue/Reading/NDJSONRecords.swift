import TimeWalkArchive
import TimeWalkBase

/// JSON objects, one a line or each after a record separator (RFC 8142), in memory that doesn't
/// grow with the file.
struct NDJSONRecords: RawRecords {
  /// The longest line, bytes.
  static let lineLimit = 16 << 20

  private struct Line {
    var number: Int
    var record: Result<JSONRecord, JSONFault>
  }

  private var source: ByteSource
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var lineNumber = 0
  private var count = 0
  private let geometry: String
  /// The byte between two records.
  private let separator: UInt8
  /// Lines that were read for their names.
  private var ahead: [Line] = []
  private var current: Line?

  private(set) var names: [String] = []
  var rest: NDJSONRecords? { source.isRepeatable ? self : nil }

  /// Starts reading; throws when the source can't be read.
  init(_ source: ByteSource, geometry: String) throws(ArchiveError) {
    var source = source
    let isSequence = try source.peek(4).drop { [0xEF, 0xBB, 0xBF].contains($0) }.first == 0x1E
    separator = isSequence ? 0x1E : 0x0A
    self.source = source
    self.geometry = geometry
    var survey = NameSurvey()
    var lines: [Line] = []
    while lines.count < NameSurvey.depth {
      guard let line = try read() else { break }
      if case .success(let record) = line.record { survey.add(record) }
      lines.append(line)
    }
    guard !lines.isEmpty else { throw ArchiveError(.inputUnreadable, "The source is empty.") }
    names = survey.names
    if source.isRepeatable, !isAtEnd || position < buffer.count, !Self.hasOwnNames(names) {
      names = try look(into: survey)
    }
    ahead = lines.reversed()
  }

  /// The names with those of the other lines.
  private func look(into survey: NameSurvey) throws(ArchiveError) -> [String] {
    var (survey, rest) = (survey, self)
    rest.source.meter = nil
    while let line = try rest.line() {
      // A line that can't be read is a finding later.
      let before = survey
      var parser = JSONParser(line)
      do throws(JSONFault) { try survey.addNames(of: &parser) } catch { survey = before }
    }
    return survey.names
  }

  // A copy of our GeoPackage is a sequence of features.
  var madeNames: Set<String> {
    guard isOwnExport else { return [] }
    return names.contains("properties.id")
      ? Self.madeNames(names) : Self.collectionNames(names)
  }

  mutating func next() throws(ArchiveError) -> Bool {
    if let known = ahead.popLast() { current = known } else { current = try read() }
    return current != nil
  }

  var place: SourceLine { SourceLine(line: current?.number) }

  func reached(among paths: Set<String>) -> Set<String> {
    paths.filter { path in ahead.contains { (try? $0.record.get())?.text(path) != nil } }
  }

  var problem: String? {
    guard case .failure(let fault)? = current?.record else { return nil }
    return "isn't readable JSON: \(fault.reason)"
  }

  var fault: (severity: ImportFinding.Severity, reason: String)? { record?.fault }

  func text(_ name: String) -> String? { record?.text(name) }

  private var record: JSONRecord? { try? current?.record.get() }

  /// The next line that is not blank.
  private mutating func read() throws(ArchiveError) -> Line? {
    while let bytes = try line() {
      let first = lineNumber + 1
      lineNumber += separator == 0x0A ? 1 : bytes.count { $0 == 0x0A }
      let isBlank = bytes.allSatisfy { [0x20, 0x09, 0x0D, 0x0A, 0xEF, 0xBB, 0xBF].contains($0) }
      if isBlank { continue }
      count += 1
      return Line(number: first, record: parse(bytes))
    }
    return nil
  }

  private func parse(_ bytes: [UInt8]) -> Result<JSONRecord, JSONFault> {
    guard bytes.count <= NDJSONRecords.lineLimit else {
      return .failure(
        JSONFault(
          reason: "the line is longer than \(NDJSONRecords.lineLimit >> 20) MB, the limit",
          offset: 0))
    }
    do throws(JSONFault) {
      var parser = JSONParser(bytes)
      let value = try parser.value()
      guard parser.isAtEnd else {
        throw JSONFault(reason: "text follows the object", offset: parser.index)
      }
      guard value.members != nil else {
        throw JSONFault(reason: "isn't an object", offset: 0)
      }
      return .success(JSONRecord(value, number: count, geometry: geometry))
    } catch { return .failure(error) }
  }

  /// The bytes up to the next separator; of a line that is too long, only more than the limit.
  private mutating func line() throws(ArchiveError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let end = buffer[position...].firstIndex(of: separator) {
        if line.count <= NDJSONRecords.lineLimit { line += buffer[position..<end] }
        position = end + 1
        return line
      }
      if line.count <= NDJSONRecords.lineLimit { line += buffer[position...] }
      let hadSome = position < buffer.count
      buffer.removeAll(keepingCapacity: true)
      position = 0
      if isAtEnd { return hadSome || !line.isEmpty ? line : nil }
      isAtEnd = try !source.read(256 * 1024, into: &buffer)
    }
  }
}
