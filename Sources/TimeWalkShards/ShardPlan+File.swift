import Foundation
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkJSON

extension ShardPlan {
  /// How long a shard may take where the file says nothing, seconds.
  package static let usualSeconds = 5.0
  /// How far items reach beyond their cells where the file says nothing, metres.
  package static let usualReach = 5_000.0
  /// The longest file that is read, bytes.
  package static let longestFile = 16 << 20

  /// Reads the text of a file of shards; throws `.notAnArchive` with what is wrong.
  package init(text: [UInt8]) throws(ArchiveError) {
    let value: JSONValue
    do throws(JSONFault) { value = try JSONValue(document: text) } catch {
      throw ShardPlan.fault("\(error.reason), \(error.place(in: text))")
    }
    guard let members = value.members, let shards = members["shards"]?.elements else {
      throw ShardPlan.fault("it needs a list \"shards\"")
    }
    try ShardPlan.check(members, ["shards", "reach", "seconds"])
    let seconds = try ShardPlan.number(members["seconds"], "seconds", 0.05...600)
    let reach = try ShardPlan.number(members["reach"], "reach", 100...100_000)
    var parts: [Part] = []
    for shard in shards { parts.append(try ShardPlan.part(shard)) }
    try self.init(
      parts: parts, reach: Distance(meters: reach ?? ShardPlan.usualReach) ?? .zero,
      seconds: seconds ?? ShardPlan.usualSeconds)
  }

  private static func part(_ shard: JSONValue) throws(ArchiveError) -> Part {
    guard let members = shard.members, let name = members["name"]?.string, !name.isEmpty,
      let address = members["address"]?.string, !address.isEmpty
    else { throw fault("each shard needs a \"name\" and an \"address\"") }
    try check(members, ["name", "address", "cells"])
    guard let list = members["cells"] else { return Part(name: name, address: address, cells: nil) }
    guard let elements = list.elements else {
      throw fault("the \"cells\" of \"\(name)\" must be a list")
    }
    var cells: [MapTile] = []
    for element in elements {
      guard let text = element.string, let cell = MapTile(name: text) else {
        throw fault("a cell of \"\(name)\" isn't zoom/x/y, such as \"10/301/384\"")
      }
      cells.append(cell)
    }
    return Part(name: name, address: address, cells: cells)
  }

  /// A name that isn't known is mostly one that was mistyped.
  private static func check(
    _ members: [String: JSONValue], _ known: Set<String>
  ) throws(ArchiveError) {
    if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw fault(
        "nothing is called \"\(other)\"; there are \(known.sorted().joined(separator: ", "))")
    }
  }

  private static func number(
    _ value: JSONValue?, _ name: String, _ range: ClosedRange<Double>
  ) throws(ArchiveError) -> Double? {
    guard let value else { return nil }
    guard let number = value.number, range.contains(number) else {
      throw fault("\"\(name)\" must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The text of a file of these shards, a cell a line.
  package var text: String {
    func quoted(_ text: String) -> String {
      var json = JSONText()
      json.string(text)
      return String(decoding: json.take(), as: UTF8.self)
    }
    let shards = parts.map { part in
      var lines = [
        "      \"name\": \(quoted(part.name))", "      \"address\": \(quoted(part.address))",
      ]
      if let cells = part.cells {
        let list = cells.map { "        \"\($0.name)\"" }.joined(separator: ",\n")
        lines.append("      \"cells\": [\(list.isEmpty ? "" : "\n\(list)\n      ")]")
      }
      return "    {\n\(lines.joined(separator: ",\n"))\n    }"
    }
    return """
      {
        "reach": \(DecimalText.write(reach.meters)),
        "seconds": \(DecimalText.write(seconds)),
        "shards": [
      \(shards.joined(separator: ",\n"))
        ]
      }

      """
  }
}
