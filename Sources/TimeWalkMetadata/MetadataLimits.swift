/// The limits of reading one photo's metadata; excess data are reported, not read.
///
/// The defaults are far above cameras' values: a phone's portrait photo has some 10 MB of extended
/// XMP.
package struct MetadataLimits: Hashable, Sendable {
  /// The sum of all bytes before the picture data; in other containers than JPEG, of all metadata.
  package var maximumMetadataBytes: Int
  /// The number of marker segments before the picture data, or of chunks or boxes.
  package var maximumSegments: Int
  /// The number of entries in one directory of an Exif block.
  package var maximumDirectoryEntries: Int
  /// The number of properties in one XMP packet, of elements, attributes and namespaces together,
  /// and of texts in an IPTC record.
  package var maximumProperties: Int
  /// The number of items that a HEIF file lists: tiles, thumbnails, depth maps.
  package var maximumItems: Int
  /// The sum of all bytes that compressed metadata become, also of those that are then thrown away.
  package var maximumInflatedBytes: Int
  /// The bytes of an XMP packet that is read; pieces of an extended packet in a JPEG are carried
  /// over unread.
  package var maximumPacketBytes: Int

  /// Makes limits; omitted values have their defaults.
  package init(
    maximumMetadataBytes: Int = 64 << 20, maximumSegments: Int = 4096,
    maximumDirectoryEntries: Int = 1024, maximumProperties: Int = 20_000,
    maximumItems: Int = 100_000, maximumInflatedBytes: Int = 64 << 20,
    maximumPacketBytes: Int = 16 << 20
  ) {
    self.maximumMetadataBytes = maximumMetadataBytes
    self.maximumSegments = maximumSegments
    self.maximumDirectoryEntries = maximumDirectoryEntries
    self.maximumProperties = maximumProperties
    self.maximumItems = maximumItems
    self.maximumInflatedBytes = maximumInflatedBytes
    self.maximumPacketBytes = maximumPacketBytes
  }
}
