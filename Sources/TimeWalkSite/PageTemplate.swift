internal import Mustache
internal import Synchronization
internal import TimeWalkText

/// What pages are written with: markup with places for values, and no code.
///
/// Words in `[[double brackets]]` are those of the page's language. All values are escaped; only
/// those whose names end in `HTML` are markup already, which `PageTemplateTests` holds.
package enum PageTemplate: String, CaseIterable {
  case camera, era, fault, frame, home, item, items, library, map, photo, place, review
  case walk, walkCards, walkChange, walkFilms, walkForm, walkHelp, walkJoin, walkMe, walkNotice
  case walkOrganise, walkPicture, walkStops, walkWall, walks

  private struct Key: Hashable {
    let template: PageTemplate
    let language: PageLanguage
  }

  private static let parsed = Mutex<[Key: MustacheTemplate]>([:])

  /// The template's source.
  package var source: String {
    let bytes =
      switch self {
      case .camera: PackageResources.camera_mustache
      case .era: PackageResources.era_mustache
      case .fault: PackageResources.fault_mustache
      case .frame: PackageResources.frame_mustache
      case .home: PackageResources.home_mustache
      case .item: PackageResources.item_mustache
      case .items: PackageResources.items_mustache
      case .library: PackageResources.library_mustache
      case .map: PackageResources.map_mustache
      case .photo: PackageResources.photo_mustache
      case .place: PackageResources.place_mustache
      case .review: PackageResources.review_mustache
      case .walk: PackageResources.walk_mustache
      case .walkCards: PackageResources.walkCards_mustache
      case .walkChange: PackageResources.walkChange_mustache
      case .walkFilms: PackageResources.walkFilms_mustache
      case .walkForm: PackageResources.walkForm_mustache
      case .walkHelp: PackageResources.walkHelp_mustache
      case .walkJoin: PackageResources.walkJoin_mustache
      case .walkMe: PackageResources.walkMe_mustache
      case .walkNotice: PackageResources.walkNotice_mustache
      case .walkOrganise: PackageResources.walkOrganise_mustache
      case .walkPicture: PackageResources.walkPicture_mustache
      case .walkStops: PackageResources.walkStops_mustache
      case .walkWall: PackageResources.walkWall_mustache
      case .walks: PackageResources.walks_mustache
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes it with values.
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
      preconditionFailure("the template \(rawValue) can't be read: \(error)")
    }
  }
}

/// Escapes every character that means something, also where a mark is combined with it: a browser
/// reads code points.
private struct StrictHTML: MustacheContentType {
  func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
