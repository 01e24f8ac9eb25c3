/// Builds HEIF files of coded pictures and of pictures that are put together from these; all data
/// lies in `idat`.
package struct HEIFBuilder: Sendable {
  /// One picture of a file.
  package struct Item: Sendable {
    let id: Int
    let type: String
    let data: [UInt8]
    let properties: [[UInt8]]
    let isHidden: Bool
    /// Its references, by kind.
    let references: [(kind: String, to: [Int])]
  }

  private var items: [Item] = []

  /// Makes a file without pictures.
  package init() {}

  /// A number in so many bytes, the most significant first.
  package static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A box with a content.
  package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(type.utf8) + content
  }

  /// A box of a file that holds a few small ones, whole; empty if there is none.
  package static func box(_ type: String, of file: [UInt8]) -> [UInt8] {
    let name = Array(type.utf8)
    guard let at = (4..<max(4, file.count - 4)).first(where: { file[$0...].starts(with: name) })
    else { return [] }
    let count = file[(at - 4)..<at].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[(at - 4)...].prefix(count))
  }

  /// The property `irot`: quarter turns against the clock.
  package static func turn(_ quarters: Int) -> [UInt8] { box("irot", [UInt8(quarters & 3)]) }

  /// The property `imir`: 0 exchanges top and bottom, 1 left and right.
  package static func mirror(_ mode: Int) -> [UInt8] { box("imir", [UInt8(mode & 1)]) }

  /// The property `clap`: a size, and how far its middle lies from the picture's, in halves of
  /// pixels.
  package static func aperture(
    _ width: Int, _ height: Int, right halfColumns: Int = 0, down halfRows: Int = 0
  ) -> [UInt8] {
    box(
      "clap",
      [(width, 1), (height, 1), (halfColumns, 2), (halfRows, 2)]
        .flatMap { number($0.0, 4) + number($0.1, 4) })
  }

  /// Adds a picture that is coded in HEVC.
  ///
  /// - Parameters:
  ///   - id: its number in the file.
  ///   - decoder: its box `hvcC`, whole.
  ///   - width: its width, pixels.
  ///   - height: its height, pixels.
  ///   - data: the coded picture.
  ///   - alpha: the picture whose alpha this one is.
  ///   - isHidden: true if it only serves others.
  package mutating func addCoded(
    _ id: Int, decoder: [UInt8], width: Int, height: Int, data: [UInt8], alphaOf alpha: Int? = nil,
    isHidden: Bool = false
  ) {
    let auxiliary = Self.box("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1\0".utf8))
    items.append(
      Item(
        id: id, type: "hvc1", data: data,
        properties: [decoder, Self.size(width, height)] + (alpha == nil ? [] : [auxiliary]),
        isHidden: isHidden, references: alpha.map { [("auxl", [$0])] } ?? []))
  }

  /// Adds a picture of tiles, row by row.
  ///
  /// - Parameters:
  ///   - id: its number in the file.
  ///   - columns: tiles side by side.
  ///   - tiles: their numbers; as many as fill whole rows.
  ///   - width: its width, pixels; tiles reach beyond it.
  ///   - height: its height, pixels.
  ///   - properties: its transformations, in this order.
  ///   - alpha: the picture whose alpha this one is.
  ///   - larger: the picture that this one says to be a thumbnail of.
  package mutating func addGrid(
    _ id: Int, columns: Int, of tiles: [Int], width: Int, height: Int, properties: [[UInt8]] = [],
    alphaOf alpha: Int? = nil, thumbnailOf larger: Int? = nil
  ) {
    let rows = tiles.count / columns
    let auxiliary = Self.box("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1\0".utf8))
    items.append(
      Item(
        id: id, type: "grid",
        data: [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + Self.number(width, 4)
          + Self.number(height, 4),
        properties: [Self.size(width, height)] + (alpha == nil ? [] : [auxiliary]) + properties,
        isHidden: alpha != nil,
        references: [("dimg", tiles)] + (alpha.map { [("auxl", [$0])] } ?? [])
          + (larger.map { [("thmb", [$0])] } ?? [])))
  }

  /// Adds a picture of others that are laid over each other.
  ///
  /// - Parameters:
  ///   - id: its number in the file.
  ///   - fill: red, green, blue and alpha of the ground, 0...65535.
  ///   - layers: numbers and places, the lowest first.
  ///   - width: its width, pixels.
  ///   - height: its height, pixels.
  package mutating func addOverlay(
    _ id: Int, fill: [Int], of layers: [(id: Int, x: Int, y: Int)], width: Int, height: Int
  ) {
    items.append(
      Item(
        id: id, type: "iovl",
        data: [0, 1] + fill.flatMap { Self.number($0, 2) } + Self.number(width, 4)
          + Self.number(height, 4)
          + layers.flatMap { Self.number($0.x, 4) + Self.number($0.y, 4) },
        properties: [Self.size(width, height)], isHidden: false,
        references: [("dimg", layers.map(\.id))]))
  }

  private static func size(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", number(0, 4) + number(width, 4) + number(height, 4))
  }

  /// The file, which shows one of its pictures.
  package func bytes(primary: Int) -> [UInt8] {
    var data: [UInt8] = []
    var locations: [UInt8] = [], infos: [UInt8] = [], references: [UInt8] = []
    var properties: [UInt8] = [], associations: [UInt8] = []
    var known: [[UInt8]] = []
    for item in items {
      locations +=
        Self.number(item.id, 2) + Self.number(1, 2) + Self.number(0, 2) + Self.number(1, 2)
        + Self.number(data.count, 4) + Self.number(item.data.count, 4)
      data += item.data
      infos += Self.box(
        "infe",
        [2, 0, 0, item.isHidden ? 1 : 0] + Self.number(item.id, 2) + [0, 0]
          + Array(item.type.utf8) + [0])
      for reference in item.references {
        references += Self.box(
          reference.kind,
          Self.number(item.id, 2) + Self.number(reference.to.count, 2)
            + reference.to.flatMap { Self.number($0, 2) })
      }
      associations += Self.number(item.id, 2) + [UInt8(item.properties.count)]
      for property in item.properties {
        // Items share equal properties.
        let index = known.firstIndex(of: property) ?? known.count
        if index == known.count {
          known.append(property)
          properties += property
        }
        // Properties that change the picture must be understood by readers.
        let isEssential = ["hvcC", "irot", "imir", "clap"].contains {
          property.dropFirst(4).starts(with: Array($0.utf8))
        }
        associations.append(UInt8(index + 1) | (isEssential ? 0x80 : 0))
      }
    }
    let meta =
      Self.box("hdlr", Self.number(0, 8) + Array("pict".utf8) + Self.number(0, 13))
      + Self.box("pitm", [0, 0, 0, 0] + Self.number(primary, 2))
      + Self.box("iloc", [1, 0, 0, 0, 0x44, 0] + Self.number(items.count, 2) + locations)
      + Self.box("iinf", [0, 0, 0, 0] + Self.number(items.count, 2) + infos)
      + Self.box("iref", [0, 0, 0, 0] + references)
      + Self.box(
        "iprp",
        Self.box("ipco", properties)
          + Self.box("ipma", [0, 0, 0, 0] + Self.number(items.count, 4) + associations))
      + Self.box("idat", data)
    return Self.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
      + Self.box("meta", [0, 0, 0, 0] + meta)
  }
}
