/// The effect of a removal, in a sentence.
package enum RemovalText {
  private static let longest = 20

  /// `verb` begins the sentence, for instance "Would remove".
  package static func of(_ names: [String], verb: String) -> String {
    let rest = names.count - longest
    return "\(verb) \(names.count) item\(names.count == 1 ? "" : "s"): "
      + names.prefix(longest).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more." : ".")
  }
}
