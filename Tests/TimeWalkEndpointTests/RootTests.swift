import Foundation
import Synchronization
import Testing
import TimeWalkTestSupport

@Suite("Permitted folders", .waitsForProcesses)
struct RootTests {
  let place: Workplace
  let session: EndpointSession

  /// A folder that may be used with a photo in it, one that may not, and ways from one to the
  /// other.
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
    "A photo within is accepted, by any path, and its real path is stored",
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
    "Files elsewhere are refused, existing or not",
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

  @Test("A folder isn't a photo, and a path with a NUL is invalid")
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

  @Test("A folder that is swapped with a link again and again gets no file written elsewhere")
  func swapped() throws {
    let (out, link) = (place.folder.path("open/out"), place.folder.path("open/swap"))
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../closed")
    // One call swaps the two, and so there is always one of them at the path.
    typealias Exchange =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32)
      -> Int32
    let exchange = unsafeBitCast(
      try #require(dlsym(nil, "renameat2")), to: Exchange.self)
    let isDone = Mutex(false)
    let swapping = DispatchQueue(label: "swapping")
    let ended = DispatchSemaphore(value: 0)
    swapping.async { [out, link] in
      while !isDone.withLock(\.self) {
        _ = exchange(AT_FDCWD, out, AT_FDCWD, link, 2)  // RENAME_EXCHANGE
        usleep(50)
      }
      ended.signal()
    }
    var codes: [String: Int] = [:]
    var jpeg = JPEGBuilder(width: 16, height: 12)
    jpeg.add(SamplePhone.exif(heading: 10, orientation: 1))
    for number in 0..<500 {
      let photo = Data(jpeg.bytes + Array("photo \(number)".utf8)).base64EncodedString()
      let word = try ask(#""base64":"\#(photo)","output":"\#(out)""#).word
      codes[word ?? "written", default: 0] += 1
    }
    isDone.withLock { $0 = true }
    ended.wait()
    #expect(Workplace.names(in: place.folder.path("closed")) == ["photo.jpg"])
    // Some came through while the folder was one, and some were refused.
    #expect(codes["written", default: 0] > 0)
    #expect(codes["notAllowed", default: 0] > 0)
    #expect(Set(codes.keys) == ["written", "notAllowed"])
  }

  @Test("A picture of an earlier answer that became a link is not read through it")
  func inline() throws {
    let photo = Data(SamplePhone.photo()).base64EncodedString()
    let out = place.folder.url.path + "/open/out"
    let asked = #""base64":"\#(photo)","output":"\#(out)","inline":true"#
    func clean() throws -> String? {
      let renditions = try ask(asked).result?["renditions"] as? [[String: Any]]
      return renditions?.first { $0["role"] as? String == "clean" }?["base64"] as? String
    }
    #expect(try clean() != nil)
    #expect(try clean() != nil)
    try FileManager.default.removeItem(atPath: out + "/TW-000001.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: out + "/TW-000001.jpg", withDestinationPath: "../../closed/photo.jpg")
    #expect(try clean() == nil)
  }

  @Test("A root that isn't a folder is an error before the first line")
  func missing() throws {
    let result = try place.run(["endpoint", "--root", place.folder.path("none")])
    #expect(result.status == 66)
    #expect(result.errors.contains("none isn't a folder"))
  }
}
