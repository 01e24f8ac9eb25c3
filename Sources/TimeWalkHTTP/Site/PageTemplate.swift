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
