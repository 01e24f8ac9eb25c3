internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import TimeWalk
internal import TimeWalkEvents

struct EventMeContext: EventContext {
  static let template = PageTemplate.eventMe
  let id, wordsHTML, name, pictures, agreedHTML, guest: String
  let choice: PageList<LanguageChoice.Context.Choice>?
}

extension Call {
  /// `/events/{id}/me`: the caller's stored data, the settings, and leaving.
  func eventMePage() async throws -> Response {
    try refuseParameters()
    let (language, text) = (language, language.text)
    let (kept, guest, mayChoose, event) = try await askEvent { ask in
      (
        try ask.store.kept(in: ask.id, by: ask.caller, at: ask.now),
        try ask.store.role(of: ask.caller, in: ask.id, at: ask.now).guest?.id,
        try ask.store.allows(.changeSettings, to: ask.caller, in: ask.id, at: ask.now),
        try ask.store.event(ask.id, at: ask.now).settings
      )
    }
    // The choice is stored in the guest's cookie; an organiser has none.
    let hasChoice = mayChoose && EventCookie.guest(of: request) != nil
    let context = EventMeContext(
      id: kept.event,
      wordsHTML: EventWords.sentence(
        language.words("All your data in this event is erased on %1.", of: event.kind)
          .replacing("%1", with: EventWords.place),
        kept.erases, language),
      name: kept.name ?? "", pictures: language.number(kept.pictures.count),
      agreedHTML: kept.consentGiven.map { EventWords.moment($0, language) } ?? "–",
      guest: guest ?? "",
      choice: hasChoice ? PageList(LanguageChoice.Context.choices(language)) : nil)
    return try await page(
      eventPage(context, text("About me"), kind: event.kind, back: event.name))
  }

  /// Changes the name and the language.
  func saveSettings() async throws -> Response {
    let fields = try await formFields()
    let (known, isSecure) = (EventCookie.guest(of: request)?.token, isSecure)
    let language = fields["language"].flatMap(PageLanguage.init)
    let cookie = try await askEvent { ask in
      if language != nil { try ask.demand(.changeSettings) }
      let kept = try ask.store.kept(in: ask.id, by: ask.caller, at: ask.now)
      if let name = fields["name"], name != kept.name {
        try ask.store.correctName(name, in: ask.id, by: ask.caller, at: ask.now)
      }
      guard let known, let language else { return String?.none }
      let erases = try ask.store.event(ask.id, at: ask.now).erases
      return EventCookie.text(
        EventCookie.guest(ask.id), known + "." + language.rawValue,
        lasting: max(1, Int(erases.timeIntervalSince(ask.now))), isSecure: isSecure)
    }
    var response = see("/events/\(parameter("id"))/me")
    if let cookie { response.headers[.setCookie] = cookie }
    return response
  }
}
