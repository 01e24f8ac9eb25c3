internal import Mustache
internal import Synchronization
internal import TimeWalkBase

/// A template of a page: markup with placeholders, without code.
///
/// Texts in `[[double brackets]]` are translated. All values are escaped, except those whose names
/// end in `HTML`.
package struct PageMarkup: Sendable {
  private let template: MustacheTemplate
  private let parts: MustacheLibrary

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - source: the markup; an error in it is a mistake of the program.
  ///   - parts: the templates that it contains, by name.
  ///   - words: the translation of an English text.
  package init(
    _ source: String, parts: [String: String] = [:], words: (String) -> String
  ) {
    MustacheContentTypes.register(StrictHTML(), named: "STRICT")
    func template(_ source: String) -> MustacheTemplate {
      let translated = source.replacing(#/\[\[([^\]]+)\]\]/#) { match in
        HTMLText.escaped(words(String(match.output.1)))
      }
      do { return try MustacheTemplate(string: "{{% CONTENT_TYPE:STRICT}}" + translated) } catch {
        preconditionFailure("can't read a page's template: \(error)")
      }
    }
    self.template = template(source)
    self.parts = MustacheLibrary(templates: parts.mapValues(template))
  }

  /// Renders it with the values of a structure or a dictionary.
  package func html(_ values: Any) -> String { template.render(values, library: parts) }
}

/// Escapes every special character, also one with a combining mark: browsers read code points.
private struct StrictHTML: MustacheContentType {
  func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}

/// The templates of pages in one file, and of a photo's view.
enum PageFile: Hashable {
  case page, photos, route, stops, view

  private struct Key: Hashable {
    let file: PageFile
    let language: String
  }

  private static let read = Mutex<[Key: PageMarkup]>([:])

  private var source: [UInt8] {
    switch self {
    case .page: PackageResources.page_mustache
    case .photos: PackageResources.photos_mustache
    case .route: PackageResources.route_mustache
    case .stops: PackageResources.stops_mustache
    case .view: PackageResources.view_mustache

    }
  }

  private static let parts = [
    "facts": PackageResources.facts_mustache, "marks": PackageResources.marks_mustache,
    "picture": PackageResources.picture_mustache,
  ]

  /// Renders it in a language.
  func html(_ values: Any, in text: PageText) -> String {
    let key = Key(file: self, language: text.language)
    let markup = Self.read.withLock { known in
      if let markup = known[key] { return markup }
      func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
      let markup = PageMarkup(string(source), parts: Self.parts.mapValues(string)) {
        text.translations[$0] ?? $0
      }
      known[key] = markup
      return markup
    }
    return markup.html(values)
  }
}
