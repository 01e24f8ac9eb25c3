/// The items of a HEIF file, their relations, and the positions of their bytes.
///
/// After ISO 14496-12, 8.11 (`iinf`, `iloc`, `iref`, `idat`, `pitm`) and ISO 23008-12, 6.5 and 9.3
/// (`iprp`).
struct HEIFItems {
  /// One item.
  struct Item {
    let type: String
    /// The media type of a `mime` item.
    let contentType: String
  }

  /// The range of a part of an item.
  private struct Extent {
    /// True if it counts from the `idat` box instead of the file's start.
    let isInside: Bool
    let offset: Int
    /// 0 for all that there is.
    let length: Int
  }

  private let bytes: [UInt8]
  private(set) var primary: Int?
  private(set) var items: [Int: Item] = [:]
  private var extents: [Int: [Extent]] = [:]
  /// From an item to those that it describes.
  private var describes: [Int: Set<Int>] = [:]
  private var data: Range<Int>?
  private(set) var properties: [HEIFBoxes.Box] = []
  /// The properties of the primary item, by number from 0.
  private(set) var ownProperties: [Int] = []
  // The limit of extents and references of all items, which keeps boxes of a byte each from
  // becoming gigabytes.
  private var listed = 0

  /// Reads the `meta` box of a file; `nil` without one.
  init?(_ bytes: [UInt8], limits: MetadataLimits) {
    self.bytes = bytes
    let top = HEIFBoxes.all(bytes, in: 0..<bytes.count, limit: limits.maximumSegments)
    guard let meta = top.first(where: { $0.type == "meta" }), meta.content.count > 4 else {
      return nil
    }
    let inside = (meta.content.lowerBound + 4)..<meta.content.upperBound
    let boxes = HEIFBoxes.all(bytes, in: inside, limit: limits.maximumSegments)
    for box in boxes where box.type == "pitm" { readPrimary(box) }
    for box in boxes {
      switch box.type {
      case "iinf": readItems(box, limit: limits.maximumItems)
      case "iloc": readLocations(box, limit: limits.maximumItems)
      case "iref": readReferences(box, limit: limits.maximumItems)
      case "idat": data = box.content
      case "iprp": readProperties(box, limit: limits.maximumItems)
      default: continue
      }
    }
  }

  /// The item of a kind that belongs to the primary one, else the first of that kind.
  func first(where isWanted: (Item) -> Bool) -> Int? {
    let found = items.filter { isWanted($0.value) }.keys.sorted()
    return found.first { id in primary.map { describes[id]?.contains($0) == true } ?? false }
      ?? found.first
  }

  /// The bytes of an item; `nil` if they don't all lie in the file, or are too many.
  func content(of id: Int, limit: Int) -> [UInt8]? {
    guard let parts = extents[id] else { return nil }
    var result: [UInt8] = []
    // Parts that lie in each other would be more than the file has.
    let limit = min(limit, bytes.count)
    for part in parts {
      let whole = part.isInside ? data ?? 0..<0 : 0..<bytes.count
      guard part.offset <= whole.count else { return nil }
      let start = whole.lowerBound + part.offset
      let length = part.length == 0 ? whole.upperBound - start : part.length
      guard length <= whole.upperBound - start, result.count + length <= limit else { return nil }
      result += bytes[start..<(start + length)]
    }
    return result.isEmpty ? nil : result
  }

  private mutating func readPrimary(_ box: HEIFBoxes.Box) {
    var numbers = HEIFNumbers(bytes, in: box.content)
    guard let version = numbers.header()?.version else { return }
    primary = numbers.number(version == 0 ? 2 : 4)
  }

  private mutating func readItems(_ box: HEIFBoxes.Box, limit: Int) {
    var numbers = HEIFNumbers(bytes, in: box.content)
    guard let version = numbers.header()?.version, numbers.number(version == 0 ? 2 : 4) != nil
    else { return }
    for entry in HEIFBoxes.all(bytes, in: numbers.left, limit: limit) where entry.type == "infe" {
      var numbers = HEIFNumbers(bytes, in: entry.content)
      // Older versions name no type, and are of other files.
      guard let version = numbers.header()?.version, version >= 2,
        let id = numbers.number(version == 2 ? 2 : 4), numbers.number(2) != nil,
        let type = numbers.number(4)
      else { continue }
      let letters = ByteOrder.big.bytes(UInt64(type), count: 4)
      var contentType = ""
      if numbers.text() != nil { contentType = numbers.text() ?? "" }
      items[id] = Item(type: String(decoding: letters, as: UTF8.self), contentType: contentType)
    }
  }

  private mutating func readLocations(_ box: HEIFBoxes.Box, limit: Int) {
    var numbers = HEIFNumbers(bytes, in: box.content)
    guard let version = numbers.header()?.version, version <= 2, let sizes = numbers.number(2),
      let count = numbers.number(version < 2 ? 2 : 4)
    else { return }
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    for _ in 0..<min(count, limit) {
      guard let id = numbers.number(version < 2 ? 2 : 4),
        let method = version == 0 ? 0 : numbers.number(2), numbers.number(2) != nil,
        let base = numbers.number(baseSize), let parts = numbers.number(2)
      else { return }
      var list: [Extent] = []
      for _ in 0..<parts {
        guard numbers.number(indexSize) != nil, let offset = numbers.number(offsetSize),
          let length = numbers.number(lengthSize)
        else { return }
        let (start, isTooFar) = base.addingReportingOverflow(offset)
        // An offset into another item's bytes (method 2) is not supported: metadata aren't stored
        // in this way.
        guard listed < limit else { return }
        listed += 1
        guard !isTooFar, method & 15 < 2 else { continue }
        list.append(Extent(isInside: method & 15 == 1, offset: start, length: length))
        // No bytes to read: a loop over an empty range ends here.
        if offsetSize + lengthSize + indexSize == 0 { break }
      }
      extents[id] = list
    }
  }

  private mutating func readReferences(_ box: HEIFBoxes.Box, limit: Int) {
    var numbers = HEIFNumbers(bytes, in: box.content)
    guard let version = numbers.header()?.version else { return }
    let size = version == 0 ? 2 : 4
    for entry in HEIFBoxes.all(bytes, in: numbers.left, limit: limit) where entry.type == "cdsc" {
      var numbers = HEIFNumbers(bytes, in: entry.content)
      guard let from = numbers.number(size), let count = numbers.number(2) else { continue }
      for _ in 0..<count {
        guard let to = numbers.number(size), listed < limit else { break }
        listed += 1
        describes[from, default: []].insert(to)
      }
    }
  }

  private mutating func readProperties(_ box: HEIFBoxes.Box, limit: Int) {
    let boxes = HEIFBoxes.all(bytes, in: box.content, limit: limit)
    // A file has one such box; a second one's numbers would refer to other properties.
    guard properties.isEmpty, let container = boxes.first(where: { $0.type == "ipco" }),
      let primary
    else { return }
    properties = HEIFBoxes.all(bytes, in: container.content, limit: limit)
    for box in boxes where box.type == "ipma" {
      var numbers = HEIFNumbers(bytes, in: box.content)
      guard let header = numbers.header(), let count = numbers.number(4) else { continue }
      for _ in 0..<min(count, limit) {
        guard let id = numbers.number(header.version == 0 ? 2 : 4), let links = numbers.number(1)
        else { break }
        for _ in 0..<links {
          guard let link = numbers.number(header.flags & 1 == 1 ? 2 : 1) else { break }
          // The highest bit marks an essential property; numbers count from 1.
          let number = header.flags & 1 == 1 ? link & 0x7FFF : link & 0x7F
          if id == primary, number >= 1, number <= properties.count, ownProperties.count < 1024 {
            ownProperties.append(number - 1)
          }
        }
      }
    }
  }
}
