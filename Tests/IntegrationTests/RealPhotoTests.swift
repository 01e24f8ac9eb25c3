import Foundation
import Testing
import TimeWalkImaging
import TimeWalkTestSupport

/// Every JPEG with a position in the development data's inventory, in one batch.
@Suite("Real photos with a position", .waitsForProcesses, TestData.isPresent)
struct RealPhotoTests {
  /// Photos that are rightly refused: by file, the error's word and why.
  static let refused: [String: (code: String, reason: String)] = [
    "metadata-extractor-images__jpg__Issue 308.jpg": (
      "positionMissing", "its position is latitude 0, longitude 0: a receiver without a fix"
    ),
    "pillow__Tests__images__ultrahdr.jpg": (
      "imageDamaged", "it ends after 48 KB; its own index puts the second picture at 513 KB"
    ),
  ]

  /// The additional tags that real photos rightly lose, by file and prefix of the tag.
  static let lost: [String: [String]] = [
    // exiftool counts this from the start of the file.
    "exif-samples__jpg__tests__87_OSError.jpg": ["PreviewIFD:PreviewImageStart"]
  ]

  struct Photo {
    let file: String
    let path: String
    let latitude: Double
    let longitude: Double
  }

  static func photos() throws -> [Photo] {
    let folder = try #require(TestData.folder).appendingPathComponent("photos")
    let text = String(decoding: try TestData.bytes("photos/inventory.csv"), as: UTF8.self)
    return try CommaSeparated.rows(text)
      .filter { $0["mime"] == "image/jpeg" && $0["gps_lat"]?.isEmpty == false }
      .map { row in
        let file = try #require(row["file"])
        // The inventory has degrees without a sign and the hemisphere beside them.
        let latitude = try #require(row["gps_lat"].flatMap(Double.init))
        let longitude = try #require(row["gps_lon"].flatMap(Double.init))
        return Photo(
          file: file, path: folder.appendingPathComponent(file).path,
          latitude: row["gps_lat_ref"] == "S" ? -latitude : latitude,
          longitude: row["gps_lon_ref"] == "W" ? -longitude : longitude)
      }
  }

  @Test("Each submits where it was taken, or is refused for the reason in the table")
  func places() throws {
    let photos = try Self.photos()
    #expect(photos.count > 40)
    #expect(photos.contains { $0.latitude < 0 } && photos.contains { $0.longitude < 0 })
    let place = try Workplace()
    let result = try place.submit(photos.map(\.path), ["--json"])
    #expect(result.status == 65)
    let answers = try Answer.all(of: result)
    try #require(answers.count == photos.count)
    for (photo, answer) in zip(photos, answers) {
      #expect(answer.original == photo.path)
      if let expected = Self.refused[photo.file] {
        #expect(answer.errorCode == expected.code, "\(photo.file): \(expected.reason)")
        continue
      }
      #expect(answer.errorCode == nil, "\(photo.file): \(answer.errorMessage ?? "")")
      guard answer.errorCode == nil else { continue }
      let latitude = try #require(answer.viewpoint("latitude"))
      let longitude = try #require(answer.viewpoint("longitude"))
      #expect(abs(latitude - photo.latitude) < 1e-6, "\(photo.file): \(latitude)")
      #expect(abs(longitude - photo.longitude) < 1e-6, "\(photo.file): \(longitude)")
      try checkPictures(of: answer, photo)
    }
  }

  /// Checks that both variants are whole pictures of the size that the original requires.
  private func checkPictures(of answer: Answer, _ photo: Photo) throws {
    let original = try JPEGInfo.read(Workplace.bytes(photo.path)).size.fitted(within: 2048)
    for role in ["clean", "overlaid"] {
      let picture = try JPEGPicture.decode(Workplace.bytes(answer.path(role)))
      #expect(picture.warningCount == 0, "\(photo.file)")
      let size = picture.image.size
      #expect(size == original || size == original.turned, "\(photo.file): \(size)")
      #expect(try answer.size(role) == [size.width, size.height])
    }
  }

  @Test("exiftool finds no lost tag in their outputs", Exiftool.isInstalled)
  func tags() throws {
    let place = try Workplace()
    let photos = try Self.photos()
    let answers = try place.submit(photos.map(\.path), ["--json"]).json().map(Answer.init)
      .filter { $0.errorCode == nil }
    #expect(answers.count == photos.count - Self.refused.count)
    let outputs = try answers.flatMap { answer in
      try ["clean", "overlaid"].map { (try #require(answer.original), try answer.path($0)) }
    }
    let listing = try Exiftool.listing(of: photos.map(\.path) + outputs.map(\.1))
    for (original, output) in outputs {
      let file = URL(fileURLWithPath: original).lastPathComponent
      let before = try #require(listing[original])
      let after = try #require(listing[output])
      #expect(after["ExifTool:Error"] == nil)
      // A profile that isn't sRGB's gives way to one that is, once the colours are turned.
      let isTurned = after.contains {
        $0.key.hasSuffix("ProfileDescription") && $0.value == ["sRGB"]
      }
      let lost = Exiftool.lost(from: before, in: after).filter { tag in
        !(Self.lost[file] ?? []).contains { tag.hasPrefix($0) }
          && !(isTurned && tag.hasPrefix("ICC"))
      }
      #expect(lost.isEmpty, "\(file): \(lost)")
    }
  }
}
