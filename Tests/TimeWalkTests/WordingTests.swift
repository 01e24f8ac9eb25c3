import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase

@testable import TimeWalk

@Suite("Rights, names and reasons in words")
struct WordingTests {
  @Test(
    "Rights have their words and their address",
    arguments: [
      ("http://rightsstatements.org/vocab/NoC-US/1.0/", "No copyright – US"),
      (
        "https://rightsstatements.org/page/InC-OW-EU/1.0/?language=en",
        "In copyright – EU orphan work"
      ),
      ("https://creativecommons.org/licenses/by-sa/4.0/", "CC BY-SA 4.0"),
      ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"),
      ("http://creativecommons.org/publicdomain/mark/1.0/", "Public domain"),
      ("CC0-1.0", "CC0 1.0"), ("CC-BY-NC-ND-3.0", "CC BY-NC-ND 3.0"), ("MIT", "MIT"),
      ("https://example.org/terms", "https://example.org/terms"),
    ])
  func rights(license: String, words: String) {
    #expect(RightsStatement.words(license) == words)
    #expect((RightsStatement.address(of: license) != nil) == (license != "MIT"))
  }

  @Test("A byte of a name that isn't UTF-8 is shown as one")
  func rawPaths() { #expect(VisibleText.line("c\u{10F7E9}.") == "c\\xE9.") }

  @Test("The circumstances are the reason without its time and its share")
  func circumstances() throws {
    let answer = try Town().pipeline().match(MatchRequest(pose: Town.pose))
    let match = try #require(answer.matches.first)
    let told = try #require(match.circumstances)
    #expect(match.reason.hasPrefix(told + ", in 1"))
    #expect(told == "taken where you stand, looking the same way")
    var withheld = match
    withheld.withholdLocation()
    #expect(withheld.circumstances == nil)
  }

  @Test(
    "Of a withheld place, probabilities and shares have one decimal",
    arguments: [(0.713, 0.7), (0.0996, 0.1), (0.099, 0), (0.96, 1)])
  func withheld(confidence: Double, rounded: Double) throws {
    var found = try Town().pipeline().match(MatchRequest(pose: Town.pose))
    (found.matches[0].confidence, found.matches[0].date) = (confidence, "1899")
    found.matches[0].sharedView = 0.648
    found.matches[0].parts.heading = 0.987
    found.noMatch = 0.213
    found.viewpoint.headingReference = nil
    (found.viewpoint.timestamp, found.viewpoint.utcOffset) = ("2026-11-21T12:00:00+05:45", "+05:45")
    (found.viewpoint.localTime, found.viewpoint.utcOffsetFrom) = ("2026-11-21T12:00:00", "photo")
    var answer = SubmitResponse(photo: PhotoReport(original: nil), search: found)
    answer.withholdLocation()
    let match = try #require(answer.matches.first)
    #expect(match.confidence == rounded && match.isShown == found.matches[0].isShown)
    #expect(match.sharedView == 0.6 && match.reason == "dated 1899; shows 60 % of your view")
    #expect(match.parts.heading == 1 && answer.noMatch == 0.2)
    // It would include the declination.
    #expect(answer.viewpoint.headingAccuracy == nil)
    #expect(answer.viewpoint.timestamp == "2026-11-21T12:00:00")
    #expect(answer.viewpoint.utcOffset == nil && answer.viewpoint.utcOffsetFrom == nil)
  }
}
