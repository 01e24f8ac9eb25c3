import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Photos that were submitted before", .waitsForProcesses, .onEachEngine)
struct SubmittedAgainTests {
  private static func contents(_ folder: String) throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: Workplace.names(in: folder).map {
        ($0, try Workplace.bytes(folder + "/" + $0))
      })
  }

  private func answer(_ result: TimeWalkCommand.Result) throws -> Answer {
    #expect(result.status == 0, "\(result.errors)")
    return try #require(Answer.all(of: result).first)
  }

  @Test("are written to another folder on request, and stay unchanged in the first")
  func folder() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let first = try answer(place.submit([photo], ["--json"]))
    let before = try Self.contents(place.output)
    let elsewhere = ["submit", photo, "--output", "elsewhere", "--json"]
    let second = try answer(place.run(elsewhere))
    for role in ["clean", "overlaid", "historical"] {
      let path = try second.path(role)
      #expect(path.hasPrefix(place.folder.path("elsewhere/")))
      #expect(FileManager.default.fileExists(atPath: path))
    }
    #expect(try Self.contents(place.output) == before)
    // Each folder knows its own from now on, and without a folder it is any of them.
    #expect(try answer(place.run(elsewhere)).sequence == second.sequence)
    #expect(try answer(place.submit([photo], ["--json"])).sequence == first.sequence)
    #expect(try answer(place.run(["submit", photo, "--json"])).sequence == first.sequence)
    #expect(try Self.contents(place.output) == before)
  }

  @Test("get a new answer with their own pictures for another requested era")
  func era() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let first = try answer(place.submit([photo], ["--json"]))
    let before = try Self.contents(place.output)
    let asked = try answer(place.submit([photo], ["--json", "--era", "1890s"]))
    #expect((asked.object["era"] as? [String: Any])?["date"] as? String == "189X")
    #expect(asked.sequence != first.sequence)
    #expect(try asked.path("historical") != first.path("historical"))
    let after = try Self.contents(place.output)
    #expect(after.count == 2 * before.count)
    #expect(after.filter { before[$0.key] != nil } == before)
    // The same era in other words is the same.
    #expect(
      try answer(place.submit([photo], ["--json", "--era", "189X"])).sequence == asked.sequence)
    #expect(try answer(place.submit([photo], ["--json"])).sequence == first.sequence)
    let strict = ["--json", "--era", "189X", "--strict-era"]
    #expect(try answer(place.submit([photo], strict)).sequence != asked.sequence)
  }
}

@Suite("TimeWalk's own outputs", .waitsForProcesses, .onEachEngine)
struct OwnOutputTests {
  @Test("are passed over in a folder, and refused by name, also under other names")
  func refused() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photos/photo.jpg")
    let folder = place.folder.path("photos")
    for flags in [[], ["--strip-location"], ["--strip-metadata"]] {
      let run = try place.run(["submit", photo, "--output", folder, "--again"] + flags)
      #expect(run.status == 0, "\(run.errors)")
    }
    let names = Workplace.names(in: folder)
    #expect(names.count == 13)
    for name in ["TW-000001.jpg", "TW-000002-overlay.jpg", "TW-000001-historical.jpg"] {
      let bytes = try Workplace.bytes(folder + "/" + name)
      let renamed = try place.write(bytes, to: "photos/renamed-\(name)")
      let alone = try place.run(["submit", renamed, "--output", "out", "--json"])
      #expect(alone.status == 65)
      let answer = try #require(Answer.all(of: alone).first)
      #expect(answer.errorCode == "unsupportedFormat")
      #expect(answer.errorMessage?.contains("was made by TimeWalk") == true)
    }
    let all = try place.run(["submit", folder, "--output", "out", "--json"])
    #expect(all.status == 0, "\(all.errors)")
    #expect(try Answer.all(of: all).map(\.original) == [photo])
    #expect(all.errors.contains("TimeWalk's own"))
    // A file with only such a name is a user's photo.
    let named = try place.write(SamplePhone.photo(), to: "others/TW-000001.jpg")
    let other = try place.run(["submit", place.folder.path("others"), "--output", "out", "--json"])
    #expect(try Answer.all(of: other).map(\.original) == [named])
  }
}

@Suite("File names that aren't UTF-8", .waitsForProcesses, .onEachEngine, .serialized)
struct RawNameTests {
  /// Runs commands of a shell, which treats names as bytes, with `timewalk` in its path.
  private func run(_ script: String, in place: Workplace) throws -> TimeWalkCommand.Result {
    try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"), ["-euo", "pipefail", "-c", script],
      environment: [
        "TIMEWALK_LIBRARY": place.library, "TIMEWALK_ARCHIVE": place.archive,
        "TIMEWALK": TimeWalkCommand.binary.path,
      ], directory: place.folder.url)
  }

  @Test("are taken by name, from folders and from lists")
  func names() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    _ = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let prepare = #"""
      name=$(printf 'caf\xe9'); folder=$(printf 'd\xe9j\xe0')
      mkdir "$folder"; cp photo.jpg "$folder/$name.jpg"; cp photo.jpg "$name.jpg"
      """#
    try #require(run(prepare, in: place).status == 0)
    let start = "name=$(printf 'caf\\xe9'); folder=$(printf 'd\\xe9j\\xe0'); "
    for script in [
      #""$TIMEWALK" submit "$name.jpg" --output out"#,
      #""$TIMEWALK" submit "$folder" --output out"#,
      #"printf '%s\n' "$name.jpg" | "$TIMEWALK" submit - --output out"#,
      #""$TIMEWALK" submit "$name.jpg" "$folder" --output out"#,
    ] {
      let result = try run(start + script, in: place)
      #expect(result.status == 0, "\(script): \(result.errors)")
      #expect(result.output.contains(#"caf\xE9.jpg"#), "\(script): \(result.output)")
    }
    #expect(try run(start + #""$TIMEWALK" inspect "$name.jpg""#, in: place).status == 0)
    let missing = try run(start + #""$TIMEWALK" submit "not-$name.jpg""#, in: place)
    #expect(missing.status == 66)
    #expect(missing.errors.contains(#"not-caf\xE9.jpg does not exist"#))
  }

  @Test("may be those of the outputs' folder, in which all is found again, exported and removed")
  func output() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    _ = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let script = #"""
      out=$(printf 'gr\xfc\xdfe/d\xe9j\xe0'); here=$(printf 'h\xe9')
      "$TIMEWALK" submit photo.jpg --output "$out" > first
      ls "$out" | tr '\n' ' '; echo
      "$TIMEWALK" submit photo.jpg --output "$out" > second
      mkdir "$here"; (cd "$here"; "$TIMEWALK" submit ../photo.jpg --output views > ../third)
      ls "$here/views" | tr '\n' ' '; echo
      "$TIMEWALK" library show 1
      "$TIMEWALK" library export pictures.zip > exported
      "$TIMEWALK" library remove 1 > removed
      ls "$out" | wc -l; ls | wc -l
      """#
    let result = try run(script, in: place)
    try #require(result.status == 0, "\(result.errors)")
    let names = "TW-000001-historical.jpg TW-000001-overlay.jpg TW-000001.jpg TW-000001.json"
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "\(names) ", "\(result.output)")
    #expect(lines.dropFirst().first == "\(names.replacing("000001", with: "000002")) ")
    #expect(result.output.contains(#"gr\xFC\xDFe/d\xE9j\xE0/TW-000001.jpg"#))
    #expect(!result.output.contains("gone:"))
    // All of the first photo's files are gone, and no other folder was made: those of the two
    // names, the library's, and files.
    #expect(
      Array(lines.suffix(3)) == ["0", "\(Workplace.names(in: place.folder.url.path).count)", ""])
    func said(_ name: String) throws -> String {
      String(decoding: try Workplace.bytes(place.folder.path(name)), as: UTF8.self)
    }
    #expect(try said("second").hasPrefix("Photo 1: photo.jpg (submitted before)"))
    #expect(try said("exported").contains("8 files") || said("exported").contains("2 photos"))
    #expect(!(try Workplace.bytes(place.folder.path("pictures.zip")).isEmpty))
  }

  @Test("continue after an interruption, and are retried after a failure")
  func queued() throws {
    let place = try Workplace()
    try #require(place.importCatalogue("id,latitude,longitude\nfar,-60,100\n").status == 0)
    _ = try SmallPhoto.write(0..<80, in: place)
    let script = #"""
      set -m
      folder=$(printf 'd\xe9j\xe0'); out=$(printf '\xf6ut'); mkdir "$folder"
      for file in photos/*; do mv "$file" "$folder/$(printf 'caf\xe9-')${file##*/}"; done
      echo nothing > "$folder/$(printf 'k\xe4putt').jpg"
      "$TIMEWALK" submit "$folder" --output "$out" --jobs 1 --json > log 2> errors &
      until [ -s log ]; do sleep 0.01; done
      kill -INT %1; wait %1 || echo "interrupted $?"
      "$TIMEWALK" library resume --json >> log 2>> errors || echo "resumed $?"
      wc -l < log
      ls "$out" | wc -l
      for first in "$folder"/caf*; do break; done
      cp "$first" other; printf 'more' >> other
      mv other "$folder/$(printf 'k\xe4putt').jpg"
      "$TIMEWALK" library queue
      "$TIMEWALK" library retry --json | wc -l
      ls "$out" | wc -l; "$TIMEWALK" library queue
      """#
    let result = try run(script, in: place)
    try #require(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "interrupted 130", "\(result.output)")
    // Three files a photo without a match: clean, overlaid and the answer; one file wasn't a photo.
    #expect(lines.dropFirst().prefix(3) == ["resumed 65", "81", "240"], "\(result.output)")
    #expect(lines.count == 7 && lines[4].contains(#"k\xE4putt.jpg"#), "\(result.output)")
    #expect(lines.suffix(2) == ["1", "243"], "\(result.output)")
  }
}
