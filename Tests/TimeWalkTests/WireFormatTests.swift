import Foundation
import Synchronization
import Testing
import TimeWalkTestSupport
import TimeWalkBase

@testable import TimeWalk

/// The JSON that every front writes; its keys are a contract.
@Suite("The answers as JSON")
struct WireFormatTests {
  @Test("The same request twice gives the same bytes")
  func deterministic() throws {
    let pipeline = try Town().pipeline()
    let lines = try (0..<3).map { _ in
      try WireFormat.line(pipeline.match(MatchRequest(pose: Town.pose, era: "1890/1930")))
    }
    #expect(Set(lines).count == 1)
    #expect(lines[0].contains("town:old"))
  }

  @Test(
    "A rounded number stays finite",
    arguments: [(1.26, 1.3), (-0.04, 0), (123_456_789.04, 123_456_789), (-1e15, -1e15)]
      + [1e308, -1e308].map { ($0, $0) })
  func rounded(number: Double, rounded: Double) {
    #expect(number.rounded(places: 1) == rounded)
  }

  static let matchKeys: Set = [
    "id", "confidence", "title", "date", "era", "distance", "headingDifference", "sharedView",
    "reason", "parts", "media", "rights",
  ]

  @Test("A match has all fields of the design")
  func matchResponse() throws {
    let answer = try Town().pipeline().match(MatchRequest(pose: Town.pose, era: "1890/1930"))
    let object = try Town.object(answer)
    #expect(
      Set(object.keys) == ["viewpoint", "matches", "timeline", "noMatch", "era", "warnings"])
    let matches = try #require(object["matches"] as? [[String: Any]])
    let first = try #require(matches.first)
    #expect(first["id"] as? String == "town:old")
    #expect(first["era"] as? String == "within")
    #expect(Self.matchKeys.isSubset(of: first.keys), "\(first.keys.sorted())")
    let rights = try #require(first["rights"] as? [String: String])
    #expect(
      rights == [
        "license": "CC0-1.0", "creator": "A. Person", "credit": "A library",
        "source": "https://example.org/old",
      ])
    #expect((first["media"] as? [String: String]) == ["url": "https://example.org/old.jpg"])
    let parts = try #require(first["parts"] as? [String: Double])
    #expect(parts.values.allSatisfy { (0...1).contains($0) } && parts["position"] != nil)
    let confidence = try #require(first["confidence"] as? Double)
    #expect((0...1).contains(confidence))
    let timeline = try #require(object["timeline"] as? [[String: Any]])
    #expect(timeline.allSatisfy { $0["period"] is String })
    let viewpoint = try #require(object["viewpoint"] as? [String: Any])
    #expect(viewpoint["latitude"] as? Double == 40.758)
    #expect(viewpoint["heading"] as? Double == 205)
  }

  @Test("The timeline goes forward in time")
  func timeline() throws {
    let answer = try Town().pipeline().match(MatchRequest(pose: Town.pose))
    #expect(answer.timeline.map(\.id) == ["town:old", "town:new"])
  }

  @Test("A magnetic heading shows how it was corrected")
  func correction() throws {
    var pose = Town.pose
    pose.headingReference = "magnetic"
    pose.timestamp = "2026-11-21T12:00:00-05:00"
    let viewpoint = try Town().pipeline().match(MatchRequest(pose: pose)).viewpoint
    let declination = try #require(viewpoint.declination)
    #expect(declination.magneticHeading == 205)
    #expect(abs(declination.degrees + 12.5) < 0.5)
    #expect(abs((viewpoint.heading ?? 0) - 192.5) < 0.5)
    #expect(viewpoint.headingReference == "magnetic")
  }

  @Test("A submitted photo has all fields of the design, and gives the same answer twice")
  func walkResponse() throws {
    let town = try Town()
    let pipeline = try town.pipeline(forPhotos: true)
    var request = SubmitRequest(
      photo: .bytes(SamplePhone.photo()), output: town.folder.path("out"))
    let answer = try pipeline.submit(request)
    let object = try Town.object(answer)
    #expect(
      Set(object.keys) == [
        "photo", "viewpoint", "renditions", "matches", "timeline", "noMatch", "warnings",
      ])
    let photo = try #require(object["photo"] as? [String: Any])
    #expect(photo["sequence"] as? Int == 1)
    #expect((photo["sha256"] as? String)?.count == 64)
    let renditions = try #require(object["renditions"] as? [[String: Any]])
    #expect(renditions.map { $0["role"] as? String } == ["clean", "overlaid", "historical"])
    for rendition in renditions {
      #expect(Set(["role", "path", "width", "height", "bytes"]).isSubset(of: rendition.keys))
      let path = try #require(rendition["path"] as? String)
      #expect(try Workplace.bytes(path).count == rendition["bytes"] as? Int)
    }
    // A second submission differs in its number and in the paths, in nothing else.
    request.isAgain = true
    let again = try pipeline.submit(request)
    #expect(again.photo.sequence == 2)
    #expect(again.matches == answer.matches && again.timeline == answer.timeline)
    #expect(again.viewpoint == answer.viewpoint && again.warnings == answer.warnings)
    for (first, second) in zip(answer.renditions, again.renditions) {
      let paths = try [first, second].map { try #require($0.path) }
      #expect(try Workplace.bytes(paths[0]) == Workplace.bytes(paths[1]))
    }
  }

  @Test("A photo in base64 is decoded when there is memory for it, and its text is counted")
  func base64() throws {
    let town = try Town()
    let photo = SamplePhone.photo()
    let text = Data(photo).base64EncodedString()
    let pipeline = try town.pipeline(forPhotos: true)
    let out = town.folder.path("out")
    var counts: [Int] = []
    for photo in [SubmitRequest.Photo.bytes(photo), .base64(text)] {
      _ = try pipeline.submit(SubmitRequest(photo: photo, isAgain: true, output: out)) {
        (step) throws(TimeWalkError) in if step == .search { counts.append(pipeline.memory.held) }
      }
    }
    #expect(counts.count == 2 && counts[1] - counts[0] == text.utf8.count)
    // Another thread holds all of it: even invalid base64 isn't checked before.
    let other = MemoryBudget.Hold(of: pipeline.memory)
    other.resize(to: pipeline.memory.bytes)
    let isDone = Atomic(false)
    let pool = ThreadPool(workers: 1)
    _ = pool.add {
      do throws(TimeWalkError) {
        _ = try pipeline.submit(SubmitRequest(photo: .base64("%%%%"), output: out))
        Issue.record("it was taken")
      } catch { #expect(error.code == .invalidValue && error.field == "base64") }
      isDone.store(true, ordering: .relaxed)
    }
    Thread.sleep(forTimeInterval: 0.05)
    let hasWaited = !isDone.load(ordering: .relaxed)
    #expect(hasWaited)
    other.resize(to: 0)
    pool.close()
    let isAtLastDone = isDone.load(ordering: .relaxed)
    #expect(isAtLastDone && pipeline.memory.held == 0)
  }

  @Test("Inline renditions are the files' bytes")
  func inline() throws {
    let town = try Town()
    var request = SubmitRequest(
      photo: .bytes(SamplePhone.photo()), output: town.folder.path("out"))
    request.inline = true
    let answer = try town.pipeline(forPhotos: true).submit(request)
    for rendition in answer.renditions {
      let data = try #require(rendition.base64.flatMap { Data(base64Encoded: $0) })
      #expect(try Workplace.bytes(try #require(rendition.path)) == [UInt8](data))
    }
  }

  @Test("A failure names the photo and a stable word")
  func failure() throws {
    let error = TimeWalkError(.invalidValue, "no", field: "latitude")
    let report = FailureReport(photo: PhotoReport(original: "/a.jpg"), error: error)
    let object = try Town.object(report)
    #expect(object["photo"] as? [String: String] == ["original": "/a.jpg"])
    #expect(
      object["error"] as? [String: String] == [
        "code": "invalidValue", "message": "no", "field": "latitude",
      ])
  }
}
