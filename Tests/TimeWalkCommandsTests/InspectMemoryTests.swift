import Testing
import TimeWalkTestSupport

@Suite("inspect takes the photos that submit takes", .waitsForProcesses)
struct InspectMemoryTests {
  /// 108 million pixels, of which the planes take 162 MB.
  static let bytes = LargePhotos.jpeg(12_000, 9_000)

  @Test("A large photo is measured whole, or smaller where the memory is less")
  func largePhoto() throws {
    let place = try Workplace()
    let photo = try place.write(Self.bytes, to: "large.jpg")
    let whole = try place.run(["inspect", photo, "--json"])
    #expect(whole.status == 0 && !whole.errors.contains("measured"), "\(whole.errors)")
    let small = try place.run(["inspect", photo, "--json", "--photo-memory", "200MB"])
    #expect(small.status == 0, "\(small.errors)")
    #expect(small.errors.contains("large.jpg was measured at "), "\(small.errors)")
    for result in [whole, small] {
      let report = try #require(try result.json().first)
      #expect(report["width"] as? Int == 12_000 && report["height"] as? Int == 9_000)
    }
  }
}
