extension EmbeddedMetadata {
  /// Exif and XMP items, the profile, and the size of the upright picture.
  mutating func readHEIF(_ bytes: [UInt8], _ limits: MetadataLimits) {
    // irot and imir define the orientation; without them the picture isn't turned.
    isTurnedByFile = true
    guard let items = HEIFItems(bytes, limits: limits) else {
      return warn(.truncated, "The file's list of pictures and metadata is missing.")
    }
    readProperties(of: items, bytes, limits)
    if let id = items.first(where: { $0.type == "Exif" }) {
      if let content = items.content(of: id, limit: limits.maximumMetadataBytes),
        let block = EmbeddedMetadata.exifBlock(inItem: content)
      {
        add(exif: block)
      } else {
        warn(.exifUnreadable, "The photo's Exif block can't be read.")
      }
    }
    let isPacket = { (item: HEIFItems.Item) in
      item.type == "mime" && item.contentType.lowercased().hasPrefix("application/rdf+xml")
    }
    if let id = items.first(where: isPacket) {
      if let packet = items.content(of: id, limit: limits.maximumMetadataBytes) {
        add(xmp: packet[...])
      } else {
        warn(.leftOut, "The photo's XMP packet is outside the file.")
      }
    }
    // Some programs store the IPTC record in this way; no standard defines its type.
    if let id = items.first(where: { $0.type == "iptc" || $0.contentType.hasPrefix("image/iptc") }),
      let record = items.content(of: id, limit: limits.maximumMetadataBytes)
    {
      add(photoshop: record[...])
    }
  }

  /// The TIFF block behind the four bytes with its offset (ISO 23008-12, A.2.1), or its actual
  /// position.
  private static func exifBlock(inItem content: [UInt8]) -> ArraySlice<UInt8>? {
    guard content.count > 8 else { return nil }
    let stated = 4 + Int(ByteOrder.big.uint32(content, 0))
    return [stated, 4, 10, 0, 6].lazy.compactMap { start -> ArraySlice<UInt8>? in
      guard start <= content.count - 8 else { return nil }
      let block = content[start...]
      return block.starts(with: Array("MM\0*".utf8)) || block.starts(with: Array("II*\0".utf8))
        ? block : nil
    }.first
  }

  private mutating func readProperties(
    of items: HEIFItems, _ bytes: [UInt8], _ limits: MetadataLimits
  ) {
    var size: (width: Int, height: Int)?
    var isOnItsSide = false
    for number in items.ownProperties {
      let box = items.properties[number]
      var numbers = HEIFNumbers(bytes, in: box.content)
      switch box.type {
      case "ispe":
        guard numbers.header() != nil, let width = numbers.number(4), let height = numbers.number(4)
        else { continue }
        size = size ?? (width, height)
      case "irot": isOnItsSide = (numbers.number(1) ?? 0) & 1 == 1
      case "colr": addProfile(box, bytes, limits)
      default: continue
      }
    }
    // In a tiled picture, the colour profile may be in the tiles only.
    let own = items.ownProperties.map { items.properties[$0] }
    if !own.contains(where: { $0.type == "colr" }) {
      for box in items.properties where box.type == "colr" { addProfile(box, bytes, limits) }
    }
    guard let size else { return }
    frame =
      isOnItsSide
      ? FrameSize(width: size.height, height: size.width)
      : FrameSize(width: size.width, height: size.height)
  }

  private mutating func addProfile(
    _ box: HEIFBoxes.Box, _ bytes: [UInt8], _ limits: MetadataLimits
  ) {
    var numbers = HEIFNumbers(bytes, in: box.content)
    // `prof` and `rICC`; others are numbers of a table.
    guard let kind = numbers.number(4), kind == 0x7072_6F66 || kind == 0x7249_4343,
      numbers.left.count <= limits.maximumMetadataBytes
    else { return }
    add(profile: bytes[numbers.left])
  }
}
