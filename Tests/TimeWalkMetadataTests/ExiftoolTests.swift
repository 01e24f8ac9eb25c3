import Foundation
import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// exiftool finds a photo's tags also in the picture that got the photo's metadata.
@Suite struct ExiftoolTests {
  static func compare(
    _ originals: [(name: String, bytes: [UInt8])], allowed: [String: Set<String>] = [:]
  ) throws {
    let before = try TemporaryFolder()
    let after = try TemporaryFolder()
    for (name, bytes) in originals {
      try Data(bytes).write(to: URL(fileURLWithPath: before.path(name)))
      let container = try #require(PhotoContainer(content: bytes), "\(name)")
      let result = try MetadataCarrier(original: bytes, container: container)
        .carry(into: JPEGBuilder(width: 64, height: 48).bytes, width: 64, height: 48)
      try Data(result).write(to: URL(fileURLWithPath: after.path(name)))
    }
    let names = originals.map(\.name)
    let old = try Exiftool.listing(of: names.map(before.path))
    let new = try Exiftool.listing(of: names.map(after.path))
    #expect(old.count == originals.count && new.count == originals.count)
    for name in names {
      let tags = try #require(old[before.path(name)])
      let carried = try #require(new[after.path(name)])
      #expect(carried["ExifTool:Error"] == nil)
      let lost = Exiftool.lost(from: tags, in: carried).filter { key in
        !(allowed[name] ?? []).contains { key.hasPrefix($0) }
      }
      #expect(lost.isEmpty, "\(name): \(lost)")
    }
  }

  @Test(Exiftool.isInstalled) func aPhonesPhotoLosesNothing() throws {
    try Self.compare([
      ("big.jpg", SamplePhone.photo()),
      ("little.jpg", SamplePhone.photo(SamplePhone.exif(bigEndian: false))),
    ])
  }

  @Test(Exiftool.isInstalled, arguments: [true, false])
  func whatIsCarriedIsValid(stripLocation: Bool) throws {
    let folder = try TemporaryFolder()
    let options = MetadataCarrier.Options(stripLocation: stripLocation)
    let result = try MetadataCarrier(original: SamplePhone.photo(), options: options)
      .carry(into: JPEGBuilder(width: 64, height: 48).bytes, width: 64, height: 48)
    try Data(SamplePhone.photo()).write(to: URL(fileURLWithPath: folder.path("a.jpg")))
    try Data(result).write(to: URL(fileURLWithPath: folder.path("b.jpg")))
    let verdict = try Exiftool.run(["-validate", "-warning", "-a", "-s3", "-q", folder.url.path])
    #expect(verdict == "OK\nOK\n")
  }

  @Test(Exiftool.isInstalled, TestData.isPresent) func realPhotosLoseNothing() throws {
    let photos = try TestData.files(in: "photos").filter {
      $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg")
    }
    .map { ($0, try TestData.bytes("photos/" + $0)) }
    .filter { $0.1.starts(with: [0xFF, 0xD8]) }
    #expect(photos.count > 100)
    try Self.compare(photos, allowed: Self.allowed)
  }

  @Test(Exiftool.isInstalled, TestData.isPresent) func otherKindsOfFilesLoseNothing() throws {
    let files = try TestData.files(in: "photos").map { ($0, try TestData.bytes("photos/" + $0)) }
      .filter { PhotoContainer(content: $0.1).map { $0 != .jpeg } ?? false }
    #expect(files.count > 60)
    var allowed = Self.allowed
    for (name, bytes) in files {
      allowed[name, default: []].formUnion(
        PhotoContainer(content: bytes).flatMap { Self.ofContainer[$0] } ?? [])
    }
    try Self.compare(files, allowed: allowed)
  }

  /// Tags of a format and not of the photo, by prefix of the tag.
  static let ofContainer: [PhotoContainer: Set<String>] = [
    // Texts become comments, which another test holds; the rest is about the storage of pixels.
    .png: ["PNG:", "PNG-pHYs:", "XMP-tiff:Compression"],
    .tiff: [
      "IFD0:BitsPerSample", "IFD0:Compression", "IFD0:PhotometricInterpretation",
      "IFD0:PlanarConfiguration", "IFD0:RowsPerStrip", "IFD0:SampleFormat", "IFD0:SamplesPerPixel",
      "IFD0:StripByteCounts", "IFD0:StripOffsets", "IFD0:FillOrder", "IFD0:MinSampleValue",
    ],
    // Profiles of other pictures in the file.
    .heif: ["ICC-header2", "ICC_Profile2"],
  ]

  /// The additional tags that real photos rightly lose, by file and prefix of the tag.
  static let allowed: [String: Set<String>] = [
    // Its profile is for CMYK, the new picture is not.
    "exifr__test__fixtures__issue-metadata-extractor-65.jpg": ["ICC"],
    // It counts from the start of a file that is no longer there.
    "exif-py__tests__resources__avif__mountains.avif": ["Olympus:PreviewImageStart"],
    // These hold several pictures with Exif or XMP of their own; the primary one's are carried.
    "pillow_heif__tests__images__heif_other__empty_icc.heic": [
      "Apple:", "ExifIFD:", "GPS:", "IFD0:ModifyDate", "XMP-",
    ],
    "pillow_heif__tests__images__heif_other__spatial_photo.heic": ["Apple:", "ExifIFD:LensModel"],
    "pillow_heif__tests__images__heif_special__aux_YCbCr.heic": ["Samsung:", "XMP-x:XMPToolkit"],
    "pillow_heif__tests__images__heif_special__200MP.heic": ["Samsung:", "XMP-x:XMPToolkit"],
    // exiftool counts this from the start of the file.
    "exif-samples__jpg__tests__87_OSError.jpg": ["PreviewIFD:PreviewImageStart"],
  ]
}
