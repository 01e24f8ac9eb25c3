import Foundation
import Testing
import TimeWalkImaging
import TimeWalkTestSupport

/// Then and now: the compositions of a photo and an old picture of the same view.
@Suite("Compositions", .waitsForProcesses, .serialized)
struct ComposeTests {
  static let sample = SamplePhotoTests.file.path
  static let hostile = "<script>alert('x')</script> & \"quotes\" \u{202E}turned"

  /// The sample photo, and an archive whose pictures of four periods are the photo itself.
  static func place(license: String = "CC0-1.0") throws -> Workplace {
    let place = try Workplace()
    _ = try place.write([UInt8](Data(contentsOf: URL(fileURLWithPath: sample))), to: "old.jpg")
    let title = "\"" + hostile.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    let source = "https://museum.example/a?b=1&c=\"2\"".replacingOccurrences(of: "\"", with: "\"\"")
    let csv = """
      id,title,date,latitude,longitude,accuracy,location_of,heading,field_of_view,pitch,creator,license,credit,source,media
      best,\(title),1905,40.75358,-73.98084,3,camera,29,52,4,A. Maker,\(license),City Museum,"\(source)",old.jpg
      card,Kept elsewhere,1939,40.75359,-73.98084,3,camera,33,52,4,B. Maker,CC0-1.0,,,
      fixed,Not to be changed,1880,40.75357,-73.98085,3,camera,34,50,4,,CC-BY-ND-4.0,,,old.jpg

      """
    let imported = try place.importCatalogue(csv)
    #expect(imported.status == 0, "\(imported.errors)")
    return place
  }

  static func answer(_ result: TimeWalkCommand.Result) throws -> [String: Any] {
    #expect(result.status == 0, "\(result.errors)")
    return try #require(try result.json().first)
  }

  static func text(_ rendition: [String: Any]?) throws -> String {
    let path = try #require(rendition?["path"] as? String)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("Each is a file of its name and size, and goes with the photo")
  func files() throws {
    let place = try Self.place()
    let answer = try Self.answer(
      place.submit([Self.sample], ["--json", "--compose", "beside,blend,page"]))
    let roles = try ThenTests.roles(answer)
    for (role, name) in [
      ("beside", "TW-000001-beside.jpg"), ("blend", "TW-000001-blend.jpg"),
      ("page", "TW-000001.html"),
    ] {
      let path = try #require(roles[role]?["path"] as? String, "\(role)")
      #expect(path.hasSuffix("/" + name))
      let bytes = try Workplace.bytes(path)
      #expect(bytes.count == roles[role]?["bytes"] as? Int)
      if name.hasSuffix(".jpg") {
        let size = try JPEGInfo.read(bytes).size
        #expect(size.width == roles[role]?["width"] as? Int)
        #expect(size.height == roles[role]?["height"] as? Int)
      }
    }
    #expect(roles["then"] == nil && answer["alignment"] != nil)
    let files = try roles.values.map { try #require($0["path"] as? String) }
    #expect(try place.run(["library", "remove", "1", "--yes"]).status == 0)
    for file in files { #expect(!FileManager.default.fileExists(atPath: file)) }
  }

  @Test("The pictures side by side are both whole; a blend has the photo's width")
  func shapes() throws {
    let place = try Self.place()
    let answer = try Self.answer(
      place.submit([Self.sample], ["--json", "--compose", "beside,blend"]))
    let roles = try ThenTests.roles(answer)
    let clean = try #require(roles["clean"]?["width"] as? Int)
    #expect(roles["blend"]?["width"] as? Int == clean)
    // Two portraits of one shape, as wide together as a composition may be.
    #expect(roles["beside"]?["width"] as? Int == 2560)
    let beside = try Workplace.bytes(try #require(roles["beside"]?["path"] as? String))
    let words = String(decoding: beside.prefix(20_000), as: UTF8.self)
    #expect(words.contains("A. Maker") && words.contains("City Museum"))
  }

  /// Makes a test skip, with a notice, where no wipe can be made.
  static let canWipe = ConditionTrait.enabled(
    if: PicturePair.canWipe, "libwebpmux is not installed (Debian: libwebpmux3)")

  @Test("A wipe is an animated WebP of many frames that begins with the whole picture", canWipe)
  func wipe() throws {
    let place = try Self.place()
    let answer = try Self.answer(place.submit([Self.sample], ["--json", "--compose", "wipe"]))
    let wipe = try #require(try ThenTests.roles(answer)["wipe"])
    let path = try #require(wipe["path"] as? String)
    #expect(path.hasSuffix("/TW-000001-wipe.webp"))
    let bytes = try Workplace.bytes(path)
    #expect(bytes.count == wipe["bytes"] as? Int)
    #expect(Array(bytes.prefix(4)) == Array("RIFF".utf8))
    #expect(Array(bytes[8..<16]) == Array("WEBPVP8X".utf8))
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    var frames: [(width: Int, height: Int)] = []
    var at = 12
    while at + 8 <= bytes.count {
      if Array(bytes[at..<(at + 4)]) == Array("ANMF".utf8) {
        frames.append((number(at + 14, 3) + 1, number(at + 17, 3) + 1))
      }
      at += 8 + number(at + 4, 4) + number(at + 4, 4) % 2
    }
    #expect(frames.count == 41)
    #expect(frames.first?.width == wipe["width"] as? Int)
    #expect(frames.first?.height == wipe["height"] as? Int)
    // The others contain only the changes.
    #expect(frames.dropFirst().allSatisfy { $0.width < (frames.first?.width ?? 0) / 10 })
    #expect(try place.run(["library", "remove", "1", "--yes"]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Without libwebpmux the answer names the package to install, and the rest is made")
  func withoutWipe() throws {
    let place = try Self.place()
    _ = try place.write(Array("no library".utf8), to: "broken/libwebpmux.so.3")
    let result = try TimeWalkCommand.run(
      ["submit", Self.sample, "--output", place.output, "--json", "--compose", "wipe,beside"],
      environment: [
        "TIMEWALK_ARCHIVE": place.archive, "TIMEWALK_LIBRARY": place.library,
        "LD_LIBRARY_PATH": place.folder.path("broken"),
      ])
    let answer = try Self.answer(result)
    let roles = try ThenTests.roles(answer)
    #expect(roles["wipe"] == nil && roles["beside"] != nil)
    let warnings = try #require(answer["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("libwebpmux3") })
  }

  @Test("The page needs no network, and escapes all foreign markup")
  func page() throws {
    let place = try Self.place()
    let answer = try Self.answer(place.submit([Self.sample], ["--json", "--compose", "page"]))
    let page = try Self.text(try ThenTests.roles(answer)["page"])
    #expect(!page.contains("alert('x')") && page.contains("&lt;script&gt;alert(&#39;x&#39;)"))
    #expect(!page.contains("\u{202E}"))
    #expect(page.contains("href=\"https://museum.example/a?b=1&amp;c=&quot;2&quot;\""))
    for source in page.matches(of: #/(?:src|srcset|data)="([^"]{0,20})/#) {
      #expect(source.output.1.hasPrefix("data:image/"), "\(source.output.1)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("<link") && !page.contains("@import"))
    // All periods, with their reasons, rights and the plan, without any script.
    for words in ["1880", "1905", "1939", "CC BY-ND 4.0", "A. Maker", "City Museum", "<svg"] {
      #expect(page.contains(words), "\(words)")
    }
    let best = try #require((answer["matches"] as? [[String: Any]])?.first?["reason"] as? String)
    #expect(
      page.contains(best.replacing("'", with: "&#39;").replacing(" %", with: "\u{A0}%")))
  }

  @Test("A picture that must not be changed is shown next to the photo, not in its frame")
  func rightsOnPage() throws {
    let place = try Self.place()
    let answer = try Self.answer(place.submit([Self.sample], ["--json", "--compose", "page"]))
    let page = try Self.text(try ThenTests.roles(answer)["page"])
    let sections = page.split(separator: "<section ").map(String.init)
    let fixed = try #require(sections.first { $0.contains("Not to be changed") })
    #expect(!fixed.contains("data-frame=\"shared\"") && fixed.contains("forbid changes"))
    let best = try #require(sections.first { $0.contains("City Museum") })
    #expect(best.contains("data-frame=\"shared\""))
  }

  @Test(
    "Rights that forbid derivatives permit only the pictures side by side, and the answer explains it"
  )
  func rights() throws {
    let place = try Self.place(license: "CC-BY-ND-4.0")
    let answer = try Self.answer(
      place.submit([Self.sample], ["--json", "--compose", "then,beside,blend,wipe,page"]))
    let roles = try Set(ThenTests.roles(answer).keys)
    #expect(roles == ["clean", "overlaid", "historical", "beside", "page"])
    let warnings = try #require(answer["warnings"] as? [String])
    #expect(
      warnings.contains {
        $0.hasPrefix("Not made: \"then\", \"blend\", \"wipe\"") && $0.contains("forbid changes")
      })
  }

  @Test("compose adds them to an existing photo, and they stay when it is called again")
  func later() throws {
    let place = try Self.place()
    _ = try Self.answer(place.submit([Self.sample], ["--json"]))
    let made = try Self.answer(place.run(["compose", "1", "--compose", "then,beside", "--json"]))
    #expect(
      try Set(ThenTests.roles(made).keys) == ["clean", "overlaid", "historical", "then", "beside"])
    let more = try Self.answer(place.run(["compose", "1", "--compose", "page,beside", "--json"]))
    let roles = try ThenTests.roles(more)
    #expect(roles.count == 6)
    let again = try Self.answer(place.submit([Self.sample], ["--json"]))
    #expect((again["photo"] as? [String: Any])?["earlier"] as? Bool == true)
    #expect(try ThenTests.roles(again).count == 6 && again["alignment"] != nil)
    let shown = try Self.answer(place.run(["library", "show", "1", "--json"]))
    #expect((shown["renditions"] as? [Any])?.count == 6 && shown["missing"] == nil)
    // No hidden name is left.
    let folder = URL(fileURLWithPath: try #require(roles["page"]?["path"] as? String))
      .deletingLastPathComponent().path
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
        "TW-000001-beside.jpg", "TW-000001-historical.jpg", "TW-000001-overlay.jpg",
        "TW-000001-then.jpg", "TW-000001.html", "TW-000001.jpg", "TW-000001.json",
      ])
    #expect(try place.run(["library", "remove", "1", "--yes"]).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("A number that the library doesn't have, a word and a size that can't be are refused")
  func refusals() throws {
    let place = try Self.place()
    #expect(try place.run(["compose", "7"]).status != 0)
    _ = try Self.answer(place.submit([Self.sample], ["--json"]))
    let word = try place.run(["compose", "1", "--compose", "film"])
    #expect(word.status == 64 && word.errors.contains("film"))
    #expect(try place.run(["compose", "1", "--max-bytes", "0"]).status == 64)
    let small = try place.run(["compose", "1", "--compose", "page", "--max-bytes", "9000"])
    #expect(small.status != 0 && small.errors.contains("9000 bytes"))
  }

  /// A best match that is a card, one that is too unlikely, and one that is shown.
  private static func placeOfCard() throws -> Workplace {
    let place = try Workplace()
    _ = try place.write([UInt8](Data(contentsOf: URL(fileURLWithPath: sample))), to: "old.jpg")
    let csv = """
      id,title,date,latitude,longitude,accuracy,location_of,heading,field_of_view,pitch,license,media
      card,Kept elsewhere,1905,40.75358,-73.98084,3,camera,29,52,4,CC0-1.0,https://holder.example/a.jpg
      away,Another way,1890,40.75358,-73.98084,3,camera,209,52,4,CC0-1.0,old.jpg
      next,The next best,1939,40.75359,-73.98084,3,camera,36,52,4,CC0-1.0,old.jpg

      """
    let imported = try place.importCatalogue(csv)
    #expect(imported.status == 0, "\(imported.errors)")
    return place
  }

  @Test("If the best match has no picture, the next best one is shown with the reason")
  func nextBest() throws {
    let place = try Self.placeOfCard()
    let answer = try Self.answer(
      place.submit([Self.sample], ["--json", "--compose", "then,beside,page"]))
    let roles = try ThenTests.roles(answer)
    #expect(roles["historical"]?["item"] as? String == "views:card")
    #expect(roles["historical"]?["kind"] as? String == "plate")
    for role in ["then", "beside", "page"] {
      #expect(roles[role]?["item"] as? String == "views:next", "\(role)")
    }
    let alignment = try #require(answer["alignment"] as? [String: Any])
    #expect(alignment["item"] as? String == "views:next")
    let warnings = try #require(answer["warnings"] as? [String])
    #expect(
      warnings.contains {
        $0.hasPrefix("Not the best match: compositions show views:next (")
          && $0.hasSuffix("because the archive has no picture of views:card.")
      }, "\(warnings)")
    // The same of a photo that is there.
    let later = try place.run(["compose", "1", "--compose", "beside", "--json"])
    #expect(later.errors.contains("views:next"))
    #expect(try ThenTests.roles(Self.answer(later))["beside"]?["item"] as? String == "views:next")
  }

  @Test("A match under 10 % is not shown in place of the best one")
  func unlikely() throws {
    let place = try Self.placeOfCard()
    let removed = try place.run(["archive", "remove", "views:next", "--archive", place.archive])
    #expect(removed.status == 0, "\(removed.errors)")
    let answer = try Self.answer(place.submit([Self.sample], ["--json", "--compose", "beside"]))
    #expect(try ThenTests.roles(answer)["beside"] == nil)
    let warnings = try #require(answer["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("no historical picture is available") })
  }

  @Test("Without an old picture the answer explains why nothing was made")
  func nothing() throws {
    let place = try Workplace()
    let answer = try Self.answer(place.submit([Self.sample], ["--json", "--compose", "beside"]))
    let warnings = try #require(answer["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("no historical picture is available") })
  }

  @Test("A withheld place is on no page")
  func withheld() throws {
    let place = try Self.place()
    let answer = try Self.answer(
      place.submit([Self.sample], ["--json", "--strip-location", "--compose", "page,beside"]))
    let page = try Self.text(try ThenTests.roles(answer)["page"])
    #expect(!page.contains("40.75") && !page.contains("73.98") && !page.contains("<svg viewBox"))
    #expect(!page.contains("fifth-avenue"))
    let matches = try #require(answer["matches"] as? [[String: Any]])
    #expect(!matches.isEmpty)
    for match in matches {
      for name in ["confidence", "sharedView"] {
        let number = try #require(match[name] as? Double)
        #expect(number == (number * 10).rounded() / 10, "\(name)")
      }
    }
    let percents = page.matches(of: #/(\d+)\x{A0}%/#).map(\.output.1)
    #expect(!percents.isEmpty && percents.allSatisfy { $0.hasSuffix("0") }, "\(percents)")
  }

  @Test("The page of several photos has each with its historical view, and a map of them")
  func walk() throws {
    let place = try Self.place()
    _ = try Self.answer(place.submit([Self.sample], ["--json"]))
    _ = try Self.answer(
      place.submit(
        [Self.sample], ["--json", "--again", "--latitude", "40.7545", "--longitude", "-73.9802"]))
    let file = place.output + "/walk.html"
    let report = try Self.answer(place.run(["library", "page", file, "--json"]))
    #expect(report["photos"] as? [Int] == [1, 2])
    let page = try String(contentsOfFile: file, encoding: .utf8)
    #expect(page.utf8.count == report["bytes"] as? Int)
    #expect(page.contains("id=\"photo-1\"") && page.contains("href=\"#photo-2\""))
    #expect(page.contains("data-frame=\"shared\"") && !page.contains("alert('x')"))
    let none = try place.run(["library", "page", file, "9"])
    #expect(none.status != 0 && none.errors.contains("9"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == page)
  }
}
