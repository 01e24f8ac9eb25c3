import Foundation
import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// Compares our values from real photos with those of exiftool 12.
@Suite struct InventoryTests {
  /// The photos and their rows.
  static let rows: [[String: String]] = {
    guard let bytes = try? TestData.bytes("photos/inventory.csv") else { return [] }
    return CommaSeparated.rows(String(decoding: bytes, as: UTF8.self))
  }()

  /// The correct differences from exiftool, by file, with the columns and the reason.
  static let exceptions: [String: (columns: Set<String>, reason: String)] = [
    "mapillary_tools__tests__data__adobe_coords__adobe_coords.jpg": (
      ["gps_lat", "gps_lon", "gps_alt", "gps_img_direction", "gps_img_direction_ref"],
      "it has no Exif GPS; we read XMP, whose direction is marked T"
    ),
    "exifr__test__fixtures__issue-exifr-13.jpg": (
      ["gps_img_direction"], "without a direction we read the drone's gimbal"
    ),
    "pillow__Tests__images__xmp_tags_orientation.png": (
      ["orientation"], "Exif says none; we read XMP's"
    ),
    "pillow__Tests__images__xmp_tags_orientation_exiftool.png": (
      ["orientation"], "Exif says none; we read XMP's"
    ),
    "exifr__test__fixtures__issue-exifr-3.jpg": (
      ["gps_img_direction"], "without a direction we read the drone's gimbal"
    ),
    "exifr__test__fixtures__issue-metadata-extractor-152.tif": (
      ["gps_img_direction"], "without a direction we read the drone's Camera:Yaw"
    ),
    "exifr__test__fixtures__001.tif": (
      ["gps_img_direction"], "without a direction we read the drone's gimbal"
    ),
  ]

  /// The correct differences from exiftool of a whole kind of file.
  static func isException(_ column: String, _ row: [String: String], _ ours: String?) -> Bool {
    guard column == "orientation" else { return false }
    // In HEIF, the properties irot and imir count and Exif's orientation doesn't (ISO 23008-12,
    // 6.5.10).
    if ["image/heic", "image/heif", "image/avif"].contains(row["mime"]) { return ours == "1" }
    // exiftool reads no Exif behind JPEG's signature, which Pillow writes into WebP; the file's
    // name says the truth.
    if row["mime"] == "image/webp", let ours {
      return row["file"]?.contains("_\(ours).webp") == true
    }
    return false
  }

  @Test(TestData.isPresent) func everyPhotoSaysWhatExiftoolReads() throws {
    #expect(Self.rows.count > 180)
    var compared: [String: Int] = [:]
    var kinds: [PhotoContainer: Int] = [:]
    var unneeded = Self.exceptions.mapValues(\.columns)
    for row in Self.rows {
      let file = try #require(row["file"])
      let bytes = try TestData.bytes("photos/" + file)
      guard let container = PhotoContainer(content: bytes) else {
        Issue.record("\(file) is of no kind that is known")
        continue
      }
      kinds[container, default: 0] += 1
      let metadata = CaptureMetadata.read(bytes, in: container).metadata
      for (column, ours, kind) in Self.readings(metadata) {
        let theirs = row[column] ?? ""
        if !theirs.isEmpty { compared[column, default: 0] += 1 }
        let doAgree = Self.agree(ours, theirs, kind, row)
        if Self.exceptions[file]?.columns.contains(column) == true {
          if !doAgree { unneeded[file]?.remove(column) }
          continue
        }
        if Self.isException(column, row, ours) { continue }
        #expect(
          doAgree,
          "\(file): \(column) is \(ours ?? "nil"), exiftool says \"\(theirs)\"")
      }
    }
    let needless = unneeded.filter { !$0.value.isEmpty }
    #expect(needless.isEmpty, "these agree after all")
    for container in PhotoContainer.allCases {
      #expect(kinds[container, default: 0] >= 3, "\(container)")
    }
    // The comparison must have had something to compare.
    for column in ["gps_lat", "gps_lon", "gps_alt", "gps_img_direction", "focal_35mm"] {
      #expect(compared[column, default: 0] >= 5, "\(column): \(compared[column, default: 0])")
    }
  }

  enum Kind {
    case number, text, orientation, time, offset, zeroIsNone, altitude, latitude, longitude,
      reference
  }

  static func readings(_ metadata: CaptureMetadata) -> [(String, String?, Kind)] {
    func text(_ value: Double?) -> String? { value.map { "\($0)" } }
    let time = metadata.timestamp?.description
    return [
      ("gps_lat", text(metadata.latitude), .latitude),
      ("gps_lon", text(metadata.longitude), .longitude),
      ("gps_alt", text(metadata.altitude), .altitude),
      ("gps_img_direction", text(metadata.heading), .number),
      (
        "gps_img_direction_ref", metadata.headingReference.map { $0 == .magnetic ? "M" : "T" },
        .reference
      ),
      ("gps_hpos_error", text(metadata.horizontalAccuracy), .number),
      ("focal_length", text(metadata.focalLength), .number),
      ("focal_35mm", text(metadata.focalLengthIn35mm), .zeroIsNone),
      ("digital_zoom", text(metadata.digitalZoom), .zeroIsNone),
      ("orientation", "\(metadata.orientation)", .orientation),
      ("make", metadata.make, .text), ("model", metadata.model, .text),
      ("datetime_original", time.map { String($0.prefix(19)) }, .time),
      ("offset_original", time.map { String($0.dropFirst(19)) }, .offset),
    ]
  }

  static func agree(_ ours: String?, _ theirs: String, _ kind: Kind, _ row: [String: String])
    -> Bool
  {
    switch kind {
    case .number: return close(ours, theirs)
    case .latitude: return close(ours, (row["gps_lat_ref"] == "S" ? "-" : "") + theirs)
    case .longitude: return close(ours, (row["gps_lon_ref"] == "W" ? "-" : "") + theirs)
    case .text: return (ours ?? "") == theirs.trimmingCharacters(in: .whitespaces)
    case .orientation: return ours == ((1...8).contains(Int(theirs) ?? 0) ? theirs : "1")
    case .zeroIsNone: return close(ours, theirs) || (ours == nil && Double(theirs) == 0)
    case .altitude:
      let isBelow = row["gps_alt_ref"] == "1"
      return close(ours.map { isBelow ? $0.replacingOccurrences(of: "-", with: "") : $0 }, theirs)
    case .reference:
      // A reference without a direction refers to nothing.
      return (ours ?? "") == theirs || (ours == nil && (row["gps_img_direction"] ?? "").isEmpty)
    case .time:
      guard !theirs.isEmpty, !theirs.hasPrefix("0000") else { return true }
      let expected = Array(theirs)
      guard expected.count >= 19 else { return ours == nil }
      let day = String(expected[..<10]).replacingOccurrences(of: ":", with: "-")
      return ours == day + "T" + String(expected[11..<19])
    case .offset:
      guard !theirs.isEmpty else { return true }
      return (ours == "Z" ? "+00:00" : ours) == theirs
    }
  }

  private static func close(_ ours: String?, _ theirs: String) -> Bool {
    guard let ours, let a = Double(ours) else { return Double(theirs) == nil }
    guard let b = Double(theirs) else { return false }
    return abs(a - b) <= 1e-7 * max(1, abs(b))
  }
}
