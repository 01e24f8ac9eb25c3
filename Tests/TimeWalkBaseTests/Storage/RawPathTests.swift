internal import TimeWalkBase
internal import TimeWalkTestSupport
import Foundation
import Testing

@testable import TimeWalkStorage

@Suite("Paths that aren't UTF-8")
struct RawPathTests {
  @Test("A path's bytes are recovered from its text")
  func bytes() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        UInt8.random(in: 1...255, using: &random)
      }
      #expect(RawPath.bytes(RawPath.text(bytes)) == bytes)
    }
    #expect(RawPath.text(Array("café 東京".utf8)) == "café 東京")
    #expect(RawPath.text([0x63, 0xE9]) == "c\u{10F7E9}")
  }

  @Test("A path becomes absolute without dots, and keeps its bytes")
  func absolute() {
    let here = FileManager.default.currentDirectoryPath
    #expect(RawPath.absolute("/a/./b/../c\u{10F7E9}/") == "/a/c\u{10F7E9}")
    #expect(RawPath.absolute("a b//c") == here + "/a b/c")
    #expect(
      RawPath.absolute("../../../../../../../../../x") == "/x" && RawPath.absolute("/") == "/")
  }

  @Test("A slash with a mark behind it parts names, as it does for the system")
  func marks() {
    #expect(RawPath.names(of: "/a/\u{301}b//c") == ["a", "\u{301}b", "c"])
    #expect(RawPath.rest(of: "/a/\u{301}b", below: "/a") == "\u{301}b")
    #expect(RawPath.rest(of: "/a/b", below: "/") == "a/b")
    #expect(RawPath.rest(of: "/ab", below: "/a") == nil)
    #expect(RawPath.rest(of: "/a/", below: "/a") == nil)
    #expect(RawPath.lies("/a", in: "/a") && RawPath.lies("/", in: "/"))
    // The same letters to a reader are two folders to the system.
    #expect(
      !RawPath.lies("/e\u{301}/b", in: "/\u{E9}") && !RawPath.lies("/e\u{301}", in: "/\u{E9}"))
  }

  @Test("All names of a large folder are listed; an address sanitizer finds no reading beyond them")
  func large() throws {
    let folder = try TemporaryFolder()
    // The system reads some 1,000 names at once.
    let names = (0..<3000).map { "\($0)" } + [String(repeating: "n", count: 255)]
    for name in names { try Data().write(to: URL(fileURLWithPath: folder.path(name))) }
    #expect(RawPath.names(in: folder.url.path)?.sorted() == names.sorted())
    #expect(RawPath.names(in: folder.path("none")) == nil)
  }
}
