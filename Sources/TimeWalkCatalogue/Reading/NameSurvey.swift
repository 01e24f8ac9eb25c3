import TimeWalkBase

/// The names in all records of a source, for a mapping before any is read.
struct NameSurvey {
  /// The number of first records that are read as a whole; of the others only new names are.
  static let depth = 100
  /// The number of names, of paths of objects, and of spellings of either, beyond which the others
  /// are passed over.
  private static let most = 5_000
  /// The depth of objects beyond which the others are passed over: each level is read again.
  private static let deepest = 8
  private static let geometries: Set<String> = ["geometry", "navPlace"]
  private static let links: Set<String> = ["links", "assets"]

  private(set) var names: [String] = []
  private var known: Set<String> = []
  /// The hashes of known paths as they are written, which need no texts to be compared.
  private var written: Set<UInt64> = []
  /// The paths of objects that have names of their own, by their hashes.
  private var objects: [UInt64: String] = [:]

  mutating func add(_ record: JSONRecord) {
    for name in record.names { add(name) }
  }

  private mutating func add(_ name: String) {
    if known.insert(name).inserted { names.append(name) }
  }

  private var isFull: Bool {
    max(names.count, objects.count, written.count / 2) >= NameSurvey.most
  }

  /// Passes over the next object, and adds the names that no earlier record has.
  mutating func addNames(of parser: inout JSONParser) throws(JSONFault) {
    // The basis of the hash FNV-1a.
    try addNames(of: &parser, path: "", hash: 0xCBF2_9CE4_8422_2325, depth: 0)
  }

  private mutating func addNames(
    of parser: inout JSONParser, path: String, hash: UInt64, depth: Int
  ) throws(JSONFault) {
    guard try parser.peek() == UInt8(ascii: "{"), depth < NameSurvey.deepest
    else { return try parser.skip(depth: depth) }
    parser.index += 1
    guard try parser.peek() != UInt8(ascii: "}") else { return parser.index += 1 }
    repeat {
      guard try parser.peek() == UInt8(ascii: "\"") else { throw NameSurvey.fault(parser) }
      let start = parser.index
      try parser.skip(depth: depth)
      let own = NameSurvey.hash(parser.bytes[start..<parser.index], after: hash)
      guard try parser.peek() == UInt8(ascii: ":") else { throw NameSurvey.fault(parser) }
      parser.index += 1
      if written.contains(own) || isFull {
        try parser.skip(depth: depth + 1)
      } else if let path = objects[own] {
        try addNames(of: &parser, path: path, hash: own, depth: depth + 1)
      } else {
        try addName(at: start, of: &parser, path: path, hash: own, depth: depth)
      }
    } while try parser.goesOn(until: UInt8(ascii: "}"))
  }

  /// Passes over the next value, whose name begins at `start` and is new as it is written.
  private mutating func addName(
    at start: Int, of parser: inout JSONParser, path: String, hash: UInt64, depth: Int
  ) throws(JSONFault) {
    let behind = parser.index
    parser.index = start
    let key = try parser.value().string ?? ""
    parser.index = behind
    let name = path.isEmpty ? key : "\(path).\(key)"
    guard !known.contains(name), !NameSurvey.geometries.contains(key) else {
      written.insert(hash)
      return try parser.skip(depth: depth + 1)
    }
    let value = try parser.value(depth: depth + 1)
    if value.text != nil || value == .null {
      // Every GeoJSON feature has the type of one.
      guard name != "type" || value != .string("Feature") else { return }
      written.insert(hash)
      add(name)
    } else if value.members != nil, !NameSurvey.links.contains(key) {
      objects[hash] = name
      parser.index = behind
      try addNames(of: &parser, path: name, hash: hash, depth: depth + 1)
    }
  }

  private static func hash(_ bytes: ArraySlice<UInt8>, after hash: UInt64) -> UInt64 {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func fault(_ parser: JSONParser) -> JSONFault {
    JSONFault(reason: "isn't an object", offset: parser.index)
  }
}
