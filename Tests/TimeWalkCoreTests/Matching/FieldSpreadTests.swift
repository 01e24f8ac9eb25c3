import Testing

@testable import TimeWalkCore

@Suite("An uncertain field of view counts less")
struct FieldSpreadTests {
  @Test("A view of half the field loses less, and one of the same field gains less")
  func spread() throws {
    let scene = try Scene()
    let photo = scene.photo()
    var uncertain = photo
    uncertain.fieldOfViewSpread = 0.5
    let (alike, narrow) = (try scene.item(field: 65), try scene.item(field: 25))
    #expect(scene.confidence(uncertain, narrow) > scene.confidence(photo, narrow))
    #expect(scene.confidence(uncertain, alike) < scene.confidence(photo, alike))
    // More than unrelated views differ is no evidence at all.
    uncertain.fieldOfViewSpread = 5
    #expect(scene.confidence(uncertain, narrow) > scene.confidence(photo, narrow))
  }
}
