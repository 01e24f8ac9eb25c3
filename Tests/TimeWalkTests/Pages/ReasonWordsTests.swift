import Foundation
import Testing
import TimeWalkBase

@testable import TimeWalkCore
@testable import TimeWalk

/// The judge's sentences on pages in other languages.
@Suite("The judge's sentence in other languages")
struct ReasonWordsTests {
  /// A language that says everything as English does.
  private let echo = PageText(
    language: "x",
    translations: Dictionary(uniqueKeysWithValues: PageText.reasonPhrases.map { ($0, $0) }))

  /// The judge's sentence about an item at any position around a photo.
  private func sentence(_ random: inout some RandomNumberGenerator) throws -> String? {
    let here = try #require(Coordinate(latitude: 40.75, longitude: -73.98))
    func heading() -> Heading? {
      Bool.random(using: &random) ? Heading(degrees: .random(in: 0..<360, using: &random)) : nil
    }
    let distance = pow(10, Double.random(in: -1...4, using: &random))
    let dates: [String?] = [
      nil, "1911", "1911~", "1905/1911", "1911/..", "../1911", "-0043", "-0100/-0043", "XXXX",
    ]
    let edtf = dates.randomElement(using: &random) ?? nil
    let date = try edtf.map { try CaptureDate(edtf: $0) }
    let pose = RecordedPose(
      coordinate: here.destination(
        bearing: try #require(Heading(degrees: .random(in: 0..<360, using: &random))),
        distance: Distance(finite: distance)
      ).with(
        horizontalAccuracy: Distance(finite: pow(10, Double.random(in: 0...3.5, using: &random)))),
      locationOf: LocationOf.allCases.randomElement(using: &random) ?? .camera,
      heading: heading(), headingAccuracy: nil, fieldOfView: nil)
    let photo = Viewpoint(coordinate: here, heading: heading())
    let candidate = Candidate(
      key: 1, pose: pose, dates: date?.strict, fuzzyDates: date?.fuzzy)
    let query = MatchQuery(viewpoint: photo, minimumConfidence: 0)
    guard let verdict = Matcher().judge(query, candidates: [candidate]).verdicts.first else {
      return nil
    }
    let item = Item(id: ItemID(collection: "c", identifier: "1"), date: date, pose: pose)
    return Match(item: item, verdict: verdict, viewpoint: photo).reason
  }

  @Test("All of the judge's sentences are recognized phrase by phrase")
  func known() throws {
    var random = SystemRandomNumberGenerator()
    var said: Set<String> = []
    while said.count < 2000 {
      guard let sentence = try sentence(&random) else { continue }
      said.insert(sentence)
      #expect(echo.reason(sentence) == HTMLText.own(sentence.unbroken))
    }
    // Without the photo's place, as to people with a link.
    for sentence in [
      "dated 1911; shows 5 % of your view", "undated; shows 5 % of your view", "dated 1911",
      "undated",
    ] {
      said.insert(sentence)
      #expect(echo.reason(sentence) == HTMLText.own(sentence.unbroken))
    }
    // Each phrase was among them, but for rare ones.
    for phrase in PageText.reasonPhrases where !phrase.contains("degree to") {
      let parts = phrase.split(separator: /%\d/).map(String.init)
      #expect(said.contains { one in parts.allSatisfy(one.contains) }, "\(phrase)")
    }
  }

  @Test(
    "Other sentences stay English, and are marked so",
    arguments: [
      "", "taken where you stand", "taken  of you, in 1911; shows 5 % of your view",
      "taken where you stand, in 1911; shows 5 % of your view; and more",
      "dated 1911, in 1911; shows 5 % of your view",
      "taken 5 m north of you, south of me, in 1911; shows 5 % of your view",
    ])
  func unknown(sentence: String) {
    #expect(echo.reason(sentence) == echo.english(sentence))
  }
}
