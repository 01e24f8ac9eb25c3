internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

/// The language that a reader chose at the foot of a page, in a cookie.
///
/// A guest's choice is in the cookie of the event instead, which has no other besides.
enum LanguageChoice {
  private static let name = "timewalk_language"
  /// The cookie's lifetime, seconds.
  private static let lasting = 365 * 86_400

  /// The chosen language; `nil` without a choice.
  static func language(of request: Request) -> PageLanguage? {
    EventCookie.value(name, in: request).flatMap { PageLanguage(rawValue: $0) }
  }

  /// The cookie with a language.
  static func cookie(_ language: PageLanguage, isSecure: Bool) -> String {
    EventCookie.text(name, language.rawValue, lasting: lasting, isSecure: isSecure)
  }

  /// The values of the switch at the foot of a page.
  struct Context: Decodable {
    struct Choice: Decodable {
      let code, own: String
      let isCurrent: Bool
    }

    let next: String
    let all: [Choice]

    init(_ current: PageLanguage, at address: String) {
      next = address
      all = Context.choices(current)
    }

    static func choices(_ current: PageLanguage) -> [Choice] {
      PageLanguage.allCases.map {
        Choice(code: $0.rawValue, own: $0.ownName, isCurrent: $0 == current)
      }
    }
  }
}

extension Call {
  /// Stores the chosen language, and redirects back.
  func chooseLanguage() async throws -> Response {
    try refuseParameters()
    let fields = try await formFields()
    guard let language = fields["to"].flatMap({ PageLanguage(rawValue: $0) }) else {
      throw TimeWalkError(.invalidValue, "there is no page in this language", field: "to")
    }
    let asked = fields["next"] ?? "/"
    let next = SignIn.isOwnAddress(asked) ? asked : "/"
    var response = see(next)
    response.headers[.setCookie] =
      try await eventCookie(language, at: next)
      ?? LanguageChoice.cookie(language, isSecure: isSecure)
    return response
  }

  /// The cookie of the guest of the event in an address, with another language; `nil` for others.
  private func eventCookie(
    _ language: PageLanguage, at address: String
  ) async throws -> String? {
    let parts = address.prefix { $0 != "?" }.split(separator: "/")
    guard parts.count > 1, parts[0] == "events", let id = EventID(String(parts[1])),
      let token = EventCookie.guests(of: request).first(where: { $0.event == id })?.token
    else { return nil }
    let isSecure = isSecure
    return try await askEvents { side -> String? in
      let now = Date()
      guard
        (try? side.store.allows(.changeSettings, to: .token(token), in: id, at: now)) == true
      else { return nil }
      let erases = try side.store.event(id, at: now).erases
      return EventCookie.text(
        EventCookie.guest(id), token + "." + language.rawValue,
        lasting: max(1, Int(erases.timeIntervalSince(now))), isSecure: isSecure)
    }
  }
}
