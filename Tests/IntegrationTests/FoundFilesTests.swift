import Foundation
import Testing
import TimeWalkTestSupport

/// Files that broke TimeWalk once: each has the same answer whichever way it comes, within the
/// budgets of a photo.
@Suite("Hostile files that were found", .longCheckOnly, .waitsForProcesses, TestData.isPresent)
struct FoundFilesTests {
  /// The possible names of a refused file's format.
  static let codes: Set = ["unsupportedFormat", "imageDamaged", "limitExceeded"]
  static let place = ["--latitude", "40.758", "--longitude=-73.9855"]
  /// Less than a photo may have by default; the time is generous, since this may be a build that is
  /// slow.
  static let budget = ["--photo-memory", "450MB", "--photo-time", "60"]

  private static func files() throws -> [String] {
    let root = try #require(TestData.folder).appendingPathComponent("hostile/found")
    return TestData.files(in: "hostile/found").map { root.appendingPathComponent($0).path }
  }

  @Test(
    "Each has the same answer from submit, inspect and the endpoint, and is recognized by its header"
  )
  func answers() throws {
    let files = try Self.files()
    try #require(files.count >= 70)
    let place = try Workplace()
    let batch = try place.submit(files + ["--json"] + Self.place + Self.budget)
    #expect([0, 65].contains(batch.status), "\(batch.errors.suffix(500))")
    let answers = try batch.json().map(Answer.init)
    #expect(answers.map(\.original) == files)
    // A separate library, which knows no photo yet.
    let endpoint = try EndpointSession(try Workplace(), Self.budget)
    for (file, answer) in zip(files, answers) {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let code = answer.errorCode
      if let code { #expect(Self.codes.contains(code), "\(name): \(code)") }
      let message = answer.errorMessage ?? ""
      #expect(!message.contains("--photo-"), "only a budget's end stopped it: \(message)")
      #expect(!message.contains("decoder failed"), "\(message)")
      let asked = try endpoint.ask(
        #"{"jsonrpc":"2.0","id":1,"method":"submit","params":{"path":"\#(file)","#
          + #""latitude":40.758,"longitude":-73.9855}}"#)
      let data = (asked["error"] as? [String: Any])?["data"] as? [String: Any]
      #expect(data?["code"] as? String == code, "\(name): \(asked)")
      // One that is only looked at may be shown where a damaged picture isn't taken in.
      let inspected = try place.run(["inspect", file] + Self.budget)
      #expect(inspected.status == (code == nil ? 0 : 65), "\(name): \(inspected.errors)")
    }
    #expect(try endpoint.close() == 0)
    let resumed = try place.run(["library", "resume", "--json"])
    #expect(resumed.status == 0)
    #expect(try resumed.json().isEmpty, "none is tried again")
  }

  @Test("A folder of them is imported to its end", .onEachEngine)
  func imported() throws {
    let folder = try #require(TestData.folder).appendingPathComponent("hostile/found").path
    let place = try Workplace()
    let result = try place.run(
      ["archive", "import", folder, "--format", "images", "--archive", place.archive])
    #expect([0, 65].contains(result.status), "\(result.errors.suffix(500))")
    let verified = try place.run(["archive", "verify", "--archive", place.archive])
    #expect(verified.status == 0, "\(verified.output)")
  }
}
