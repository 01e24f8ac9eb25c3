import Testing
import TimeWalkBase
@testable import TimeWalkEndpoint
@testable import TimeWalkHTTP

/// The structures that fill the templates of pages.
@Suite("Contexts of pages")
struct PageContextTests {
  private static let contexts: [any PageContext.Type] = [
    CameraContext.self, EraContext.self, EventAlbumContext.self, EventCardsContext.self,
    EventChangeContext.self, EventFilmsContext.self, EventFormContext.self,
    EventHelpContext.self, EventJoinContext.self, EventMeContext.self, EventNoticeContext.self,
    EventOrganiseContext.self, EventPageContext.self, EventPictureContext.self,
    EventStopsContext.self, EventWallContext.self, EventsContext.self, FaultContext.self,
    FrameContext.self, HomeContext.self, ItemContext.self, ItemsContext.self,
    LibraryContext.self, MapContext.self, PhotoContext.self, PlaceContext.self,
    ReviewContext.self, SharedContext.self,
  ]

  @Test("Each tag of a template is a property of its context, or of a section around it")
  func tags() throws {
    #expect(Set(Self.contexts.map { $0.template }) == Set(PageTemplate.allCases))
    for context in Self.contexts {
      let types = TypeSchema()
      /// The properties of a structure, or of a list's elements; none of a text.
      func properties(_ schema: JSONValue) -> [String: JSONValue] {
        guard let name = schema.members?["$ref"]?.string?.dropFirst("#/components/schemas/".count)
        else { return schema.members?["items"].map(properties) ?? [:] }
        return types.components[String(name)]?.members?["properties"]?.members ?? [:]
      }
      var sections = [properties(try types.schema(of: context))]
      let tag = #/\{\{([{#^/]?)\s*([\w.]+)\s*\}\}/#
      for match in context.template.source.matches(of: tag) where match.2 != "." {
        guard match.1 != "/" else {
          sections.removeLast()
          continue
        }
        let found = sections.lazy.compactMap { $0[String(match.2)] }.last
        #expect(found != nil, "\(context.template.rawValue): \(match.0)")
        if match.1 == "#" || match.1 == "^" { sections.append(found.map(properties) ?? [:]) }
      }
      #expect(sections.count == 1)
    }
  }
}
