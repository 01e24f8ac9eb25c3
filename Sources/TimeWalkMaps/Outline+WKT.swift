/// The reason why something isn't an outline.
package struct OutlineFault: Error, Hashable, Sendable {
  /// The kind of fault.
  package enum Reason: Hashable, Sendable {
    /// There is no polygon.
    case empty
    /// There are more than `Outline.mostCorners` corners.
    case tooManyCorners
    /// A ring has fewer than three corners.
    case tooFewCorners
    /// A ring crosses or touches itself, or crosses another.
    case crosses
    /// A latitude is beyond 90 degrees, a longitude beyond 540, or a ring more than once around.
    case outsideWorld
    /// An edge is longer than 180 degrees of longitude: both directions are possible.
    case longEdge
    /// A hole begins outside its ring.
    case holeOutside
    /// A ring in WKT doesn't end where it begins.
    case open
    /// The text isn't supported WKT; the value is the expected token.
    case syntax(String)
  }

  /// The kind of fault.
  package let reason: Reason
  /// The ring, counted from 0 through all polygons.
  package let ring: Int
  /// The offset in the text in bytes, if there is a text.
  package let offset: Int?

  init(_ reason: Reason, ring: Int, offset: Int? = nil) {
    self.reason = reason
    self.ring = ring
    self.offset = offset
  }

  /// The message for users.
  package var words: String {
    let what =
      switch reason {
      case .empty: "there is no polygon"
      case .tooManyCorners: "there are more than \(Outline.mostCorners) corners"
      case .tooFewCorners: "ring \(ring + 1) has fewer than three corners"
      case .crosses: "ring \(ring + 1) crosses itself or another ring"
      case .outsideWorld:
        "ring \(ring + 1) leaves the world: latitudes must be within -90...90, longitudes within -540...540, and a ring at most 360 degrees wide"
      case .longEdge:
        "ring \(ring + 1) has an edge of more than 180 degrees of longitude. Write 181 for -179 where it crosses the antimeridian, or add a corner between"
      case .holeOutside: "ring \(ring + 1) is a hole outside its polygon"
      case .open: "ring \(ring + 1) doesn't end where it begins"
      case .syntax(let expected): "\(expected) is missing"
      }
    return offset.map { "\(what) (at byte \($0))" } ?? what
  }
}

extension Outline {
  /// Reads `POLYGON` or `MULTIPOLYGON` (OGC 06-103r4, 7.2): longitude, then latitude, in degrees.
  ///
  /// Rings must be closed. `EMPTY`, heights and measures are faults, and so is anything behind the
  /// end.
  package init(wkt text: String, isKept: Bool = false) throws(OutlineFault) {
    var reader = WKTReader(text)
    let polygons = try reader.outline()
    do {
      try self.init(polygons, isKept: isKept)
    } catch {
      let offset = reader.rings.indices.contains(error.ring) ? reader.rings[error.ring] : 0
      throw OutlineFault(error.reason, ring: error.ring, offset: offset)
    }
  }

  /// The outline as WKT, with as many digits as give the same numbers again.
  package var wkt: String {
    func number(_ value: Double) -> String {
      let text = "\(value)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    func ring(_ points: [PlanePoint]) -> String {
      "("
        + (points + [points[0]]).map { "\(number($0.x)) \(number($0.y))" }
        .joined(separator: ", ") + ")"
    }
    let texts = polygons.map { "(" + $0.rings.map(ring).joined(separator: ", ") + ")" }
    return texts.count == 1
      ? "POLYGON \(texts[0])" : "MULTIPOLYGON (" + texts.joined(separator: ", ") + ")"
  }
}

private struct WKTReader {
  private var text: ByteReader
  /// The start of each ring.
  private(set) var rings: [Int] = []
  private var corners = 0

  init(_ text: String) { self.text = ByteReader(text) }

  mutating func outline() throws(OutlineFault) -> [Outline.Polygon] {
    let polygons: [Outline.Polygon]
    switch text.word(until: "(").uppercased() {
    case "POLYGON": polygons = [try polygon()]
    case "MULTIPOLYGON":
      polygons = try list { (reader) throws(OutlineFault) in try reader.polygon() }
    default: throw fault(.syntax("POLYGON or MULTIPOLYGON"), at: 0)
    }
    guard text.isAtEnd else { throw fault(.syntax("the end of the text")) }
    return polygons
  }

  private mutating func polygon() throws(OutlineFault) -> Outline.Polygon {
    let rings = try list { (reader) throws(OutlineFault) in try reader.ring() }
    return Outline.Polygon(outer: rings[0], holes: Array(rings.dropFirst()))
  }

  private mutating func ring() throws(OutlineFault) -> [PlanePoint] {
    text.skipSpace()
    rings.append(text.index)
    var points = try list { (reader) throws(OutlineFault) in try reader.point() }
    guard points.count > 3 else { throw fault(.tooFewCorners, at: rings.last) }
    guard points.first == points.last else { throw fault(.open, at: rings.last) }
    points.removeLast()
    return points
  }

  private mutating func point() throws(OutlineFault) -> PlanePoint {
    // The check happens while reading, which limits memory.
    corners += 1
    guard corners <= 2 * Outline.mostCorners else { throw fault(.tooManyCorners) }
    return PlanePoint(x: try number("a longitude"), y: try number("a latitude"))
  }

  /// Reads a list in brackets, separated by commas.
  private mutating func list<Element>(
    _ element: (inout WKTReader) throws(OutlineFault) -> Element
  ) throws(OutlineFault) -> [Element] {
    guard text.take("(") else { throw fault(.syntax("an opening bracket")) }
    var elements = [try element(&self)]
    while text.take(",") { elements.append(try element(&self)) }
    guard text.take(")") else { throw fault(.syntax("a comma or a closing bracket")) }
    return elements
  }

  private mutating func number(_ what: String) throws(OutlineFault) -> Double {
    text.skipSpace()
    let start = text.index
    guard let value = Double(decimal: text.word(until: "(),")) else {
      throw fault(.syntax(what), at: start)
    }
    return value
  }

  private func fault(_ reason: OutlineFault.Reason, at offset: Int? = nil) -> OutlineFault {
    OutlineFault(reason, ring: max(rings.count - 1, 0), offset: offset ?? text.index)
  }
}
