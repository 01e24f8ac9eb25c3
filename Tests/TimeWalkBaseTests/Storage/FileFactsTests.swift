import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkBase

@Suite("The metadata of files")
struct FileFactsTests {
  @Test("A path and an open file have the same metadata; a link isn't followed")
  func facts() throws {
    let folder = try TemporaryFolder()
    let (path, link) = (folder.path("a"), folder.path("link"))
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let facts = try #require(FileFacts(path))
    #expect(facts.size == 3 && facts.mode == 0o640 && facts.isRegular && !facts.isSocket)
    #expect(abs(facts.changed - Date().timeIntervalSince1970) < 60)
    let descriptor = RawPath.open(path)
    #expect(FileFacts(descriptor: descriptor) == facts)
    close(descriptor)
    #expect(FileFacts(descriptor: -1) == nil)
    #expect(FileFacts(link)?.isRegular == false)
    #expect(FileFacts(link)?.number != facts.number)
    try FileManager.default.removeItem(atPath: path)
    #expect(FileFacts(path) == nil)
    #expect(FileFacts(link) != nil)
  }
}
