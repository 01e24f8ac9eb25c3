import Foundation
import Testing
import TimeWalkTestSupport

/// A machine's clock can have any time: its battery is empty, or it was set wrongly.
@Suite(
  "A clock that is far off", .waitsForProcesses,
  .enabled(if: Preload.clock != nil, "there is no C compiler"))
struct ClockTests {
  /// The years -1200, 0, 1601, 1901, 2263, 9948, 10000, and the last that a system can say.
  static let moments = [
    -100_000_000_000, -62_167_219_201, -11_644_473_600, -2_177_452_801, 9_246_182_400,
    251_792_920_008, 253_402_300_800, 67_767_976_233_532_799, Int.max,
  ]

  private func run(_ arguments: [String], at moment: Int, in place: Workplace, input: String = "")
    throws
    -> TimeWalkCommand.Result
  {
    try TimeWalkCommand.run(
      arguments, input: input,
      environment: [
        "LD_PRELOAD": Sanitizer.preload(Preload.clock ?? ""), "TIMEWALK_CLOCK": "\(moment)",
        "TIMEWALK_ARCHIVE": place.archive, "TIMEWALK_LIBRARY": place.library,
        "XDG_DATA_HOME": place.folder.path("data"), "SWIFT_BACKTRACE": "enable=no",
      ], directory: place.folder.url)
  }

  @Test("raises no signal, and photos are still processed", arguments: moments)
  func commands(moment: Int) throws {
    let place = try Workplace()
    #expect(
      try place.importCatalogue("id,latitude,longitude,heading\na,40.7,-73.9,10\n").status == 0)
    let photos = try SmallPhoto.write(0..<2, in: place)
    // A file may be as old, or as young, as the clock says.
    let seconds = Double(max(-10_000_000_000, min(moment, 10_000_000_000)))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: photos[0])
    let one = try run(
      ["submit", photos[0], "--output", place.output, "--json"], at: moment, in: place)
    #expect(one.status == 0, "\(one.status): \(one.errors)")
    let both = try run(
      ["submit"] + photos + ["--output", place.output, "--json"], at: moment, in: place)
    #expect(both.status == 0, "\(both.status): \(both.errors)")
    #expect(Set(try both.json().compactMap { Answer($0).sequence }) == [1, 2])
    let asked = [
      ["match", "--latitude", "40.7", "--longitude", "-73.9", "--heading", "10"],
      ["north", "--latitude", "40.7", "--longitude", "-73.9"],
      ["library", "list"], ["library", "export", place.folder.path("a.zip")],
      ["inspect", photos[0]],
      ["archive", "set", "views:a", "title=New"], ["archive", "history"], ["archive", "verify"],
    ]
    for arguments in asked {
      let result = try run(arguments, at: moment, in: place)
      #expect(result.status >= 0, "\(arguments) ended by signal \(-result.status)")
    }
    let answer = try run(
      ["endpoint", "--once"], at: moment, in: place,
      input:
        #"{"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":40.7,"longitude":-73.9}}"#
        + "\n")
    #expect(answer.output.contains("\"result\""), "\(answer.status): \(answer.errors)")
  }
}
