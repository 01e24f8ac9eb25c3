import TimeWalkTestSupport

@testable import TimeWalkMetadata

/// All that is read from a photo's file without decoding it.
enum ContainerReading {
  static func read(_ bytes: [UInt8], in container: PhotoContainer) {
    let embedded = EmbeddedMetadata(bytes, in: container)
    _ = CaptureMetadata.read(embedded)
    _ = PictureWords.read(embedded)
  }

  static let exif = SamplePhone.exif().block
  static let packet = Array(JPEGBuilder.packet(SamplePhone.xmp).utf8)

  private static let jpeg: [UInt8] = {
    var builder = JPEGBuilder()
    builder.add(SamplePhone.exif())
    builder.add(xmp: SamplePhone.xmp)
    builder.add(
      0xED, JPEGSegment.Signature.photoshop + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 0])
    builder.add(0xFE, Array("A comment".utf8))
    return builder.bytes
  }()

  /// Files of every kind with metadata in them.
  static func examples(of container: PhotoContainer) -> [[UInt8]] {
    switch container {
    case .jpeg: [jpeg]
    case .png:
      [
        PhotoFiles.png([("eXIf", exif)]),
        PhotoFiles.png([("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet)]),
        PhotoFiles.png([("tEXt", PhotoFiles.rawProfile("exif", exif))]),
        PhotoFiles.png([("tEXt", Array("Comment\0Bare".utf8)), ("zTXt", zText)]),
        PhotoFiles.png([("iTXt", Array("Title\0\0\0de\0Titel\0Strasse".utf8)), ("iCCP", zText)]),
      ]
    case .webp:
      [
        PhotoFiles.webp([("EXIF", exif), ("XMP ", packet)]),
        PhotoFiles.webp([("ICCP", Array("profile".utf8))]),
      ]
    case .tiff:
      [
        exif, SamplePhone.exif(bigEndian: false).block,
        ExifBuilder().setting(0x02BC, .bytes(packet), in: .primary).block,
        TIFFBuilder.dng(),
      ]
    case .heif:
      PhotoFiles.Storage.allCases.flatMap { storage in
        [
          PhotoFiles.heif([("Exif", "", PhotoFiles.exifItem(exif))], storage: storage),
          PhotoFiles.heif([("mime", "application/rdf+xml", packet)], storage: storage, turns: 1),
        ]
      }
    }
  }

  /// "Comment", compressed: a block of zlib that is only stored.
  private static let zText: [UInt8] =
    Array("Title\0\0".utf8) + [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF] + Array("Hi".utf8)
    + [0, 0xFB, 0, 0xB2]
}

extension FuzzTarget {
  /// The blocks of the kinds of files whose boxes, chunks and directories TimeWalk walks itself.
  static let containers: [FuzzTarget] = [PhotoContainer.png, .heif, .tiff, .webp].map { container in
    FuzzTarget("\(container.rawValue)-blocks") {
      ContainerReading.examples(of: container)
    } run: { bytes in
      ContainerReading.read(bytes, in: container)
    }
  }
}
