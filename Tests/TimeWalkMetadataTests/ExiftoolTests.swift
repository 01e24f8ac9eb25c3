import Foundation
import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// What exiftool finds in a photo, it finds in the picture that got the photo's metadata.
@Suite struct ExiftoolTests {
  static let exiftool: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { $0 + "/exiftool" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isInstalled: ConditionTrait {
    .enabled(if: exiftool != nil, "exiftool is not installed (Debian: libimage-exiftool-perl)")
  }

  /// The values of each `Group:Tag`, by file; a tag may stand in a group more than once.
  typealias Listing = [String: [String: Set<String>]]

  /// What exiftool prints.
  static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(exiftool))
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// All tags of the files in a folder.
  static func listing(of folder: URL) throws -> Listing {
    let data = try run(["-j", "-G1:4", "-a", "-u", "-b", "-n", "-q", folder.path])
    let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    var result: Listing = [:]
    for row in rows {
      guard let path = row["SourceFile"] as? String else { continue }
      var tags: [String: Set<String>] = [:]
      for (key, value) in row {
        // Copies are numbered in between, over the whole file: the numbers depend on what is left out.
        let parts = key.split(separator: ":").filter { !$0.hasPrefix("Copy") }
        tags[parts.joined(separator: ":"), default: []].insert("\(value)")
      }
      result[URL(fileURLWithPath: path).lastPathComponent] = tags
    }
    return result
  }

  /// Whether a tag is about the file rather than the metadata, or is documented to change.
  static func mayChange(_ key: String) -> Bool {
    let parts = key.split(separator: ":")
    guard parts.count >= 2, let group = parts.first, let name = parts.last else { return true }
    switch group {
    // The file, its coding, what is computed, and pictures behind the first.
    case "File": return name != "Comment"
    case "System", "ExifTool", "Composite", "Adobe", "MPF0", "JFXX": return true
    case let group where group.hasPrefix("MPImage") || group.hasPrefix("IFD1"): return true
    case "JFIF": return !["XResolution", "YResolution", "ResolutionUnit"].contains(name)
    case "IFD0": return ["Orientation", "ImageWidth", "ImageHeight"].contains(name)
    case "ExifIFD": return ["ExifImageWidth", "ExifImageHeight"].contains(name)
    case "Photoshop": return ["PhotoshopThumbnail", "ThumbnailImage"].contains(name)
    case "XMP-tiff": return ["Orientation", "ImageWidth", "ImageHeight"].contains(name)
    case "XMP-exif": return ["ExifImageWidth", "ExifImageHeight"].contains(name)
    case "XMP-GPano": return name.contains("Pixels")
    default: return false
    }
  }

  static func compare(
    _ originals: [(name: String, bytes: [UInt8])], allowed: [String: Set<String>] = [:]
  ) throws {
    let before = try TemporaryFolder()
    let after = try TemporaryFolder()
    for (name, bytes) in originals {
      try Data(bytes).write(to: URL(fileURLWithPath: before.path(name)))
      let result = try MetadataCarrier(original: bytes)
        .carry(into: JPEGBuilder(width: 64, height: 48).bytes, width: 64, height: 48)
      try Data(result).write(to: URL(fileURLWithPath: after.path(name)))
    }
    let old = try listing(of: before.url)
    let new = try listing(of: after.url)
    #expect(old.count == originals.count && new.count == originals.count)
    for (name, tags) in old {
      let carried = new[name] ?? [:]
      #expect(carried["ExifTool:Error"] == nil)
      let lost = tags.filter { key, values in
        !mayChange(key) && !values.isSubset(of: carried[key] ?? [])
          && !(allowed[name] ?? []).contains { key.hasPrefix($0) }
      }
      #expect(lost.isEmpty, "\(name): \(lost.keys.sorted())")
    }
  }

  @Test(isInstalled) func aPhonesPhotoLosesNothing() throws {
    try Self.compare([
      ("big.jpg", SamplePhone.photo()),
      ("little.jpg", SamplePhone.photo(SamplePhone.exif(bigEndian: false))),
    ])
  }

  @Test(isInstalled, arguments: [true, false])
  func whatIsCarriedIsValid(stripLocation: Bool) throws {
    let folder = try TemporaryFolder()
    let options = MetadataCarrier.Options(stripLocation: stripLocation)
    let result = try MetadataCarrier(original: SamplePhone.photo(), options: options)
      .carry(into: JPEGBuilder(width: 64, height: 48).bytes, width: 64, height: 48)
    try Data(SamplePhone.photo()).write(to: URL(fileURLWithPath: folder.path("a.jpg")))
    try Data(result).write(to: URL(fileURLWithPath: folder.path("b.jpg")))
    let verdict = try Self.run(["-validate", "-warning", "-a", "-s3", "-q", folder.url.path])
    #expect(String(decoding: verdict, as: UTF8.self) == "OK\nOK\n")
  }

  @Test(isInstalled, TestData.isPresent) func realPhotosLoseNothing() throws {
    let photos = try TestData.files(in: "photos").filter {
      $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg")
    }
    .map { ($0, try TestData.bytes("photos/" + $0)) }
    .filter { $0.1.starts(with: [0xFF, 0xD8]) }
    #expect(photos.count > 100)
    try Self.compare(photos, allowed: Self.allowed)
  }

  /// What real photos rightly lose besides, by file and prefix of the tag.
  static let allowed: [String: Set<String>] = [
    // Its profile is for CMYK, the new picture is not.
    "exifr__test__fixtures__issue-metadata-extractor-65.jpg": ["ICC"],
    // exiftool counts this from the start of the file.
    "exif-samples__jpg__tests__87_OSError.jpg": ["PreviewIFD:PreviewImageStart"],
  ]
}
