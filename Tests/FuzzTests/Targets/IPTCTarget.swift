@testable import TimeWalkMetadata

extension FuzzTarget {
  /// Photoshop's image resources, and the IPTC record in them.
  static let iptc = FuzzTarget("iptc", longest: 2048) {
    let record: [UInt8] =
      [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47] + dataset(5, "Fifth Avenue")
      + dataset(55, "19110526") + dataset(60, "120000-0500") + dataset(80, "A. Ürgen")
      + dataset(120, "Looking north")
    let thumbnail: [UInt8] = Array("8BIM".utf8) + [0x04, 0x0C, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0]
    let wrapped = PhotoshopResources.wrapping(iptc: record[...])
    return [record, wrapped, thumbnail + wrapped]
  } run: { bytes in
    _ = IPTCRecord(photoshop: bytes[...])
    var end = 0
    try promise(
      PhotoshopResources.visit(bytes) { _, range in end = max(end, range.upperBound) } ?? 0
        <= bytes.count && end <= bytes.count, "a resource reaches beyond the block")
    if let without = PhotoshopResources.withoutThumbnails(bytes) {
      try promise(without.count < bytes.count, "nothing was left out with the thumbnail")
      try promise(
        PhotoshopResources.withoutThumbnails(without) == nil, "a thumbnail is still there")
    }
    var photo = EmbeddedMetadata(sidecar: [])
    photo.add(photoshop: bytes[...])
    _ = PictureWords.read(photo)
  }

  private static func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
    [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
  }
}
