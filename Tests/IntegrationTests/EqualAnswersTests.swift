import Foundation
import Testing
import TimeWalkTestSupport

/// A photo has the same answer from each kind of archive, to the byte.
@Suite("A file's answers and a server's", .waitsForProcesses, ThrowawayServer.isInstalled)
struct EqualAnswersTests {
  /// The number of requests to all archives; `TIMEWALK_QUESTIONS=10000` asks for more than fit into
  /// every run.
  private static let questions =
    ProcessInfo.processInfo.environment["TIMEWALK_QUESTIONS"].flatMap(Int.init)
    ?? Project.times(60, all: 150)

  /// The places of an archive's items: around spots, as far as `spread` degrees of latitude.
  struct Region: Sendable, CustomTestStringConvertible {
    var name: String
    var spots: [(latitude: Double, longitude: Double)]
    var spread: Double
    var testDescription: String { name }
  }

  static let regions = [
    Region(name: "a city", spots: [(40.7536, -73.9808), (40.7075, -74.0113)], spread: 0.01),
    Region(
      name: "the antimeridian", spots: [(-16.8, 179.9995), (-16.8, -179.9995), (65.8, 180)],
      spread: 0.01),
    Region(
      name: "the poles", spots: [(89.999, 10), (89.999, -170), (-89.999, 120)], spread: 0.002),
  ]

  private static func number(_ value: Double) -> String { String(format: "%.7f", value) }

  private static func place(
    in region: Region, _ random: inout SeededGenerator
  ) -> (latitude: Double, longitude: Double) {
    let spot = region.spots.randomElement(using: &random) ?? (0, 0)
    let near = Bool.random(using: &random) ? region.spread : region.spread / 20
    let latitude = max(-90, min(90, spot.latitude + .random(in: -near...near, using: &random)))
    let wide = min(180, near / max(1e-5, cos(latitude * .pi / 180)))
    var longitude = spot.longitude + .random(in: -wide...wide, using: &random)
    if longitude >= 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return (latitude, longitude)
  }

  static func catalogue(_ region: Region, _ random: inout SeededGenerator) -> String {
    func maybe(_ share: Double, _ range: ClosedRange<Double>) -> String {
      Double.random(in: 0..<1, using: &random) < share
        ? number(.random(in: range, using: &random)) : ""
    }
    var text =
      "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,"
      + "field_of_view,pitch,altitude\n"
    for index in 0..<600 {
      let place = place(in: region, &random)
      let fields = [
        "i\(index)", "View \(index)",
        ["", "1905", "1905?", "190X", "1911-05-03", "1800/1900", "1939"]
          .randomElement(using: &random) ?? "",
        number(place.latitude), number(place.longitude), maybe(0.7, 0...300),
        ["camera", "subject", ""].randomElement(using: &random) ?? "", maybe(0.7, 0...359.9),
        maybe(0.3, 1...40), maybe(0.5, 10...120), maybe(0.3, -40...40), maybe(0.2, 0...900),
      ]
      text += fields.joined(separator: ",") + "\n"
    }
    return text
  }

  static func question(
    _ number: Int, _ region: Region, _ random: inout SeededGenerator
  ) -> String {
    let place = place(in: region, &random)
    var fields = [
      "\"latitude\":\(Self.number(place.latitude))",
      "\"longitude\":\(Self.number(place.longitude))",
    ]
    func maybe(_ name: String, _ share: Double, _ range: ClosedRange<Double>) {
      guard Double.random(in: 0..<1, using: &random) < share else { return }
      fields.append("\"\(name)\":\(Self.number(.random(in: range, using: &random)))")
    }
    maybe("horizontalAccuracy", 0.6, 1...120)
    maybe("heading", 0.8, 0...359.9)
    maybe("headingAccuracy", 0.5, 1...40)
    maybe("pitch", 0.4, -30...30)
    maybe("altitude", 0.3, 0...300)
    maybe("zoom", 0.3, 1...5)
    if Bool.random(using: &random) {
      let eras = ["1890/1930", "1905", "../1850", "1930s"]
      fields.append("\"era\":\"\(eras.randomElement(using: &random) ?? "")\"")
    }
    return "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"match\",\"params\":{"
      + fields.joined(separator: ",") + "}}\n"
  }

  /// The answers in the order of the questions.
  private static func answers(_ place: Workplace, _ input: String) throws -> [String] {
    let done = try place.run(["endpoint", "--archive", place.archive], input: input)
    try #require(done.status == 0, "\(done.errors)")
    let numbered = try done.output.split(separator: "\n").map { line in
      let id = try #require(line.firstMatch(of: /"id":(\d+)/)).1
      return (Int(id) ?? 0, String(line))
    }
    return numbered.sorted { $0.0 < $1.0 }.map(\.1)
  }

  @Test("are the same to the byte", arguments: regions)
  func same(region: Region) throws {
    var random = SeededGenerator(seed: UInt64(region.name.utf8.count))
    let catalogue = Self.catalogue(region, &random)
    let places = [try Workplace(), try Workplace(engine: .server)]
    for place in places {
      let imported = try place.importCatalogue(catalogue)
      try #require(imported.status == 0, "\(imported.errors)")
    }
    let count = (Self.questions + Self.regions.count - 1) / Self.regions.count
    let input = (0..<count).map { Self.question($0, region, &random) }.joined()
    let (file, server) = (
      try Self.answers(places[0], input), try Self.answers(places[1], input)
    )
    #expect(file.count == count && server.count == count)
    for (one, other) in zip(file, server) where one != other {
      Issue.record("\(one)\n… and not\n\(other)")
      break
    }
    let found = file.filter { !$0.contains("\"matches\":[]") && !$0.contains("\"error\"") }
    #expect(found.count > count / 2, "most questions have matches: \(found.count) of \(count)")
  }
}
