internal import Synchronization
internal import TimeWalk

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
  }

  private static let read = Mutex<[Key: PageMarkup]>([:])

  /// The template's source.
  package var source: String {
    String(decoding: PageFiles.bytes("Templates/\(rawValue).mustache"), as: UTF8.self)
  }

  /// Renders it with values.
  package func html(_ language: PageLanguage, _ values: [String: Any]) -> String {
    let markup = PageTemplate.read.withLock { known in
      let key = Key(template: self, language: language)
      if let markup = known[key] { return markup }
      let markup = PageMarkup(source, words: language.translations)
      known[key] = markup
      return markup
    }
    return markup.html(values)
  }
}
