import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// Compares the report of `inspect` on each photo of the development data with exiftool 12:
/// position, direction, time and focal lengths.
@Suite struct InspectInventoryTests {
  private static let magneticAlone: (columns: Set<String>, reason: String) = (
    ["direction"], "a magnetic direction without a position has no true one"
  )

  /// Where we rightly differ from exiftool, by file, with the columns and the reason.
  static let differences: [String: (columns: Set<String>, reason: String)] = [
    "pillow_heif__tests__images__heif_other__spatial_photo.heic": (
      ["latitude", "longitude"], "0, 0 is no position"
    ),
    "metadata-extractor-images__jpg__Issue 308.jpg": (
      ["latitude", "longitude"], "0, 0 is no position"
    ),
    "ultra_hdr_samples__SDR Emulation__Ultra_HDR_Samples_Emulated_01_base.jpg": magneticAlone,
    "ultra_hdr_samples__SDR Emulation__Ultra_HDR_Samples_Emulated_01_hdr.jpg": magneticAlone,
    "ultra_hdr_samples__SDR Emulation__Ultra_HDR_Samples_Emulated_04_hdr.jpg": magneticAlone,
    "ultra_hdr_samples__SDR Emulation__Ultra_HDR_Samples_Emulated_05_base.jpg": magneticAlone,
    "ultra_hdr_samples__SDR Emulation__Ultra_HDR_Samples_Emulated_05_hdr.jpg": magneticAlone,
    "mapillary_tools__tests__data__adobe_coords__adobe_coords.jpg": (
      ["latitude", "longitude", "direction"], "it has no Exif GPS; we read XMP"
    ),
    "exifr__test__fixtures__issue-exifr-13.jpg": (
      ["direction"], "without a direction we read the drone's gimbal"
    ),
    "exifr__test__fixtures__issue-exifr-3.jpg": (
      ["direction"], "without a direction we read the drone's gimbal"
    ),
    "exifr__test__fixtures__001.tif": (
      ["direction"], "without a direction we read the drone's gimbal"
    ),
    "exifr__test__fixtures__issue-metadata-extractor-152.tif": (
      ["direction"], "without a direction we read the drone's Camera:Yaw"
    ),
  ]

  /// A photo's values in the report and in the inventory's row.
  struct Reading {
    var column: String
    var ours: Double?
    var theirs: Double?
    var tolerance: Double

    var doAgree: Bool {
      guard let ours, let theirs else { return ours == nil && theirs == nil }
      return abs(ours - theirs) <= tolerance
    }
  }

  static func readings(_ report: InspectReport, _ row: [String: String]) -> [Reading] {
    func number(_ column: String) -> Double? { row[column].flatMap(Double.init) }
    func signed(_ column: String, _ reference: String, _ letter: String) -> Double? {
      number(column).map { row[reference] == letter ? -$0 : $0 }
    }
    let view = report.viewpoint
    // A focal length of 0 is unknown.
    func length(_ column: String) -> Double? { number(column).flatMap { $0 == 0 ? nil : $0 } }
    return [
      Reading(
        column: "latitude", ours: view?.latitude, theirs: signed("gps_lat", "gps_lat_ref", "S"),
        tolerance: 1e-7),
      Reading(
        column: "longitude", ours: view?.longitude, theirs: signed("gps_lon", "gps_lon_ref", "W"),
        tolerance: 1e-7),
      Reading(
        column: "direction", ours: view?.declination?.magneticHeading ?? view?.heading,
        theirs: number("gps_img_direction"), tolerance: 0.0501),
      Reading(
        column: "focal length", ours: report.exposure.focalLength.flatMap { $0 == 0 ? nil : $0 },
        theirs: length("focal_length"), tolerance: 0.00501),
      Reading(
        column: "35 mm focal length", ours: report.exposure.focalLengthIn35mm,
        theirs: length("focal_35mm"), tolerance: 0.0501),
    ]
  }

  /// True if the time is exiftool's; a time that it shows as zeros or in part is none.
  static func isSameTime(_ report: InspectReport, _ row: [String: String]) -> Bool {
    let theirs = row["datetime_original"] ?? ""
    guard theirs.count >= 19, !theirs.hasPrefix("0000") else { return true }
    let day = theirs.prefix(10).replacing(":", with: "-")
    return report.viewpoint?.timestamp?.prefix(19) == "\(day)T\(theirs.dropFirst(11).prefix(8))"
  }

  @Test(TestData.isPresent) func everyPhotoIsReadAsExiftoolReadsIt() throws {
    let text = try String(decoding: TestData.bytes("photos/inventory.csv"), as: UTF8.self)
    let folder = try #require(TestData.folder).appendingPathComponent("photos")
    let pipeline = Pipeline(inspectingIn: StorePaths())
    var found: [String: Set<String>] = [:]
    var compared: [String: Int] = [:]
    for row in CommaSeparated.rows(text) {
      let file = try #require(row["file"])
      // A picture that is damaged or too large for a build has no report.
      guard
        let report = try? pipeline.inspect(
          InspectRequest(path: folder.appendingPathComponent(file).path))
      else { continue }
      for reading in Self.readings(report, row) {
        if reading.theirs != nil { compared[reading.column, default: 0] += 1 }
        guard !reading.doAgree else { continue }
        found[file, default: []].insert(reading.column)
        #expect(
          Self.differences[file]?.columns.contains(reading.column) == true,
          "\(file): \(reading.column) is \(reading.ours as Any), exiftool says \(reading.theirs as Any)"
        )
      }
      if let time = row["datetime_original"], !time.isEmpty { compared["time", default: 0] += 1 }
      if !Self.isSameTime(report, row) {
        found[file, default: []].insert("time")
        #expect(
          Self.differences[file]?.columns.contains("time") == true,
          "\(file): the time is \(report.viewpoint?.timestamp as Any), exiftool says \(row["datetime_original"] as Any)"
        )
      }
    }
    #expect(found == Self.differences.mapValues(\.columns), "these agree after all")
    // The comparison must have had something to compare.
    for (column, least) in [
      ("latitude", 30), ("direction", 10), ("focal length", 50), ("time", 40),
    ] {
      #expect(compared[column, default: 0] >= least, "\(column): \(compared)")
    }
  }
}
