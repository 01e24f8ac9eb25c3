import Foundation
import Testing
import TimeWalkImaging
import TimeWalkTestSupport

@Suite("Malformed images give a clear error and no crash", .waitsForProcesses, TestData.isPresent)
struct HostileImageTests {
  @Test(
    "Each file of a batch gets an answer, and only pictures get pictures",
    arguments: [("hostile/images", 73, 1000), ("hostile/images-fuzzed", 150, 150)])
  func batch(folder: String, least: Int, most: Int) throws {
    let root = try #require(TestData.folder).appendingPathComponent(folder)
    let files = TestData.files(in: folder).prefix(most)
      .map { root.appendingPathComponent($0).path }
    try #require(files.count >= least)
    let place = try Workplace()
    let result = try place.submit(
      files, ["--latitude", "40.758", "--longitude", "-73.9855", "--json"])
    #expect([0, 65].contains(result.status), "\(result.errors.suffix(500))")
    for word in ["Fatal error", "Crash", "SIGSEGV", "Backtrace", "Sanitizer"] {
      #expect(!result.errors.contains(word), "\(result.errors.suffix(2000))")
    }
    let answers = try Answer.all(of: result)
    #expect(answers.map(\.original) == files)
    for answer in answers {
      let file = answer.original ?? ""
      if let code = answer.errorCode {
        #expect(
          ["unsupportedFormat", "imageDamaged", "limitExceeded"].contains(code), "\(file): \(code)")
        let name = URL(fileURLWithPath: file).lastPathComponent
        #expect(answer.errorMessage?.contains(name) == true, "\(file)")
      } else {
        for role in ["clean", "overlaid"] {
          let size = try DrawnPhoto.decode(answer.path(role)).size
          #expect(try answer.size(role) == [size.width, size.height], "\(file)")
        }
      }
    }
    // Every line of talk is about one of the files.
    for line in result.errors.split(separator: "\n") {
      #expect(line.hasPrefix("timewalk: "), "\(line)")
    }
  }
}
