import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

@Suite(
  "A photo is returned overlaid and clean, with the historical image", .waitsForProcesses,
  .onEachEngine)
struct SubmitTests {
  static let outputs = [
    "TW-000001-historical.jpg", "TW-000001-overlay.jpg", "TW-000001.jpg", "TW-000001.json",
  ]

  @Test("The four files are written under one number, then under the next; nothing is replaced")
  func numbers() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let first = try place.submit([photo], ["--json"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(Workplace.names(in: place.output) == Self.outputs)
    let answer = try #require(Answer.all(of: first).first)
    #expect(answer.sequence == 1)
    #expect(answer.original == photo)
    #expect(answer.matches == ["views:corner"])
    #expect(try answer.path("clean").hasSuffix("out/TW-000001.jpg"))
    #expect(try answer.path("overlaid").hasSuffix("out/TW-000001-overlay.jpg"))
    #expect(try answer.path("historical").hasSuffix("out/TW-000001-historical.jpg"))
    // The picture is elsewhere, so a plate names it.
    #expect(answer.rendition("historical")?["kind"] as? String == "plate")
    let before = try Self.outputs.map { try Workplace.bytes(place.output + "/" + $0) }

    let second = try place.submit([photo], ["--json", "--again"])
    #expect(try Answer.all(of: second).first?.sequence == 2)
    #expect(Workplace.names(in: place.output).count == 8)
    #expect(try Self.outputs.map { try Workplace.bytes(place.output + "/" + $0) } == before)
    #expect(try Workplace.bytes(photo) == SamplePhone.photo())
  }

  @Test("Files of another library in the folder are passed over, not replaced")
  func otherLibrary() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let other = try place.write([1, 2, 3], to: "out/TW-000041.jpg")
    let result = try place.submit([photo], ["--json"])
    #expect(try Answer.all(of: result).first?.sequence == 42)
    #expect(try Workplace.bytes(other) == [1, 2, 3])
  }

  @Test("The answer stored with the pictures equals the printed one")
  func answerFile() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit([photo], ["--json"])
    let file = try JSONSerialization.jsonObject(
      with: Data(Workplace.bytes(place.output + "/TW-000001.json")))
    let printed = try #require(result.json().first)
    #expect(file as? NSDictionary == printed as NSDictionary)
  }

  @Test("An item's own picture is delivered as the historical image")
  func picture() throws {
    let place = try Workplace()
    _ = try place.write(
      DrawnPhoto.jpeg(width: 300, height: 200, orientation: 6), to: "images/corner.jpg")
    let csv = SampleCatalogue.corner.replacing(
      "https://example.org/corner.jpg", with: "images/corner.jpg")
    #expect(try place.importCatalogue(csv).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let answer = try #require(Answer.all(of: place.submit([photo], ["--json"])).first)
    let historical = try #require(answer.rendition("historical"))
    #expect(historical["kind"] as? String == "picture")
    #expect(historical["item"] as? String == "views:corner")
    let image = try DrawnPhoto.decode(answer.path("historical"))
    #expect(image.size == PixelSize(width: 200, height: 300))
    #expect(DrawnPhoto.markedCorner(of: image) == .topRight)
  }

  @Test("A picture missing since the import gives a plate and a warning")
  func missingPicture() throws {
    let place = try Workplace()
    let media = try place.write(DrawnPhoto.jpeg(width: 64, height: 64), to: "images/corner.jpg")
    let csv = SampleCatalogue.corner.replacing(
      "https://example.org/corner.jpg", with: "images/corner.jpg")
    #expect(try place.importCatalogue(csv).status == 0)
    try FileManager.default.removeItem(atPath: media)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit([photo], ["--json"])
    #expect(result.status == 0)
    let answer = try #require(Answer.all(of: result).first)
    #expect(answer.rendition("historical")?["kind"] as? String == "plate")
    #expect(answer.warnings.contains { $0.contains("views:corner") }, "\(answer.warnings)")
  }

  /// The visible position of the first stored corner, by Exif's orientation.
  static let corners: [DrawnPhoto.Corner] = [
    .topLeft, .topRight, .bottomRight, .bottomLeft, .topLeft, .topRight, .bottomRight, .bottomLeft,
  ]

  @Test("A photo is written upright in each of the eight orientations, and is not enlarged")
  func upright() throws {
    let place = try Workplace()
    let photos = try (1...8).map { orientation in
      try place.write(
        DrawnPhoto.jpeg(width: 320, height: 240, orientation: UInt16(orientation)),
        to: "photo\(orientation).jpg")
    }
    let result = try place.submit(photos, ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    let answers = try Answer.all(of: result)
    #expect(answers.count == 8)
    for (index, answer) in answers.enumerated() {
      let size = index < 4 ? [320, 240] : [240, 320]
      for role in ["clean", "overlaid"] {
        let image = try DrawnPhoto.decode(answer.path(role))
        #expect(try answer.size(role) == size)
        #expect([image.size.width, image.size.height] == size)
        let corner = DrawnPhoto.markedCorner(of: image)
        // The overlay may lie on a mark at the bottom.
        if role == "clean" || [.topLeft, .topRight].contains(Self.corners[index]) {
          #expect(corner == Self.corners[index], "orientation \(index + 1), \(role)")
        }
      }
    }
  }

  @Test(
    "The long side is 2048 at most, the shape stays, and small photos stay small",
    arguments: [
      (4032, 3024, [2048, 1536]), (3024, 4032, [1536, 2048]), (2049, 1000, [2048, 1000]),
      (2048, 2048, [2048, 2048]), (16, 16, [16, 16]), (1, 1, [1, 1]), (6000, 40, [2048, 14]),
      (64, 3000, [44, 2048]),
    ])
  func sizes(width: Int, height: Int, expected: [Int]) throws {
    let place = try Workplace()
    let photo = try place.write(
      JPEGBuilderWithPosition.bytes(width: width, height: height), to: "photo.jpg")
    let result = try place.submit([photo], ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    let answer = try #require(Answer.all(of: result).first)
    for role in ["clean", "overlaid"] {
      #expect(try answer.size(role) == expected)
      let info = try JPEGInfo.read(Workplace.bytes(answer.path(role)))
      #expect([info.size.width, info.size.height] == expected)
    }
  }

  @Test(
    "The two variants differ only where the overlay is",
    arguments: [
      (640, 480, 1, .quarter), (480, 640, 1, .quarter), (4032, 3024, 6, .quarter),
      (321, 241, 1, .quarter), (500, 333, 8, .full), (100, 75, 1, .quarter),
    ] as [(Int, Int, UInt16, ChromaSampling)])
  func difference(width: Int, height: Int, orientation: UInt16, sampling: ChromaSampling) throws {
    let place = try Workplace()
    let photo = try place.write(
      DrawnPhoto.jpeg(width: width, height: height, orientation: orientation, sampling: sampling),
      to: "photo.jpg")
    let answer = try #require(Answer.all(of: place.submit([photo], ["--json"])).first)
    let clean = try DrawnPhoto.decode(answer.path("clean"))
    let overlaid = try DrawnPhoto.decode(answer.path("overlaid"))
    #expect(clean.size == overlaid.size && clean.sampling == overlaid.sampling)
    let region = try #require(answer.rendition("overlaid")?["overlay"] as? [String: Int])
    let (x, y) = (try #require(region["x"]), try #require(region["y"]))
    let (w, h) = (try #require(region["width"]), try #require(region["height"]))
    #expect(w > 0 && h > 0 && x >= 0 && y >= 0)
    #expect(x + w <= clean.size.width && y + h <= clean.size.height)
    #expect(Differences(clean, overlaid).isWithin(x..<x + w, y..<y + h))
    // The picture is still seen above the overlay, and the overlay is seen.
    #expect(h < clean.size.height)
    #expect(Differences(clean, overlaid).count > w * h / 4)
  }

  @Test("The overlay of a photo with all fields fits completely, at 320 and at 2048 pixels")
  func wholeOverlay() throws {
    let place = try Workplace()
    let photos = try [(320, 240), (240, 320), (2048, 1536), (1536, 2048)].map { width, height in
      try place.write(
        DrawnPhoto.jpeg(width: width, height: height), to: "photo\(width)x\(height).jpg")
    }
    for answer in try Answer.all(of: place.submit(photos, ["--json"])) {
      #expect(!answer.warnings.contains { $0.contains("too small") }, "\(answer.warnings)")
    }
  }
}

/// Photos of any size at the sample's place, from a few bytes.
enum JPEGBuilderWithPosition {
  static func bytes(width: Int, height: Int) -> [UInt8] {
    var jpeg = JPEGBuilder(width: width, height: height)
    jpeg.add(SamplePhone.exif(orientation: 1))
    return jpeg.bytes
  }
}

/// The differences of two pictures of one size, in pixels.
struct Differences {
  private(set) var columns: ClosedRange<Int>?
  private(set) var rows: ClosedRange<Int>?
  /// The number of luma samples that differ.
  private(set) var count = 0
  private let sampling: ChromaSampling

  init(_ a: PlanarImage, _ b: PlanarImage) {
    sampling = a.sampling
    for (index, (first, second)) in zip(a.planes, b.planes).enumerated() {
      let (h, v) = index == 0 ? (1, 1) : (a.sampling.horizontal, a.sampling.vertical)
      for y in 0..<first.height {
        for x in 0..<first.width where first[x, y] != second[x, y] {
          if index == 0 { count += 1 }
          columns = Differences.extend(columns, x * h...x * h + h - 1)
          rows = Differences.extend(rows, y * v...y * v + v - 1)
        }
      }
    }
  }

  /// Returns true if they are in a rectangle; a sample of colour belongs to all pixels that share
  /// it.
  func isWithin(_ x: Range<Int>, _ y: Range<Int>) -> Bool {
    guard let columns, let rows else { return true }
    let (h, v) = (sampling.horizontal - 1, sampling.vertical - 1)
    return columns.lowerBound >= x.lowerBound - h && columns.upperBound < x.upperBound + h
      && rows.lowerBound >= y.lowerBound - v && rows.upperBound < y.upperBound + v
  }

  private static func extend(_ range: ClosedRange<Int>?, _ more: ClosedRange<Int>)
    -> ClosedRange<Int>
  {
    guard let range else { return more }
    return min(range.lowerBound, more.lowerBound)...max(range.upperBound, more.upperBound)
  }
}
