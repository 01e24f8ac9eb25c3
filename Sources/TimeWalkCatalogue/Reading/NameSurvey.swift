import TimeWalkBase

/// The names in all records of a source, for a mapping before any is read.
struct NameSurvey {
  /// The number of first records that are read as a whole; of the others only new names are.
  static let depth = 100
  /// The greatest number of names that the others add.
  private static let most = 5_000
  private static let geometries: Set<String> = ["geometry", "navPlace"]
  private static let links: Set<String> = ["links", "assets"]

  private(set) var names: [String] = []
  private var known: Set<String> = []
  /// The paths of objects that have names of their own.
  private var objects: Set<String> = []

  mutating func add(_ record: JSONRecord) {
    for name in record.names { add(name) }
  }

  private mutating func add(_ name: String) {
    if known.insert(name).inserted { names.append(name) }
  }

  /// Passes over the next object, and adds the names that no earlier record has.
  mutating func addNames(
    of parser: inout JSONParser, path: String = "", depth: Int = 0
  ) throws(JSONFault) {
    guard try parser.peek() == UInt8(ascii: "{"), names.count < NameSurvey.most else {
      return try parser.skip(depth: depth)
    }
    var survey = self
    self = NameSurvey()
    try parser.object(depth: depth) { (parser, key) throws(JSONFault) in
      let own = path.isEmpty ? key : "\(path).\(key)"
      guard !survey.known.contains(own), !NameSurvey.geometries.contains(key) else {
        return try parser.skip(depth: depth + 1)
      }
      if survey.objects.contains(own) {
        return try survey.addNames(of: &parser, path: own, depth: depth + 1)
      }
      let start = parser.index
      let value = try parser.value(depth: depth + 1)
      if value.text != nil || value == .null {
        if own != "type" || value != .string("Feature") { survey.add(own) }
      } else if value.members != nil, !NameSurvey.links.contains(key) {
        survey.objects.insert(own)
        parser.index = start
        try survey.addNames(of: &parser, path: own, depth: depth + 1)
      }
    }
    self = survey
  }
}
