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
    package let match: MatchReport
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
  package let answer: SubmitResponse
  private let words: PictureWords
  package var now: Image
  package var periods: [Period]
  /// The index of the match that is shown first.
  package let shown: Int
  /// Maps of the place; `nil` if none are known, or the place is withheld.
  package var maps: PageMaps?
  /// The address of an item's page by its name; `nil` if items have none.
  package var items: (@Sendable (String) -> String)?

  package init(
    id: String, answer: SubmitResponse, words: PictureWords, now: Image, periods: [Period],
    shown: Int
  ) {
    (self.id, self.answer, self.words) = (id, answer, words)
    (self.now, self.periods, self.shown) = (now, periods, shown)
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
    var parts = ["<div class=\"view\" id=\"\(id)\">", "<div class=\"sheets\">", own(level, text)]
    for index in periods.indices { parts.append(html(of: index, level, text)) }
    parts.append("</div>")
    if let plan = PagePlan(self) { parts.append(plan.html(headings: level, in: text)) }
    if let maps { parts.append(maps.html(headings: level, id: id, in: text)) }
    parts.append("</div>")
    return parts.joined(separator: "\n")
  }

  private func own(_ level: Int, _ text: PageText) -> String {
    let lines = PairCaptions.facts(now: answer.viewpoint, words, in: text)
    let year = text(year)
    return """
      <section class="own">
      <h\(level)><span class="chip now">\(HTMLText.escaped(year))</span> \(text.html("The same view now"))</h\(level)>
      <figure>\(Self.image(now, alt: text("The view now, in the photo of %1", year)))
      <figcaption>\(lines.map { "<p>\(HTMLText.own($0))</p>" }.joined())</figcaption></figure>
      </section>
      """
  }

  static func image(_ image: Image, alt: String) -> String {
    let source =
      image.address ?? "data:image/jpeg;base64,\(Data(image.bytes).base64EncodedString())"
    return """
      <img width="\(image.size.width)" height="\(image.size.height)" alt="\(HTMLText.escaped(alt))" \
      src="\(source)">
      """
  }

  static func year(of match: MatchReport) -> String {
    guard let date = match.date else { return match.period ?? "undated" }
    return (try? CaptureDate(edtf: date)).map { PairCaptions.year($0) } ?? date
  }

  private static func year(_ period: Period) -> String { year(of: period.match) }

  private func html(of index: Int, _ level: Int, _ text: PageText) -> String {
    let period = periods[index]
    let match = period.match
    let title = match.title.isEmpty ? match.id : match.title
    let year = text.year(Self.year(period))
    let picture =
      period.image.map {
        "<figure>\(Self.image($0, alt: text("The view in %1: %2", year, title)))</figure>"
      }
      ?? "<div class=\"empty\"><p class=\"quiet\">\(text.html(period.note ?? "No picture."))</p></div>"
    var attributes = "class=\"period\(index == shown ? " current" : "")\" id=\"\(id)-\(index)\""
    if period.alignment != nil { attributes += " data-frame=\"shared\"" }
    if let shape = period.shape { attributes += " data-shape=\"\(shape)\"" }
    let way = period.alignment.map {
      PairCaptions.way($0, of: period.item, in: answer.viewpoint)
    }
    let note = (way ?? period.note).map { text($0) }
    if let note { attributes += " data-note=\"\(HTMLText.escaped(note))\"" }
    return """
      <section \(attributes)>
      <h\(level)><span class="chip">\(HTMLText.escaped(year))</span> \(HTMLText.own(title))</h\(level)>
      \(picture)
      \(offered(period, alt: text("The view in %1: %2", year, title), text))
      \(note.map { period.image == nil ? "" : "<p class=\"quiet note\">\(HTMLText.escaped($0))</p>" } ?? "")
      <p class="sure"><strong>\(text.html(PairCaptions.sure(match.confidence)).capitalizedFirst)</strong> \
      <small>(\(Int((100 * match.confidence).rounded())) %)</small>: \(text.reason(match.reason)).</p>
      <details><summary>\(text.html("Who made it, who keeps it, and its rights"))</summary>
      \(Self.list(of: facts(match, text)))</details>
      </section>
      """
  }

  /// The picture as it may fit; empty if nothing is offered.
  private func offered(_ period: Period, alt: String, _ text: PageText) -> String {
    guard let offer = period.offered else { return "" }
    let shape = offer.shape.map { " data-shape=\"\($0)\"" } ?? ""
    return """
      <figure class="offered"\(shape)>\(Self.image(offer.image, alt: alt))
      <figcaption>\(text.html("May fit here; placed as the pictures suggest."))</figcaption></figure>
      """
  }

  private func facts(_ match: MatchReport, _ text: PageText) -> [(String, String)] {
    Self.facts(
      match.rights, date: text.date(match.date, match.words), address: match.media?.url,
      id: itemAddress(match.id) ?? HTMLText.own(match.id), in: text)
  }

  /// A link to an item's own page, if there is one.
  private func itemAddress(_ id: String) -> String? {
    items.map { "<a href=\"\(HTMLText.escaped($0(id)))\">\(HTMLText.own(id))</a>" }
  }

  /// The data about an item, each with a label, as HTML.
  ///
  /// - Parameters:
  ///   - rights: its author and its terms of use.
  ///   - date: its date, as HTML.
  ///   - address: of its picture.
  ///   - id: its name, as HTML.
  ///   - text: the page's words.
  /// - Returns: labels and markup.
  static func facts(
    _ rights: MatchReport.Rights, date: String, address: String?, id: String, in text: PageText
  ) -> [(String, String)] {
    var facts = [(text.html("Date"), date)]
    if let creator = rights.creator { facts.append((text.html("Made by"), HTMLText.own(creator))) }
    if let credit = rights.credit { facts.append((text.html("Kept by"), HTMLText.own(credit))) }
    if let license = rights.license {
      let words = text(RightsStatement.words(license))
      let address = RightsStatement.address(of: license)
      facts.append(
        (text.html("Rights"), address.map { HTMLText.link($0, words) } ?? HTMLText.own(words)))
    }
    if let source = rights.source { facts.append((text.html("Source"), HTMLText.link(source))) }
    if let address { facts.append((text.html("Picture"), HTMLText.link(address))) }
    facts.append((text.html("Catalogue"), id))
    return facts
  }

  /// Facts as a list.
  static func list(of facts: [(String, String)]) -> String {
    "<dl>\(facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined())</dl>"
  }
}
