import Foundation
import Testing
import TimeWalkTestSupport

/// Photos of the development data that the commands once refused or read wrongly.
@Suite("Found photos", .waitsForProcesses)
struct FoundPhotoCommandTests {
  static func path(_ name: String) -> String {
    (TestData.folder?.path ?? "") + "/found/photos/" + name
  }

  @Test("Large JPEGs are inspected", TestData.isPresent)
  func large() throws {
    let place = try Workplace()
    for name in [
      "inspect-48mp-444__right-inspected.jpg", "inspect-59mp-public__right-inspected.jpg",
    ] {
      let result = try place.run(["inspect", Self.path(name), "--json"])
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("A JPEG without its last 20 bytes is taken with a warning, or refused", TestData.isPresent)
  func cut() throws {
    let place = try Workplace()
    let photo = Self.path("trunc-last-20-bytes__right-kept-with-warning.jpg")
    let given = ["--latitude", "40.7536", "--longitude=-73.9808"]
    let taken = try place.submit([photo], given)
    #expect(taken.status == 0 && taken.errors.contains("ends early"), "\(taken.errors)")
    #expect(try place.submit([photo], given + ["--strict"]).status == 65)
    #expect(try place.run(["inspect", photo]).status == 0)
    #expect(try place.run(["inspect", photo, "--strict"]).status == 65)
  }
}
