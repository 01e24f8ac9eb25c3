import Testing

@testable import TimeWalkCore

/// Names of items.
@Suite("Names of items")
struct ItemIDTests {
  @Test(
    "The first colon parts them, also where a mark behind it makes one character of both",
    arguments: [
      ("nypl:510d47e1", "nypl", "510d47e1"), ("a:b:c", "a", "b:c"),
      ("6:\u{1F3FB}", "6", "\u{1F3FB}"), ("a:\u{301}b", "a", "\u{301}b"), ("é: ", "é", " "),
    ])
  func parted(text: String, collection: String, identifier: String) throws {
    let id = try #require(ItemID(text))
    #expect(Array(id.collection.unicodeScalars) == Array(collection.unicodeScalars))
    #expect(Array(id.identifier.unicodeScalars) == Array(identifier.unicodeScalars))
    #expect(Array(id.description.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("Without one of both parts there is none", arguments: ["", ":", "a:", ":a", "a"])
  func none(text: String) { #expect(ItemID(text) == nil) }
}
