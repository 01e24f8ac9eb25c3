internal import Mustache
internal import Synchronization
internal import TimeWalkBase

/// The templates of pages: markup with placeholders, without code.
///
/// Texts in `[[double brackets]]` are translated. All values are escaped, except those whose names
/// end in `HTML`; `PageTests` checks this.
package enum PageTemplate: String, CaseIterable {
  case camera, era
  case event, eventAlbum, eventCards, eventChange, eventFilms, eventForm, eventHelp, eventJoin,
    eventMe
  case eventNotice, eventOrganise, eventPicture, eventStops, eventWall, events
  case fault, frame, home, item, items, library, map, photo, place, review

  private struct Key: Hashable {
    let template: PageTemplate
    let language: PageLanguage
  }

  private static let parsed = Mutex<[Key: MustacheTemplate]>([:])

  /// The template's source.
  package var source: String {
    String(decoding: PageFiles.bytes("Templates/\(rawValue).mustache"), as: UTF8.self)
  }

  /// Renders it with values.
  package func html(_ language: PageLanguage, _ values: [String: Any]) -> String {
    let template = PageTemplate.parsed.withLock { known in
      let key = Key(template: self, language: language)
      if let template = known[key] { return template }
      let template = made(language)
      known[key] = template
      return template
    }
    return template.render(values)
  }

  private func made(_ language: PageLanguage) -> MustacheTemplate {
    MustacheContentTypes.register(StrictHTML(), named: "STRICT")
    let words = language.translations
    let source = source.replacing(#/\[\[([^\]]+)\]\]/#) { match in
      let english = String(match.output.1)
      return HTMLText.escaped(words[english] ?? english)
    }
    do { return try MustacheTemplate(string: "{{% CONTENT_TYPE:STRICT}}" + source) } catch {
      preconditionFailure("can't read the template \(rawValue): \(error)")
    }
  }
}

/// Escapes every special character, also one with a combining mark: browsers read code points.
private struct StrictHTML: MustacheContentType {
  func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
