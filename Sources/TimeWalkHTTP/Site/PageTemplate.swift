internal import Synchronization
internal import TimeWalk
package import TimeWalkEvents

/// The templates of the server's pages.
///
/// `PageTests` checks that only values whose names end in `HTML` are written without escapes.
package enum PageTemplate: String, CaseIterable {
  case camera, era
  case event, eventAlbum, eventCards, eventChange, eventFilms, eventForm, eventHelp, eventJoin,
    eventMe
  case eventNotice, eventOrganise, eventPicture, eventStops, eventWall, events
  case fault, frame, home, item, items, library, map, photo, place, review, shared

  private struct Key: Hashable {
    let template: PageTemplate
    let language: PageLanguage
    let kind: EventKind
  }

  private static let read = Mutex<[Key: PageMarkup]>([:])

  /// The template's source.
  package var source: String {
    String(decoding: PageFiles.bytes("Templates/\(rawValue).mustache"), as: UTF8.self)
  }

  /// Renders it with values; its sentences are about this kind of event.
  package func html(
    _ language: PageLanguage, _ values: [String: Any], of kind: EventKind = .event
  ) -> String {
    let markup = PageTemplate.read.withLock { known in
      let key = Key(template: self, language: language, kind: kind)
      if let markup = known[key] { return markup }
      let markup = PageMarkup(source) { language.words($0, of: kind) }
      known[key] = markup
      return markup
    }
    return markup.html(values)
  }
}

extension PageContext {
  /// Renders its template; the sentences are about this kind of event.
  func html(_ language: PageLanguage, of kind: EventKind = .event) -> String {
    Self.template.html(language, PageTemplate.members(of: self), of: kind)
  }
}

extension PageTemplate {
  /// The properties of a structure: in dictionaries, templates look up values much faster.
  fileprivate static func members(of structure: Any) -> [String: Any] {
    Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: structure).children.compactMap { name, value in
        name.flatMap { name in plain(value).map { (name, $0) } }
      })
  }

  private static func plain(_ value: Any) -> Any? {
    if let text = value as? String { return text }
    if let flag = value as? Bool { return flag }
    let mirror = Mirror(reflecting: value)
    return switch mirror.displayStyle {
    case .optional: mirror.children.first.flatMap { plain($0.value) }
    case .collection: mirror.children.compactMap { plain($0.value) }
    default: members(of: value)
    }
  }
}
