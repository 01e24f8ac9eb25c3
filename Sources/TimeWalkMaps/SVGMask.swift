/// The reason why an SVG selector isn't understood.
struct SVGFault: Error {
  let reason: String
}

/// The polygon of an SVG selector, as the Georeference Extension allows them: an `svg` element with
/// one `polygon` or `rect`, without `viewBox` and `transform`.
struct SVGMask {
  /// Its corners, in pixels of the picture.
  let corners: [PixelPoint]
  /// The picture's size, if the `svg` element has it.
  let size: PixelSize?

  /// Reads a selector's text.
  ///
  /// Throws if there is anything else, such as a path.
  init(_ text: String) throws(SVGFault) {
    var reader = TagReader(text)
    let svg = try reader.tag()
    guard svg.name == "svg", !svg.isEmpty, !svg.isClosing else {
      throw SVGFault(reason: "it doesn't begin with an svg element")
    }
    let shape = try reader.tag()
    for tag in [svg, shape] {
      for name in ["viewBox", "transform", "rx", "ry"] where tag.attributes[name] != nil {
        throw SVGFault(reason: "it has the attribute \(name)")
      }
    }
    if !shape.isEmpty {
      let end = try reader.tag()
      guard end.isClosing, end.name == shape.name else {
        throw SVGFault(reason: "<\(shape.name)> has nested content")
      }
    }
    let end = try reader.tag()
    guard end.isClosing, end.name == "svg", reader.isAtEnd else {
      throw SVGFault(reason: "it has more than one shape")
    }
    size = try SVGMask.size(svg)
    switch shape.name {
    case "polygon":
      let numbers = try SVGMask.numbers(shape.attributes["points"] ?? "")
      guard numbers.count.isMultiple(of: 2) else {
        throw SVGFault(reason: "its points have an odd number of numbers")
      }
      corners = stride(from: 0, to: numbers.count, by: 2).map {
        PixelPoint(x: numbers[$0], y: numbers[$0 + 1])
      }
    case "rect":
      let names = ["x", "y", "width", "height"]
      let numbers = try SVGMask.numbers(
        names.map { shape.attributes[$0] ?? ($0.count == 1 ? "0" : "") }.joined(separator: " "))
      guard numbers.count == 4 else {
        throw SVGFault(reason: "its rectangle has no width and height")
      }
      corners = SVGMask.rectangle(numbers)
    default: throw SVGFault(reason: "<\(shape.name)> must be a polygon or a rectangle")
    }
  }

  /// The corners of x, y, width, height.
  static func rectangle(_ numbers: [Double]) -> [PixelPoint] {
    let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map {
      PixelPoint(x: $0.0, y: $0.1)
    }
  }

  private static func size(_ svg: TagReader.Tag) throws(SVGFault) -> PixelSize? {
    guard let width = svg.attributes["width"], let height = svg.attributes["height"] else {
      return nil
    }
    guard let width = Double(decimal: width), let height = Double(decimal: height),
      (1...GeoreferenceAnnotation.largestPixel).contains(width),
      (1...GeoreferenceAnnotation.largestPixel).contains(height)
    else { throw SVGFault(reason: "its width and height aren't numbers of pixels") }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private static func numbers(_ text: String) throws(SVGFault) -> [Double] {
    let parts = text.split { $0 == "," || $0.isWhitespace }
    // Checked before memory is taken for the corners.
    guard parts.count <= 4 * Outline.mostCorners else {
      throw SVGFault(reason: "it has too many corners")
    }
    var numbers: [Double] = []
    for part in parts {
      guard let number = Double(decimal: part), abs(number) <= GeoreferenceAnnotation.largestPixel
      else { throw SVGFault(reason: "\"\(part.prefix(20))\" isn't a number of pixels") }
      numbers.append(number)
    }
    return numbers
  }
}

/// Reads tags one after the other; texts between them, comments and entities are faults.
private struct TagReader {
  struct Tag {
    var name: String
    var attributes: [String: String] = [:]
    var isEmpty = false
    var isClosing = false
  }

  private var text: ByteReader

  init(_ text: String) { self.text = ByteReader(text) }

  var isAtEnd: Bool {
    mutating get { text.isAtEnd }
  }

  mutating func tag() throws(SVGFault) -> Tag {
    guard text.take("<") else { throw TagReader.noSVG }
    var tag = Tag(name: "")
    tag.isClosing = text.take("/")
    tag.name = text.word(until: TagReader.marks)
    while true {
      tag.isEmpty = text.take("/")
      if text.take(">") { return tag }
      let key = text.word(until: TagReader.marks)
      guard !tag.isEmpty, !key.isEmpty, text.take("=") else { throw TagReader.noSVG }
      let mark: Unicode.Scalar = text.take("'") ? "'" : "\""
      guard mark == "'" || text.take("\""), let value = text.text(before: mark) else {
        throw TagReader.noSVG
      }
      guard tag.attributes.updateValue(value, forKey: key) == nil else {
        throw SVGFault(reason: "the attribute \(key.prefix(20)) is repeated")
      }
    }
  }

  private static let marks = "<>/='\""
  private static let noSVG = SVGFault(reason: "it isn't SVG")
}
