/// Reads the development data's tables, by RFC 4180; independent of the product's reader, to test
/// it.
package enum CommaSeparated {
  /// Each row of a text as its values by the names in the first row; a row's missing values are
  /// absent.
  package static func rows(_ text: String) -> [[String: String]] {
    let table = values(text)
    guard let header = table.first else { return [] }
    return table.dropFirst().map { row in
      Dictionary(zip(header, row)) { first, _ in first }
    }
  }

  /// A row of values as a line, each in quotation marks.
  package static func line(_ values: [String]) -> String {
    values.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
  }

  private static func values(_ text: String) -> [[String]] {
    var rows: [[String]] = [[]]
    var field = ""
    var isQuoted = false
    var previous: Character = "\n"
    for character in text.replacing("\r\n", with: "\n") {
      switch character {
      case "\"":
        // A doubled mark closes and opens again; the second one stands for itself.
        if !isQuoted, previous == "\"" { field.append("\"") }
        isQuoted.toggle()
      case ",", "\n":
        if isQuoted {
          field.append(character)
        } else {
          rows[rows.count - 1].append(field)
          field = ""
          if character == "\n" { rows.append([]) }
        }
      default: field.append(character)
      }
      previous = character
    }
    if !field.isEmpty { rows[rows.count - 1].append(field) }
    return rows.filter { $0.count > 1 }
  }
}
