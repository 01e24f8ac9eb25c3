package import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkBase
package import TimeWalkAPI

/// The maps of all eras around a photo's place, in one frame: each separately, and with the script
/// one over the other.
package struct PageMaps: Sendable {
  /// A map in the frame.
  package struct Layer: Sendable {
    let place: PlaceReport
    let words: String
    let year: String
    package var image: PageView.Image
    let shape: String?
    let error: Double?

    /// - Parameters:
    ///   - place: the map, and the item that it is of.
    ///   - image: its visible part.
    ///   - shape: the part of the frame that it fills, as a CSS shape; `nil` for all of it.
    ///   - error: its possible error here, metres.
    package init(_ place: FoundPlace, image: PageView.Image, shape: String?, error: Double?) {
      self.place = PlaceReport(place)
      (words, year) = (PageMaps.words(of: place.item), PageMaps.year(of: place.item))
      (self.image, self.shape, self.error) = (image, shape, error)
    }
  }

  /// A map that is only named, with the reason.
  package struct Other: Sendable {
    let place: PlaceReport
    let words: String
    let year: String
    let note: String

    package init(_ place: FoundPlace, note: String) {
      self.place = PlaceReport(place)
      (words, year) = (PageMaps.words(of: place.item), PageMaps.year(of: place.item))
      self.note = note
    }
  }

  package var layers: [Layer]
  private let others: [Other]
  /// Metres from the middle to each edge.
  private let radius: Double
  private let viewpoint: ViewpointReport

  package init(layers: [Layer], others: [Other], radius: Double, viewpoint: ViewpointReport) {
    (self.layers, self.others) = (layers, others)
    (self.radius, self.viewpoint) = (radius, viewpoint)
  }

  /// The bytes of its pictures.
  var bytes: Int { layers.reduce(0) { $0 + $1.image.bytes.count } }

  private static func year(of item: Item) -> String {
    item.date.map { PairCaptions.year($0) } ?? "undated"
  }

  private static func words(of item: Item) -> String {
    item.date?.words ?? item.dateText ?? "undated"
  }

  /// - Parameters:
  ///   - level: of the heading.
  ///   - id: the identifier of the page's view.
  ///   - text: the page's words.
  /// - Returns: the markup.
  func html(headings level: Int, id: String, in text: PageText) -> String {
    let figures = layers.enumerated().map { index, layer in
      figure(layer, id: "\(id)-map-\(index)", level + 1, text)
    }
    let list = others.map { other in
      """
      <li><h\(level + 1)><span class="chip">\(HTMLText.escaped(text.year(other.year)))</span> \(title(other.place))</h\(level + 1)>
      <p class="quiet">\(text.html(other.note))</p>
      \(PageView.list(of: facts(other.place, other.words, nil, text)))</li>
      """
    }
    let lead =
      layers.isEmpty
      ? text("The archive has maps of this place, but none can be shown here.")
      : text(
        "%1 from side to side, north up. The photo was taken at the blue dot.",
        PagePlan.metres(2 * radius))
        + (layers.count > 1 ? " " + text("All maps lie in the same frame.") : "")
    return """
      <section class="maps" aria-labelledby="\(id)-maps">
      <h\(level) id="\(id)-maps">\(text.html("Maps of this place"))</h\(level)>
      <p>\(HTMLText.escaped(lead))</p>
      \(layers.isEmpty ? "" : "<div class=\"charts\">\n\(figures.joined(separator: "\n"))\n</div>")
      \(list.isEmpty ? "" : "<ul class=\"told\">\n\(list.joined(separator: "\n"))\n</ul>")
      </section>
      """
  }

  private func title(_ place: PlaceReport) -> String {
    HTMLText.own(place.title.isEmpty ? place.id : place.title)
  }

  private func figure(_ layer: Layer, id: String, _ level: Int, _ text: PageText) -> String {
    let shape = layer.shape.map { " data-shape=\"\($0)\"" } ?? ""
    let title = layer.place.title.isEmpty ? layer.place.id : layer.place.title
    return """
      <section class="chart" id="\(id)"\(shape)>
      <h\(level)><span class="chip">\(HTMLText.escaped(text.year(layer.year)))</span> \(self.title(layer.place))</h\(level)>
      <div class="sheet">\(PageView.image(layer.image, alt: text("The ground around the photo on a map of %1: %2", text.year(layer.year), title)))
      \(marks)</div>
      \(PageView.list(of: facts(layer.place, layer.words, layer.error, text)))
      </section>
      """
  }

  private func facts(
    _ place: PlaceReport, _ words: String, _ error: Double?, _ text: PageText
  ) -> [(String, String)] {
    var facts = PageView.facts(
      place.rights, date: text.date(place.date, words), address: place.media?.url,
      id: HTMLText.own(place.id), in: text)
    if place.kind == ItemKind.imagined.rawValue {
      facts.insert((text.html("Kind"), text.html("imagined")), at: 0)
    }
    if let error {
      facts.append(
        (text.html("Placed"), text.html("to about %1 here", FoundPlace.length(error))))
    }
    return facts
  }

  private static let side = 400.0

  /// The overlay of each map: the place with its error, the view, a scale, and an arrow to the
  /// north.
  private var marks: String {
    let (middle, scale) = (Self.side / 2, Self.side / (2 * radius))
    var parts: [String] = []
    if let error = viewpoint.horizontalAccuracy, error * scale > 8 {
      let reach = PagePlan.text(min(error * scale, middle))
      parts.append(
        "<circle class=\"error\" cx=\"\(Int(middle))\" cy=\"\(Int(middle))\" r=\"\(reach)\"/>")
    }
    if let heading = viewpoint.heading {
      parts.append(
        PagePlan.cone("cone mine", middle, middle, heading, viewpoint.fieldOfView))
    }
    parts.append(
      "<circle class=\"you\" cx=\"\(Int(middle))\" cy=\"\(Int(middle))\" r=\"7\"/>")
    let bar = PagePlan.bars.last { $0 * scale <= 110 } ?? 1
    let length = PagePlan.text(bar * scale)
    parts.append(
      """
      <rect class="plate" x="6" y="356" width="\(PagePlan.text(max(bar * scale, 44) + 12))" height="38" rx="3"/>\
      <path class="scale" d="M12 381v6h\(length)v-6"/><text x="12" y="373">\(PagePlan.metres(bar))</text>\
      <rect class="plate" x="364" y="346" width="30" height="48" rx="3"/>\
      <path class="scale" d="M379 374V352m-5 8l5-8 5 8"/><text x="374" y="389">N</text>
      """)
    return """
      <svg viewBox="0 0 \(Int(Self.side)) \(Int(Self.side))" aria-hidden="true">\(parts.joined())</svg>
      """
  }
}
