import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Folders that may be asked for")
struct RootTests {
  let place: Workplace
  let session: EndpointSession

  /// A folder that may be used with a photo in it, one that may not, and ways from one to the other.
  init() throws {
    place = try Workplace()
    for name in ["open/photo.jpg", "open/deeper/photo.jpg", "closed/photo.jpg", "open2/photo.jpg"] {
      _ = try place.write(SamplePhone.photo(), to: name)
    }
    let folder = place.folder
    for (link, target) in [
      ("open/link.jpg", "../closed/photo.jpg"), ("open/inside.jpg", "deeper/photo.jpg"),
      ("open/away", "../closed"), ("way-in", "open"), ("open/loop", "loop"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: target)
    }
    session = try EndpointSession(place, ["--root", place.folder.path("way-in")])
  }

  func ask(_ params: String) throws -> (word: String?, field: String?, result: [String: Any]?) {
    let answer = try session.ask(SideBySideTests.request("1", "submit", params))
    let error = answer["error"] as? [String: Any]
    let data = error?["data"] as? [String: Any]
    return (data?["code"] as? String, data?["field"] as? String, answer["result"] as? [String: Any])
  }

  @Test(
    "A photo within is taken, by whatever way, and its real path is kept",
    arguments: [
      ("open/photo.jpg", "open/photo.jpg"), ("way-in/photo.jpg", "open/photo.jpg"),
      ("open/inside.jpg", "open/deeper/photo.jpg"),
      ("closed/../open/deeper/../photo.jpg", "open/photo.jpg"),
    ])
  func within(path: String, real: String) throws {
    let (word, _, result) = try ask(#""path":"\#(place.folder.path(path))""#)
    #expect(word == nil)
    let photo = result?["photo"] as? [String: Any]
    let root = place.folder.url.resolvingSymlinksInPath().path
    #expect(photo?["original"] as? String == root + "/" + real)
  }

  @Test(
    "What lies elsewhere is refused, whether it is there or not",
    arguments: [
      "closed/photo.jpg", "open/../closed/photo.jpg", "open/link.jpg", "open/away/photo.jpg",
      "open2/photo.jpg", "open/none.jpg", "nowhere/none.jpg", "open/loop",
    ])
  func elsewhere(path: String) throws {
    for path in [place.folder.path(path), path] {
      let (word, field, _) = try ask(#""path":"\#(path)""#)
      #expect(word == "notAllowed")
      #expect(field == "path")
    }
  }

  @Test("A folder is no photo, and a path with a NUL is none")
  func noPhoto() throws {
    #expect(try ask(#""path":"\#(place.folder.path("open"))""#).word == "inputMissing")
    let hidden = place.folder.path("open/photo.jpg") + #"\u0000.png"#
    #expect(try ask(#""path":"\#(hidden)""#).word == "invalidValue")
  }

  @Test(
    "Outputs go only within",
    arguments: [
      ("open/out", nil), ("open/out/deeper", nil), ("way-in", nil), ("closed", "notAllowed"),
      ("open/away/out", "notAllowed"), ("open/../closed", "notAllowed"),
      ("open/none/../../closed", "notAllowed"), ("/", "notAllowed"), ("open3", "notAllowed"),
    ] as [(String, String?)])
  func output(folder: String, word: String?) throws {
    let photo = Data(SamplePhone.photo()).base64EncodedString()
    let path = folder == "/" ? "/" : place.folder.url.path + "/" + folder
    let answer = try ask(#""base64":"\#(photo)","output":"\#(path)""#)
    #expect(answer.word == word)
    #expect(Workplace.names(in: place.folder.path("closed")) == ["photo.jpg"])
    #expect(!FileManager.default.fileExists(atPath: place.folder.path("open3")))
  }

  @Test("A root that is no folder is an error before the first line")
  func missing() throws {
    let result = try place.run(["endpoint", "--root", place.folder.path("none")])
    #expect(result.status == 66)
    #expect(result.errors.contains("none is not a folder"))
  }
}
