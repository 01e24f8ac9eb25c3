internal import Foundation
internal import TimeWalkArchive
package import TimeWalkCore
package import TimeWalkImaging
package import TimeWalkMetadata
internal import TimeWalkBase
package import TimeWalkAPI

/// One photo on a page, with its periods.
package struct PageView: Sendable {
  /// A picture in the form of a page.
  package struct Image: Sendable {
    package let bytes: [UInt8]
    package let size: PixelSize
    /// The address for a browser; `nil` if the picture is within the page.
    package var address: String?
  }

  /// A period: its best match, with the picture if available.
  package struct Period: Sendable {
    package fileprivate(set) var match: MatchReport
    package let item: Item?
    package var image: Image?
    /// The alignment of the picture in the photo's frame; `nil` if it is shown next to the photo.
    package var alignment: AlignmentReport?
    /// The part of the frame that it fills, as a CSS shape.
    package var shape: String?
    /// The picture as it may fit, with its shape; `nil` if nothing is offered.
    package var offered: (image: Image, shape: String?)?
    /// The reason why it isn't in the photo's frame, or missing.
    package var note: String?

    package init(match: MatchReport, item: Item?, note: String? = nil) {
      (self.match, self.item, self.note) = (match, item, note)
    }
  }

  /// The identifier of the view on its page; a valid name in HTML.
  package let id: String
  package private(set) var answer: SubmitResponse
  private let words: PictureWords
  /// True if the photo's place, its direction and all percentages are left out.
  private var isWithheld = false
  package var now: Image
  package var periods: [Period]
  /// The index of the match that is shown first.
  package let shown: Int
  /// Maps of the place; `nil` if none are known, or the place is withheld.
  package var maps: PageMaps?
  /// The address of an item's page by its name; `nil` if items have none.
  package var items: (@Sendable (String) -> String)?
  /// The address of an item's small picture by its name; `nil` if items have none.
  package var thumbnails: (@Sendable (String) -> String)?

  package init(
    id: String, answer: SubmitResponse, words: PictureWords, now: Image, periods: [Period],
    shown: Int
  ) {
    (self.id, self.answer, self.words) = (id, answer, words)
    (self.now, self.periods, self.shown) = (now, periods, shown)
  }

  /// Removes the photo's location, and all that it could be computed from.
  package mutating func withholdLocation() {
    answer.withholdLocation()
    for index in periods.indices { periods[index].match.withholdView() }
    isWithheld = true
    (maps, items, thumbnails) = (nil, nil, nil)
  }

  private var year: String { PairCaptions.year(of: answer.viewpoint) }

  /// The bytes of all pictures.
  package var bytes: Int {
    now.bytes.count
      + periods.reduce(0) {
        $0 + ($1.image?.bytes.count ?? 0) + ($1.offered?.image.bytes.count ?? 0)
      } + (maps?.bytes ?? 0)
  }

  /// The years of its periods and its own, in words.
  package var span: String {
    guard !periods.isEmpty else { return year }
    return (periods.map(Self.year) + [year]).joined(separator: ", ")
  }

  /// The view as HTML, without its heading.
  ///
  /// - Parameters:
  ///   - level: of the headings of its periods.
  ///   - text: the page's words.
  /// - Returns: the markup.
  package func html(headings level: Int, in text: PageText = PageText()) -> String {
    var viewpoint = answer.viewpoint
    if isWithheld { viewpoint.heading = nil }
    let facts = PairCaptions.facts(now: viewpoint, words, in: text)
    let year = text(year)
    let values = Values(
      id: id, level: level, year: year,
      now: Picture(now, alt: text("The view now, in the photo of %1", year)), lines: facts,
      hasLines: !facts.isEmpty,
      periods: periods.indices.map { self.values(of: $0, text) },
      plan: PagePlan(self)?.values(text),
      maps: maps?.values(id: id, in: text))
    return PageFile.view.html(values, in: text)
  }

  static func year(of match: MatchReport) -> String {
    guard let date = match.date else { return match.period ?? "undated" }
    return (try? CaptureDate(edtf: date)).map { PairCaptions.year($0) } ?? date
  }

  private static func year(_ period: Period) -> String { year(of: period.match) }

  private func values(of index: Int, _ text: PageText) -> PeriodValues {
    let period = periods[index]
    let match = period.match
    let year = text.year(Self.year(period))
    let title = ItemWords.title(match.title, or: match.id, beside: year)
    let alt = text("The view in %1: %2", year, title)
    let way = period.alignment.map {
      PairCaptions.way($0, of: period.item, in: answer.viewpoint)
    }
    return PeriodValues(
      id: "\(id)-\(index)", isCurrent: index == shown, isShared: period.alignment != nil,
      shape: period.shape, note: (way ?? period.note).map { text($0) }, year: year, title: title,
      dateHTML: text.date(match.date, match.words),
      maker: match.rights.creator ?? match.rights.credit,
      picture: period.image.map { Picture($0, alt: alt, isLazy: index != shown) },
      small: thumbnails.map { $0(match.id) },
      reasonWithout: text(period.note ?? "No picture."),
      source: ItemWords.source(match.media?.url, match.rights.source),
      offered: period.offered.map {
        Offered(shape: $0.shape, picture: Picture($0.image, alt: alt, isLazy: true))
      },
      sure: text(PairCaptions.sure(match.confidence)).capitalizedFirst,
      percent: isWithheld ? nil : Int(nearest: 100 * match.confidence),
      reasonHTML: text.reason(match.reason),
      facts: facts(match, text))
  }

  private func facts(_ match: MatchReport, _ text: PageText) -> [Fact] {
    Self.facts(
      match.rights, date: text.date(match.date, match.words), address: match.media?.url,
      id: itemAddress(match.id) ?? HTMLText.own(match.id), in: text)
  }

  /// A link to an item's own page, if there is one.
  private func itemAddress(_ id: String) -> String? {
    items.map { "<a href=\"\(HTMLText.escaped($0(id)))\">\(HTMLText.own(id))</a>" }
  }

  /// The data about an item.
  ///
  /// - Parameters:
  ///   - rights: its author and its terms of use.
  ///   - date: its date, as HTML.
  ///   - address: of its picture.
  ///   - id: its name, as HTML.
  ///   - text: the page's words.
  /// - Returns: the facts, each with a label.
  static func facts(
    _ rights: MatchReport.Rights, date: String, address: String?, id: String, in text: PageText
  ) -> [Fact] {
    var facts = [Fact(label: text("Date"), valueHTML: date)]
    func add(_ label: String, _ html: String?) {
      if let html { facts.append(Fact(label: text(label), valueHTML: html)) }
    }
    add("Made by", rights.creator.map(HTMLText.own))
    add("Kept by", rights.credit.map(HTMLText.own))
    add(
      "Rights",
      rights.license.map { license in
        let words = text(RightsStatement.words(license))
        return RightsStatement.address(of: license).map { HTMLText.link($0, words) }
          ?? HTMLText.own(words)
      })
    add("Source", rights.source.map { HTMLText.link($0) })
    add("Picture", address.map { HTMLText.link($0) })
    add("Catalogue", id)
    return facts
  }
}

/// The values of its template.
extension PageView {
  /// A datum with its label.
  struct Fact {
    let label: String
    let valueHTML: String
  }

  /// A picture by its address, or within the page.
  struct Picture {
    let width: Int, height: Int
    let alt: String
    let addressHTML: String
    /// True if it is loaded when it comes near the window.
    let isLazy: Bool

    init(_ image: Image, alt: String, isLazy: Bool = false) {
      self.isLazy = isLazy
      (width, height, self.alt) = (image.size.width, image.size.height, alt)
      addressHTML = image.address.map(HTMLText.escaped) ?? Self.data(image.bytes)
    }

    /// A JPEG as an address.
    static func data(_ jpeg: [UInt8]) -> String {
      "data:image/jpeg;base64,\(Data(jpeg).base64EncodedString())"
    }
  }

  /// A line or an area of a map, or a circle.
  struct Mark {
    struct Circle {
      let x: String, y: String
      let radius: String
    }

    /// The class of its style.
    let name: String
    var path: String?
    var circle: Circle?
  }

  fileprivate struct Values {
    let id: String
    let level: Int
    let year: String
    let now: Picture
    let lines: [String]
    let hasLines: Bool
    let periods: [PeriodValues]
    let plan: PagePlan.Values?
    let maps: PageMaps.Values?
  }

  fileprivate struct PeriodValues {
    let id: String
    let isCurrent: Bool, isShared: Bool
    let shape: String?
    let note: String?
    let year: String
    let title: String
    let dateHTML: String
    let maker: String?
    let picture: Picture?
    let small: String?
    let reasonWithout: String
    let source: String?
    let offered: Offered?
    let sure: String
    let percent: Int?
    let reasonHTML: String
    let facts: [Fact]
  }

  fileprivate struct Offered {
    let shape: String?
    let picture: Picture
  }
}
