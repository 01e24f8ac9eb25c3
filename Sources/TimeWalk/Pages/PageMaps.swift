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

  /// The values of its part of the template.
  struct Values {
    struct Layer {
      let id: String
      let shape: String?
      let year: String
      let title: String
      let picture: PageView.Picture
      let facts: [PageView.Fact]
    }

    struct Other {
      let year: String
      let title: String
      let note: String
      let facts: [PageView.Fact]
    }

    let count: Int
    let lead: String
    let hasLayers: Bool, hasOthers: Bool
    let layers: [Layer]
    let others: [Other]
    /// The overlay of each map: the place with its error, and the view.
    let marks: [PageView.Mark]
    /// The pixels of the bar and of its ground, and its metres in words.
    let bar: String, plate: String
    let length: String
  }

  /// - Parameters:
  ///   - id: the identifier of the page's view.
  ///   - text: the page's words.
  /// - Returns: the values of its part of the template.
  func values(id: String, in text: PageText) -> Values {
    let lead =
      layers.isEmpty
      ? text("The archive has maps of this place, but none can be shown here.")
      : text(
        "%1 from side to side, north up. The photo was taken at the blue dot.",
        PagePlan.metres(2 * radius))
        + (layers.count > 1 ? " " + text("All maps lie in the same frame.") : "")
    let scale = Self.side / (2 * radius)
    let bar = PagePlan.bars.last { $0 * scale <= 110 } ?? 1
    return Values(
      count: layers.count + others.count, lead: lead, hasLayers: !layers.isEmpty,
      hasOthers: !others.isEmpty,
      layers: layers.enumerated().map { index, layer in
        let (year, title) = (text.year(layer.year), Self.title(layer.place, layer.year))
        return Values.Layer(
          id: "\(id)-map-\(index)", shape: layer.shape, year: year, title: title,
          picture: PageView.Picture(
            layer.image,
            alt: text("The ground around the photo on a map of %1: %2", year, title),
            isLazy: true),
          facts: facts(layer.place, layer.words, layer.error, text))
      },
      others: others.map { other in
        Values.Other(
          year: text.year(other.year), title: Self.title(other.place, other.year),
          note: text(other.note),
          facts: facts(other.place, other.words, nil, text))
      },
      marks: marks(scale), bar: PagePlan.text(bar * scale),
      plate: PagePlan.text(max(bar * scale, 44) + 12), length: PagePlan.metres(bar))
  }

  private static func title(_ place: PlaceReport, _ year: String) -> String {
    ItemWords.title(place.title, or: place.id, beside: year)
  }

  private func facts(
    _ place: PlaceReport, _ words: String, _ error: Double?, _ text: PageText
  ) -> [PageView.Fact] {
    var facts = PageView.facts(
      place.rights, date: text.date(place.date, words), address: place.media?.url,
      id: HTMLText.own(place.id), in: text)
    if place.kind == ItemKind.imagined.rawValue {
      facts.insert(PageView.Fact(label: text("Kind"), valueHTML: text.html("imagined")), at: 0)
    }
    if let error {
      let about = text.html("to about %1 here", FoundPlace.length(error))
      facts.append(PageView.Fact(label: text("Placed"), valueHTML: about))
    }
    return facts
  }

  private static let side = 400.0

  private func marks(_ scale: Double) -> [PageView.Mark] {
    let middle = Self.side / 2
    var marks: [PageView.Mark] = []
    if let error = viewpoint.horizontalAccuracy, error * scale > 8 {
      marks.append(PagePlan.circle("error", middle, middle, min(error * scale, middle)))
    }
    if let heading = viewpoint.heading {
      marks.append(
        PagePlan.cone("cone mine", middle, middle, heading, viewpoint.fieldOfView))
    }
    return marks + [PagePlan.circle("you", middle, middle, 7)]
  }
}
