import Testing
import TimeWalkLibrary
import TimeWalkTestSupport

@testable import TimeWalk
@testable import TimeWalkAPI

@Suite struct SpaceReportTests {
  @Test("The last photo that fits is one photo")
  func lastPhoto() {
    let words = [1, 2].map { SpaceReport(free: 9_000_000, photosLeft: $0).warning }
    #expect(words[0].hasSuffix("enough for about 1 more photo."))
    #expect(words[1].hasSuffix("enough for about 2 more photos."))
  }

  @Test("Pictures of events are refused where little space is free")
  func events() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    func pipeline(_ low: Int) -> Pipeline {
      Pipeline(
        archive: nil, archivePath: "", library: library, space: SpaceLimits(low: low, least: 0))
    }
    #expect(throws: TimeWalkError.self) { try pipeline(.max).checkSpaceForEvents() }
    try pipeline(0).checkSpaceForEvents()
  }
}
