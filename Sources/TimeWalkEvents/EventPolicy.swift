package import Foundation
internal import TimeWalkBase

/// Terms and privacy notice of events, made from a file that the operator completes.
package struct EventPolicy: Codable, Hashable, Sendable {
  /// The responsible person or organisation.
  package var `operator`: String
  /// The postal address.
  package var address: String
  /// The email address for questions and requests.
  package var email: String
  /// The location and the operator of the server.
  package var machine: LocalText
  /// The authority that complaints go to.
  package var authority: LocalText
  /// Further information for guests; may be empty.
  package var more: LocalText

  /// The content of a template file.
  package static let template = """
    {
      "operator": "",
      "address": "",
      "email": "",
      "machine": "",
      "authority": "",
      "more": ""
    }

    """

  /// Reads a completed file.
  ///
  /// - Throws: `policyIncomplete`, naming the missing parts.
  package init(json: Data) throws(EventError) {
    do { self = try JSONDecoder().decode(EventPolicy.self, from: json) } catch {
      throw EventError(
        .policyIncomplete,
        "the file for terms and privacy notice must be JSON with the texts operator, address, email,"
          + " machine, authority and more", cause: error)
    }
    let needed = [
      ("operator", [`operator`]), ("address", [address]), ("email", [email]),
      ("machine", machine.all), ("authority", authority.all),
    ]
    let lacking = needed.filter { _, texts in
      texts.isEmpty || texts.contains { $0.allSatisfy(\.isWhitespace) }
    }.map(\.0)
    guard lacking.isEmpty else {
      throw EventError(
        .policyIncomplete,
        "the file for terms and privacy notice needs: \(lacking.joined(separator: ", "))")
    }
  }

  /// The identifier of a consent's notice: the beginning of the SHA-256 of the notice in all its
  /// languages, hexadecimal.
  package var version: String {
    let all = EventNotice.Language.allCases.map { notice(in: $0).text }.joined(separator: "\n\n")
    return Digest.of(all.utf8).prefix(8).hexadecimal
  }

  /// The notice in a language.
  package func notice(in language: EventNotice.Language) -> EventNotice {
    EventNotice(self, in: language)
  }
}

/// A text of the operator's: the same for all readers, or one for each language.
///
/// In JSON a string, or an object of strings by `en`, `de`, `fr` and `es`.
package struct LocalText: Codable, Hashable, Sendable {
  private let texts: [String: String]
  private static let whole = ""

  /// Every text there is.
  var all: [String] { Array(texts.values) }

  /// The text in a language, else in English, else in any.
  func callAsFunction(_ language: EventNotice.Language) -> String {
    texts[language.rawValue] ?? texts[LocalText.whole] ?? texts[
      EventNotice.Language.english.rawValue]
      ?? texts.min { $0.key < $1.key }?.value ?? ""
  }

  /// Reads one.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      texts = [LocalText.whole: text]
    } else {
      texts = try container.decode([String: String].self)
      let known = Set(EventNotice.Language.allCases.map(\.rawValue))
      guard texts.keys.allSatisfy(known.contains) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a language must be one of en, de, fr, es")
      }
    }
  }

  /// Writes it as it was read.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text = texts[LocalText.whole] {
      try container.encode(text)
    } else {
      try container.encode(texts)
    }
  }
}
