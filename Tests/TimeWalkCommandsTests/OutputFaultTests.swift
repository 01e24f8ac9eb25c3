import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Outputs in place of something that isn't a file", .waitsForProcesses)
struct OutputFaultTests {
  @Test(
    "A pipe where a file should go is refused with the reason, and stays",
    arguments: [
      ["library", "export"], ["library", "page"], ["archive", "export", "--format", "csv"],
      ["archive", "export", "--format", "gpkg"], ["archive", "backup"],
    ])
  func pipe(arguments: [String]) throws {
    let place = try Workplace()
    #expect(try place.importCatalogue(SampleCatalogue.corner).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    #expect(try place.submit([photo]).status == 0)
    let pipe = place.folder.path("pipes/pipe")
    try FileManager.default.createDirectory(
      atPath: place.folder.path("pipes"), withIntermediateDirectories: false)
    #expect(mkfifo(pipe, 0o600) == 0)
    let result = try place.run(arguments + [pipe])
    #expect(result.status == 73, "\(result.errors)")
    #expect(result.errors.contains("pipe"))
    #expect(Workplace.names(in: place.folder.path("pipes")) == ["pipe"])
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }
}
