internal import TimeWalkArchive
internal import TimeWalkCore

/// The edges of a panorama, by the template Location-Panorama on its page.
///
/// By `Commons:Geocoding/Panorama`: `left` is the angle from north to the picture's left edge,
/// clockwise, in degrees. `right` is the sum of that angle and the horizontal field of view, and
/// may be more than 360.
struct CommonsPanorama: Hashable, Sendable {
  /// The template's name.
  static let template = "Location-Panorama"
  /// The longest page that is looked through, bytes.
  private static let longest = 1 << 20

  /// The direction of the picture's middle, degrees from 0 to 360.
  let heading: Double
  /// The angle between its edges, degrees, more than 0 and at most 360.
  let fieldOfView: Double

  /// Reads it from a page's text; `nil` if no such template names two edges that can be.
  init?(wikitext: String) {
    guard wikitext.utf8.count <= CommonsPanorama.longest,
      let parameters = CommonsPanorama.parameters(in: wikitext),
      let left = parameters["left"].flatMap({ DecimalText.parse($0.utf8) }),
      let right = parameters["right"].flatMap({ DecimalText.parse($0.utf8) }),
      right - left >= 0.01, right - left <= 360, abs(left) <= 360,
      let middle = Heading(degrees: ((left + right) * 50).rounded() / 100)
    else { return nil }
    heading = middle.degrees
    fieldOfView = ((right - left) * 100).rounded() / 100
  }

  /// The named parameters of the first such template in a text, without what other templates within
  /// it name.
  private static func parameters(in text: String) -> [String: String]? {
    let bytes = Array(text.utf8)
    var at = 0
    while at + 1 < bytes.count {
      guard bytes[at] == UInt8(ascii: "{"), bytes[at + 1] == UInt8(ascii: "{") else {
        at += 1
        continue
      }
      at += 2
      let name = bytes[at...].prefix { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "}") }
      guard isTemplate(String(decoding: name.prefix(64), as: UTF8.self)) else { continue }
      return parameters(bytes, from: at + name.count)
    }
    return nil
  }

  private static func parameters(_ bytes: [UInt8], from start: Int) -> [String: String]? {
    var found: [String: String] = [:]
    var word: [UInt8] = []
    var depth = 0
    var at = start
    func add() {
      let parts = String(decoding: word, as: UTF8.self)
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return }
      found[String(parts[0]).trimmed.lowercased()] = String(parts[1]).trimmed
    }
    while at + 1 < bytes.count {
      let pair = (bytes[at], bytes[at + 1])
      if pair == (UInt8(ascii: "{"), UInt8(ascii: "{")) {
        depth += 1
        at += 2
      } else if pair == (UInt8(ascii: "}"), UInt8(ascii: "}")) {
        guard depth > 0 else {
          add()
          return found
        }
        depth -= 1
        at += 2
      } else if depth == 0, bytes[at] == UInt8(ascii: "|") {
        add()
        word = []
        at += 1
      } else {
        if depth == 0 { word.append(bytes[at]) }
        at += 1
      }
    }
    // It is never closed.
    return nil
  }

  /// Returns true if a name is the template's: blanks and underscores are the same, and the first
  /// letter may be small.
  private static func isTemplate(_ name: String) -> Bool {
    let name = String(name.map { $0 == "_" ? " " : $0 }).trimmed
    return name.dropFirst() == template.dropFirst() && name.first?.uppercased() == "L"
  }
}
