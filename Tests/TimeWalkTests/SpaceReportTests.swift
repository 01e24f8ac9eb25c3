import Testing

@testable import TimeWalkAPI

@Suite struct SpaceReportTests {
  @Test("The last photo that fits is one photo")
  func lastPhoto() {
    let words = [1, 2].map { SpaceReport(free: 9_000_000, photosLeft: $0).warning }
    #expect(words[0].hasSuffix("enough for about 1 more photo."))
    #expect(words[1].hasSuffix("enough for about 2 more photos."))
  }
}
