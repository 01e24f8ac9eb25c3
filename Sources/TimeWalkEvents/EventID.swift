/// The id of an event.
///
/// It gives access and must therefore be unguessable. Ten random characters of thirty: 49 bits.
/// Similar digits and letters are left out (0 and O, 1, I and L, U next to V), for typing it from a
/// card.
package struct EventID: Hashable, Sendable, CustomStringConvertible {
  /// The characters that an id may have.
  package static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  /// The number of characters of an id.
  package static let length = 10

  /// The id, without spaces.
  package let text: String

  private init(text: String) { self.text = text }

  /// Makes an id by chance.
  package static func random() -> EventID {
    var chance = SystemRandomNumberGenerator()
    return random(using: &chance)
  }

  static func random(using generator: inout some RandomNumberGenerator) -> EventID {
    let last = alphabet.count - 1
    return EventID(
      text: String((0..<length).map { _ in alphabet[Int.random(in: 0...last, using: &generator)] }))
  }

  /// Reads an id as people type it: in small letters, with spaces or hyphens.
  ///
  /// `nil` for an impossible id.
  package init?(_ typed: String) {
    // An id is never longer; longer texts are not parsed.
    guard typed.utf8.count <= 40 else { return nil }
    let text = typed.uppercased().filter { $0 != " " && $0 != "-" }
    guard text.count == EventID.length, text.allSatisfy(EventID.alphabet.contains) else {
      return nil
    }
    self.text = text
  }

  /// The id.
  package var description: String { text }

  /// The id in two halves, which is easier to read and type: `ABCDE-FGHJK`.
  package var forPeople: String { "\(text.prefix(5))-\(text.suffix(5))" }
}
