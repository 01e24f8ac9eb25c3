import Testing
import TimeWalkTestSupport

@testable import TimeWalkLibrary

/// The links to photos, as the tables keep them.
@Suite("Links of a library", .waitsForProcesses)
struct LibraryLinkTests {
  @Test(
    "Beside a photo are the next ones of its owner, or of all",
    arguments: Workplace.Engine.installed)
  func neighbours(engine: Workplace.Engine) throws {
    let place = try PhotoLibraryTests.Place(engine)
    let library = try place.library()
    let ids = try [("a", "one"), ("b", "two"), ("c", "one")].map { name, account in
      var submission = place.submission(name)
      submission.account = account
      return try place.take(library, submission).id
    }
    let all = try library.neighbours(of: ids[1], account: nil)
    #expect(all.newer == ids[2] && all.older == ids[0])
    let own = try library.neighbours(of: ids[2], account: "one")
    #expect(own.newer == nil && own.older == ids[0])
    let single = try library.neighbours(of: ids[1], account: "two")
    #expect(single.newer == nil && single.older == nil)
  }

  @Test(
    "A photo has one link at most; it ends with its removal, with another link, and with the photo",
    arguments: Workplace.Engine.installed)
  func links(engine: Workplace.Engine) throws {
    let place = try PhotoLibraryTests.Place(engine)
    let library = try place.library()
    let one = try place.take(library, place.submission("a"))
    let two = try place.take(library, place.submission("b"))
    #expect(try library.linker(of: one.id) == nil)
    try library.link(one.id, to: "first", by: "token:a")
    try library.link(two.id, to: "second")
    // Another program sees them.
    let other = try place.library()
    let links = (try other.photo(linked: "first"), try other.photo(linked: "second"))
    #expect(links.0?.id == one.id && links.0?.linker == "token:a")
    #expect(links.1?.id == two.id && links.1?.linker == "local")
    #expect(try other.linker(of: one.id) == "token:a" && other.photo(linked: "third") == nil)
    #expect(try other.photo(linked: "firs") == nil && other.photo(linked: "first ") == nil)
    try other.link(one.id, to: "third")
    #expect(try library.photo(linked: "first") == nil)
    #expect(try library.photo(linked: "third")?.id == one.id)
    try library.link(one.id, to: nil)
    #expect(try other.photo(linked: "third") == nil && other.linker(of: one.id) == nil)
    // A record is the same with a link and without.
    #expect(try library.photo(id: two.id) == two)
    _ = try library.remove([two.sequence])
    #expect(try other.photo(linked: "second") == nil)
    for body in [
      { try library.link(two.id, to: "again") }, { _ = try library.linker(of: two.id) },
    ] as [() throws -> Void] {
      let error = #expect(throws: LibraryError.self) { try body() }
      #expect(error?.code == .noSuchPhoto)
    }
  }
}
