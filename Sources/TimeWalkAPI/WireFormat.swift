internal import Foundation
internal import TimeWalkArchive
import TimeWalkCatalogue
package import TimeWalkBase

/// The encoding of JSON and tables, in one place for every front.
package enum WireFormat {
  /// Writes a value on one line; keys are sorted, which gives equal bytes for equal values.
  ///
  /// - Throws: `TimeWalkError` with the code `internalFault` for a number that JSON can't hold.
  package static func line(_ value: some Encodable) throws(TimeWalkError) -> String {
    try text(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  /// Writes a value on one line, as `line` does, in UTF-8.
  package static func bytes(_ value: some Encodable) throws(TimeWalkError) -> [UInt8] {
    var text = JSONText()
    try write(value, to: &text)
    return text.take()
  }

  /// Writes a value as `line` does, and appends it.
  package static func write(_ value: some Encodable, to text: inout JSONText) throws(TimeWalkError)
  {
    if let value = value as? any JSONTextEncodable {
      text.reserve(text.count + (16 << 10))
      value.write(to: &text)
    } else {
      text.raw(try line(value))
    }
  }

  /// Writes a value for people, over several lines.
  package static func pretty(_ value: some Encodable) throws(TimeWalkError) -> String {
    try text(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
  }

  /// Writes values as a row of a CSV, with its end of line; `nil` is an empty value.
  ///
  /// A text that a spreadsheet would compute gets an apostrophe before it: see `FormulaGuard`.
  package static func row(_ values: [String?]) -> String {
    SeparatedText().row(values.map { FormulaGuard.guarded($0 ?? "") })
  }

  private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting)
    throws(TimeWalkError) -> String
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw TimeWalkError(.internalFault, "can't write the answer as JSON", cause: error)
    }
  }
}
