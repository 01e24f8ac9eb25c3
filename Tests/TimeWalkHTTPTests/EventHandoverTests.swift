import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// The downloads of organisers and guests, from the built program.
@Suite("The downloads of an event", .waitsForProcesses, .serialized)
struct EventHandoverTests {
  /// A phone's photo with its place in Exif and in XMP.
  private static let photo: [UInt8] = {
    var jpeg = JPEGBuilder(width: 640, height: 480)
    jpeg.add(SamplePhone.exif(orientation: 1, width: 640, height: 480))
    jpeg.add(xmp: #"exif:GPSLatitude="40,45.4800N" exif:GPSLongitude="73,59.1300W""#)
    return jpeg.bytes
  }()

  @Test(
    "Originals keep camera and time in each zip, and their place only where positions are shown",
    Exiftool.isInstalled, arguments: [false, true])
  func metadata(shows: Bool) throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","positions":\#(shows)}"#)
    let ann = try town.join(event, "Ann")
    let reply = try town.send(event, ann, photo: Self.photo)
    #expect(reply.status == 201, "\(reply.text)")
    let folder = try TemporaryFolder()
    let program = URL(fileURLWithPath: "/usr/bin/env")
    for (path, who) in [("zip?whole=true", town.asOrganiser), ("zip", ann), ("me/zip", ann)] {
      let zip = try town.served.ask("GET", "/v1/events/\(event)/\(path)", who)
      let (file, target) = (folder.path("a.zip"), folder.path("unpacked\(path.count)"))
      try zip.body.write(to: URL(fileURLWithPath: file))
      let unpacked = try TimeWalkCommand.run(program, ["unzip", "-q", file, "-d", target])
      #expect(unpacked.status == 0, "\(unpacked.errors)")
      let name = try #require(Workplace.names(in: target).first { $0.hasSuffix(".jpg") })
      let original = target + "/" + name
      let tags = try #require(try Exiftool.listing(of: [original])[original])
      #expect(tags["IFD0:Model"] == ["Phone 5"], "\(path)")
      #expect(tags["ExifIFD:DateTimeOriginal"] == ["2026:11:21 12:00:00"], "\(path)")
      #expect(tags["ExifIFD:ExposureTime"] != nil, "\(path)")
      let places = tags.keys.filter { $0.contains("GPS") }
      #expect(places.isEmpty != shows, "\(path): \(places)")
      if shows {
        #expect(try Workplace.bytes(original) == Self.photo, "\(path)")
        #expect(tags["XMP-exif:GPSLatitude"] != nil && tags["GPS:GPSLatitude"] != nil)
      }
      guard path.hasPrefix("zip") else { continue }
      let list = String(decoding: try Workplace.bytes(target + "/pictures.csv"), as: UTF8.self)
      #expect(list.contains("40.758") == shows, "\(list)")
    }
    // Nor does any file of the library keep it.
    #expect(town.holds("40,45.4800N") == shows)
  }

  @Test("A sheet has eight cards, each with the code, the id to type, and the address")
  func cards() throws {
    let town = try EventTown(flags: ["--behind", "https://events.example.org"])
    let event = try town.make(#"{"name":"Tom & <Ann>"}"#)
    let sheet = try town.served.ask("GET", "/events/\(event)/cards", town.asOrganiser).text
    let typed = event.prefix(5) + "-" + event.suffix(5)
    for (part, count) in [
      ("src=\"/v1/events/\(event)/code.svg\"", 8), (">\(typed)<", 8),
      (">https://events.example.org<wbr>/events/<wbr><span class=\"whole\">\(event)<", 8),
      // Also in the title.
      ("<bdi>Tom &amp; &lt;Ann&gt;</bdi>", 9),
    ] {
      #expect(sheet.components(separatedBy: part).count - 1 == count, "\(part)")
    }
    #expect(try town.served.ask("/v1/events/\(typed)").status == 200)
  }

  @Test("The SVG's squares are a code that leads to the event")
  func svg() throws {
    let town = try EventTown()
    let event = try town.make()
    let svg = try town.served.ask("GET", "/v1/events/\(event)/code.svg", town.asOrganiser).text
    let side = try #require(
      try #/viewBox="0 0 (\d+) \1"/#.firstMatch(in: svg).flatMap { Int($0.1) })
    let path = try #require(try #/<path d="([^"]*)"/#.firstMatch(in: svg)).1
    var pixels = [UInt8](repeating: 255, count: side * side)
    var drawn = 0
    for run in path.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#) {
      let numbers = [run.1, run.2, run.3, run.4].compactMap { Int($0) }
      try #require(numbers[2] == numbers[3] && numbers[0] + numbers[2] <= side && numbers[1] < side)
      for x in numbers[0]..<numbers[0] + numbers[2] { pixels[numbers[1] * side + x] = 0 }
      drawn += run.0.count
    }
    #expect(drawn == path.count, "nothing else is drawn")
    // The light margin that readers want.
    #expect(pixels.prefix(4 * side).allSatisfy { $0 == 255 })
    // A reader wants more than a pixel for each square.
    let scale = 8
    let large = (0..<side * scale).flatMap { y in
      (0..<side * scale).map { x in pixels[y / scale * side + x / scale] }
    }
    let folder = try TemporaryFolder()
    let file = folder.path("code.pgm")
    try Data(Array("P5 \(side * scale) \(side * scale) 255\n".utf8) + large)
      .write(to: URL(fileURLWithPath: file))
    let reader = URL(fileURLWithPath: "/usr/bin/zbarimg")
    guard FileManager.default.isExecutableFile(atPath: reader.path) else { return }
    let read = try TimeWalkCommand.run(reader, ["-q", "--nodbus", file])
    #expect(read.output == "QR-Code:\(town.served.base)/events/\(event)\n")
  }

  @Test("An event is extended to thirty days after its beginning at most, and goes later for it")
  func extend() throws {
    let town = try EventTown()
    let begins = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down) - 60)
    let event = try town.make(#"{"name":"Old town","begins":"\#(begins.formatted(.iso8601))"}"#)
    let address = "/v1/events/\(event)/extend"
    func extend(_ days: Double, _ who: [String]? = nil) throws -> Reply {
      let ends = begins.addingTimeInterval(days * 86_400).formatted(.iso8601)
      return try town.served.post(address, json: #"{"ends":"\#(ends)"}"#, who ?? town.asOrganiser)
    }
    let listener = try EventListener(town, event, try town.join(event, "Ann"))
    for days in [30.0 + 1 / 86_400, 31, 365, 1, 0.5, -1] {
      let refused = try extend(days)
      #expect(refused.status == 400, "\(days)")
      #expect(try refused.problem() == "invalidValue")
      #expect(try refused.object()["field"] as? String == "ends")
    }
    #expect(
      try town.served.post(address, json: #"{"ends":"soon"}"#, town.asOrganiser).status == 400)
    #expect(try town.served.post(address, json: "{}", town.asOrganiser).status == 400)
    #expect(try !listener.heard().contains("changed"))
    for days in [1.5, 30] {
      let extended = try extend(days)
      #expect(extended.status == 200, "\(extended.text)")
      let told = try extended.object()
      let (end, gone) = (days * 86_400, (days + 30) * 86_400)
      #expect(
        told["ends"] as? String == begins.addingTimeInterval(end).formatted(.iso8601))
      #expect(
        told["erases"] as? String == begins.addingTimeInterval(gone).formatted(.iso8601))
    }
    try listener.wait(for: #""state":"changed""#)
    // The form adds hours to the end that there is.
    let form = try town.served.ask(
      "POST", "/events/\(event)/extend", town.asOrganiser + EventTown.form,
      body: Array("hours=1".utf8)
    )
    #expect(form.status == 400)
    let events = try town.served.ask("GET", "/v1/events", town.asOrganiser).object()
    let kept = try #require((events["events"] as? [[String: Any]])?.first)
    let latest = begins.addingTimeInterval(30 * 86_400).formatted(.iso8601)
    #expect(kept["ends"] as? String == latest)
  }
}
