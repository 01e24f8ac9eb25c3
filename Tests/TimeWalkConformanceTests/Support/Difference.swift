/// The first difference of two long texts, for readable test failures.
enum Difference {
  /// The first difference of two texts, with its context; `nil` for equal ones.
  static func between(_ a: String, _ b: String) -> String? {
    guard a != b else { return nil }
    let common = zip(a, b).prefix { $0 == $1 }.count
    func part(_ text: String) -> String {
      String(text.dropFirst(max(0, common - 160)).prefix(400)).replacing(
        "TimeWalkArchive.", with: ""
      )
      .replacing("TimeWalkCore.", with: "")
    }
    return "…\(part(a))\n… and not\n…\(part(b))"
  }

  /// The first lines that differ; `nil` for equal lists.
  static func between(_ a: [String], _ b: [String]) -> String? {
    guard a != b else { return nil }
    let common = zip(a, b).prefix { $0 == $1 }.count
    return between(
      a.dropFirst(common).prefix(2).joined(separator: "\n"),
      b.dropFirst(common).prefix(2).joined(separator: "\n")) ?? "one is longer"
  }
}
