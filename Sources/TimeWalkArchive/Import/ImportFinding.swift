/// A finding of an import about its source.
package struct ImportFinding: Hashable, Sendable, CustomStringConvertible {
  /// The consequence of a finding.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The row is refused.
    case fault
    /// The row is imported, as the reason explains.
    case warning
    /// Something was read between the lines; nothing is wrong.
    case note
  }

  /// Its consequence.
  package var severity: Severity
  /// The physical line, from 1, where the row starts; `nil` when it concerns the whole source.
  package var line: Int?
  /// The path of the record in a document, such as `features[3]`, counted from 0; `nil` when the
  /// line is sufficient.
  package var path: String?
  /// The identifier of the row's item; `nil` when it has none that can be read.
  package var identifier: String?
  /// The column's name; `nil` when it concerns the whole row.
  package var column: String?
  /// The value, truncated after 200 characters; `nil` when it concerns no single value.
  package var value: String?
  /// The fault, in words for a curator.
  package var reason: String
  /// The remedy; `nil` when there is none.
  package var hint: String?

  package init(
    _ severity: Severity, line: Int?, path: String? = nil, identifier: String? = nil,
    column: String? = nil, value: String? = nil, reason: String, hint: String? = nil
  ) {
    self.severity = severity
    self.line = line
    self.path = path
    self.hint = hint
    self.identifier = identifier
    self.column = column
    self.value = value.map { $0.count > 200 ? $0.prefix(200) + "…" : $0 }
    self.reason = reason
  }

  /// The finding on one line, for instance `line 7, latitude "91": must be between -90 and 90`.
  package var description: String {
    var place: [String] = []
    if let path {
      place.append(path)
    } else if let line {
      place.append("line \(line)")
    }
    if let column { place.append(column + (value.map { " \"\($0)\"" } ?? "")) }
    let said = reason + (hint.map { " (\($0))" } ?? "")
    return place.isEmpty ? said : "\(place.joined(separator: ", ")): \(said)"
  }
}
