import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Titles of all scripts on the card that replaces a picture, through the built program.
@Suite("Titles in all scripts", .waitsForProcesses)
struct TitleScriptTests {
  /// A place with one item of a title, and a photo that it matches.
  private static func place(_ title: String) throws -> (place: Workplace, photo: String) {
    let place = try Workplace()
    let csv = SampleCatalogue.corner.replacing("The corner in 1911", with: "\"\(title)\"")
    try #require(place.importCatalogue(csv).status == 0)
    return (place, try place.write(SamplePhone.photo(), to: "photo.jpg"))
  }

  private static func submit(
    _ place: Workplace, _ photo: String, environment: [String: String] = [:]
  ) throws -> TimeWalkCommand.Result {
    try TimeWalkCommand.run(
      ["submit", photo, "--output", place.output, "--json", "--again"],
      environment: environment.merging([
        "TIMEWALK_ARCHIVE": place.archive, "TIMEWALK_LIBRARY": place.library,
      ]) { $1 })
  }

  /// An answer's notes about text.
  private static func warnings(_ result: TimeWalkCommand.Result) throws -> [String] {
    try #require(result.status == 0, "\(result.errors)")
    let answer = try #require(Answer.all(of: result).first)
    #expect(answer.rendition("historical")?["kind"] as? String == "plate")
    return answer.warnings.filter { $0.contains("card") || $0.contains("overlay") }
  }

  /// Variables with which neither FriBidi nor fontconfig can be loaded.
  private static func withoutLibraries(_ place: Workplace) throws -> [String: String] {
    for name in ["libfribidi.so.0", "libfontconfig.so.1"] {
      _ = try place.write(Array("no library".utf8), to: "broken/\(name)")
    }
    return ["LD_LIBRARY_PATH": place.folder.path("broken")]
  }

  @Test(
    "Titles in scripts that the machine has fonts for are drawn without a word",
    .enabled(
      if: ["अ", "ก", "中", "あ"].allSatisfy { InstalledFonts.shared.has($0) },
      "fonts-noto-core and fonts-noto-cjk are not all there"),
    arguments: [
      "רחוב יפו (Jaffa Road) 1911", "شارع فؤاد (Cairo)", "चाँदनी चौक", "วัดพระศรีรัตนศาสดาราม", "上海外滩",
      "東京・銀座",
    ])
  func drawn(title: String) throws {
    let (place, photo) = try Self.place(title)
    let result = try Self.submit(place, photo)
    #expect(try Self.warnings(result) == [])
    let lacking = try Self.submit(place, photo, environment: Self.withoutLibraries(place))
    let cards = try [result, lacking].map { result in
      try Workplace.bytes(#require(Answer.all(of: result).first).path("historical"))
    }
    #expect(cards[0] != cards[1], "boxes, or words in the wrong order")
  }

  @Test(
    "Characters without a font are named in a warning, with the packages to install, for each photo"
  )
  func missing() throws {
    let (place, photo) = try Self.place("Corner \u{F1234}\u{F1234}\u{F1235}")
    let other = try place.write(DrawnPhoto.jpeg(width: 320, height: 240), to: "other.jpg")
    let answers = try Answer.all(of: place.submit([photo, other], ["--json"]))
    #expect(answers.count == 2)
    for answer in answers {
      let warning = try #require(answer.warnings.first { $0.contains("boxes") })
      #expect(warning.contains("The card of views:corner"))
      #expect(warning.contains("(U+F1234)") && warning.contains("(U+F1235)"))
      #expect(warning.contains("fonts-noto-core"))
    }
  }

  @Test("Without FriBidi and fontconfig the card is drawn as well as DejaVu can, with warnings")
  func withoutLibraries() throws {
    let (place, photo) = try Self.place("रंग רחוב Jaffa יפו")
    let lacking = try Self.withoutLibraries(place)
    let warnings = try Self.warnings(Self.submit(place, photo, environment: lacking))
    #expect(warnings.contains { $0.contains("libfontconfig1") && $0.contains("U+930") })
    #expect(warnings.contains { $0.contains("libfribidi0") && $0.contains("wrong order") })
    let doctor = try TimeWalkCommand.run(["doctor"], environment: lacking)
    #expect(doctor.output.contains("FriBidi is missing"), "\(doctor.output)")
    #expect(doctor.output.contains("libfontconfig1") && doctor.output.contains("Devanagari"))

    let (plain, plainPhoto) = try Self.place("The corner, about 1911")
    #expect(try Self.warnings(Self.submit(plain, plainPhoto, environment: lacking)) == [])
  }

  @Test("Doctor reports FriBidi and fontconfig")
  func doctor() throws {
    let output = try TimeWalkCommand.run(["doctor"]).output
    #expect(output.contains("scripts: FriBidi orders right-to-left text, fontconfig finds"))
  }

  @Test(
    "A library is loaded only by a title that needs it",
    arguments: [
      ("The corner, 5 × 7 cm", []), ("Café Ελλάς Нева", []), ("רחוב יפו", ["fribidi"]),
      ("corner \u{F1234}", ["fontconfig"]),
    ] as [(String, [String])])
  func loaded(title: String, libraries: [String]) throws {
    let (place, photo) = try Self.place(title)
    let result = try Self.submit(place, photo, environment: ["LD_DEBUG": "files"])
    #expect(result.status == 0)
    for name in ["fribidi", "fontconfig"] {
      #expect(result.errors.contains("lib\(name)") == libraries.contains(name), "\(name)")
    }
  }
}
