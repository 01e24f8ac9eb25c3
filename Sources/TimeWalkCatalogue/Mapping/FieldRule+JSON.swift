import TimeWalkArchive
import TimeWalkBase

extension FieldRule {
  /// The reason why a rule can't be used.
  struct Refusal: Error {
    var reason: String
  }

  /// Reads a rule of a preset.
  init(json: JSONValue) throws(Refusal) {
    func names(_ value: JSONValue) throws(Refusal) -> [Origin] {
      if let name = value.string { return [Origin(given: name)] }
      let names = value.elements?.compactMap(\.string) ?? []
      guard !names.isEmpty, names.count == value.elements?.count else {
        throw Refusal(reason: "must be a name or a list of names")
      }
      return names.map { Origin(given: $0) }
    }
    guard let object = json.members else {
      self.init(origins: try names(json))
      return
    }
    let known: Set = ["from", "constant", "template", "transform", "compute", "values", "if"]
    if let unknown = object.keys.filter({ !known.contains($0) }).min() {
      throw Refusal(
        reason:
          "has an unknown \"\(unknown)\"; it may have \(known.sorted().joined(separator: ", "))")
    }
    func text(_ key: String) throws(Refusal) -> String? {
      guard let value = object[key] else { return nil }
      guard let text = value.scalar else {
        throw Refusal(reason: "has a \"\(key)\" that isn't a text")
      }
      return text
    }
    var origins: [Origin] = []
    if let from = object["from"] { origins += try names(from) }
    if let template = try text("template") {
      guard template.count(where: { $0 == "{" }) == template.count(where: { $0 == "}" }) else {
        throw Refusal(reason: "has a \"template\" with an open brace")
      }
      origins.append(.template(template))
    }
    if let constant = try text("constant") { origins.append(.constant(constant)) }
    guard !origins.isEmpty else {
      throw Refusal(reason: "needs \"from\", \"template\" or \"constant\"")
    }
    self.init(origins: origins)
    if let value = object["transform"] {
      for word in value.elements ?? [value] {
        guard let transform = word.string.flatMap(TextTransform.init(rawValue:)) else {
          throw Refusal(
            reason: "has an unknown transform; use one of "
              + TextTransform.allCases.map(\.rawValue).joined(separator: ", "))
        }
        transforms.append(transform)
      }
    }
    if let word = object["compute"] {
      guard let computation = word.string.flatMap(Computation.init(rawValue:)) else {
        throw Refusal(
          reason: "has an unknown computation; use one of "
            + Computation.allCases.map(\.rawValue).joined(separator: ", "))
      }
      self.computation = computation
    }
    if let replaced = object["values"] {
      guard let members = replaced.members else {
        throw Refusal(reason: "has \"values\" that aren't an object")
      }
      for (key, value) in members {
        guard let text = value.scalar else {
          throw Refusal(reason: "has a value for \"\(key)\" that isn't a text")
        }
        values[key] = text
      }
    }
    condition = try text("if")
  }
}
