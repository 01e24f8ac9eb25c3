import Testing
import TimeWalk

@Suite("Where the archive and the library are")
struct PlacesTests {
  @Test(
    "Flags win over variables, and those over the XDG data folder",
    arguments: [
      ("/flag/a", ["TIMEWALK_ARCHIVE": "/env/a", "XDG_DATA_HOME": "/xdg"], "/flag/a", true),
      (nil, ["TIMEWALK_ARCHIVE": "/env/a", "XDG_DATA_HOME": "/xdg"], "/env/a", true),
      (nil, ["XDG_DATA_HOME": "/xdg", "HOME": "/u"], "/xdg/timewalk/archive.sqlite", false),
      (nil, ["HOME": "/u"], "/u/.local/share/timewalk/archive.sqlite", false),
      (
        nil, ["TIMEWALK_ARCHIVE": "", "HOME": "/h"], "/h/.local/share/timewalk/archive.sqlite",
        false
      ),
      (nil, ["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/timewalk/archive.sqlite", false),
      // The specification has relative paths ignored.
      (
        nil, ["XDG_DATA_HOME": "data", "HOME": "/h"], "/h/.local/share/timewalk/archive.sqlite",
        false
      ),
    ] as [(String?, [String: String], String, Bool)])
  func archive(flag: String?, environment: [String: String], path: String, isNamed: Bool) {
    let places = StorePaths(archive: flag, environment: environment)
    #expect(places.archive == path)
    #expect(places.isArchiveNamed == isNamed)
  }

  @Test(
    "The library is found in the same way",
    arguments: [
      ("/flag/l", ["TIMEWALK_LIBRARY": "/env/l", "HOME": "/h"], "/flag/l"),
      (nil, ["TIMEWALK_LIBRARY": "/env/l", "HOME": "/h"], "/env/l"),
      (nil, ["XDG_DATA_HOME": "/xdg", "HOME": "/h"], "/xdg/timewalk/library"),
    ] as [(String?, [String: String], String)])
  func library(flag: String?, environment: [String: String], path: String) {
    #expect(StorePaths(library: flag, environment: environment).library == path)
  }
}
