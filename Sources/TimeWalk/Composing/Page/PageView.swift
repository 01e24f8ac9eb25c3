internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMetadata
internal import TimeWalkText

/// One photo on a page, with its periods.
struct PageView {
  /// A picture as it stands in a page.
  struct Image {
    let bytes: [UInt8]
    let size: PixelSize
  }

  /// A period: its best match, with the picture where that is at hand.
  struct Period {
    let match: MatchReport
    let item: Item?
    var image: Image?
    /// How the picture lies in the photo's frame; `nil` where it stands beside the photo.
    var alignment: AlignmentReport?
    /// The part of the frame that it fills, as a CSS shape.
    var shape: String?
    /// Why it isn't in the photo's frame, or not there at all.
    var note: String?
  }

  /// Tells the views of a page apart; a word that HTML takes for a name.
  let id: String
  let answer: WalkResponse
  let words: PictureWords
  let now: Image
  let periods: [Period]
  /// Which is shown first.
  let shown: Int
  /// Maps of the place; `nil` where none are known, or the place is withheld.
  var maps: PageMaps?

  private var year: String { PairCaptions.year(of: answer.viewpoint) }

  /// The bytes of all pictures.
  var bytes: Int {
    now.bytes.count + periods.reduce(0) { $0 + ($1.image?.bytes.count ?? 0) } + (maps?.bytes ?? 0)
  }

  /// The years of its periods and its own, in words.
  var span: String {
    guard !periods.isEmpty else { return year }
    return (periods.map(Self.year) + [year]).joined(separator: ", ")
  }

  /// The view as HTML, without its heading.
  ///
  /// - Parameter level: of the headings of its periods.
  /// - Returns: the markup.
  func html(headings level: Int) -> String {
    var parts = ["<div class=\"view\" id=\"\(id)\">", "<div class=\"sheets\">", own(level)]
    for index in periods.indices { parts.append(html(of: index, level)) }
    parts.append("</div>")
    if let plan = PagePlan(self) { parts.append(plan.html(headings: level)) }
    if let maps { parts.append(maps.html(headings: level, id: id)) }
    parts.append("</div>")
    return parts.joined(separator: "\n")
  }

  private func own(_ level: Int) -> String {
    let lines = PairCaptions.facts(now: answer.viewpoint, words)
    return """
      <section class="own">
      <h\(level)><span class="chip now">\(HTMLText.escaped(year))</span> The same view now</h\(level)>
      <figure>\(Self.image(now, alt: "The view now, in the photo of \(year)"))
      <figcaption>\(lines.map { "<p>\(HTMLText.own($0))</p>" }.joined())</figcaption></figure>
      </section>
      """
  }

  static func image(_ image: Image, alt: String) -> String {
    """
    <img width="\(image.size.width)" height="\(image.size.height)" alt="\(HTMLText.escaped(alt))" \
    src="data:image/jpeg;base64,\(Data(image.bytes).base64EncodedString())">
    """
  }

  static func year(of match: MatchReport) -> String {
    guard let date = match.date else { return match.period ?? "undated" }
    return (try? CaptureDate(edtf: date)).map { PairCaptions.year($0) } ?? date
  }

  private static func year(_ period: Period) -> String { year(of: period.match) }

  private func html(of index: Int, _ level: Int) -> String {
    let period = periods[index]
    let match = period.match
    let title = match.title.isEmpty ? match.id : match.title
    let picture =
      period.image.map {
        "<figure>\(Self.image($0, alt: "The view in \(Self.year(period)): \(title)"))</figure>"
      }
      ?? "<div class=\"empty\"><p class=\"quiet\">\(HTMLText.escaped(period.note ?? "No picture is at hand."))</p></div>"
    var attributes = "class=\"period\(index == shown ? " current" : "")\" id=\"\(id)-\(index)\""
    if period.alignment != nil { attributes += " data-frame=\"shared\"" }
    if let shape = period.shape { attributes += " data-shape=\"\(shape)\"" }
    let note = period.alignment.map(PairCaptions.way) ?? period.note
    if let note { attributes += " data-note=\"\(HTMLText.escaped(note))\"" }
    return """
      <section \(attributes)>
      <h\(level)><span class="chip">\(HTMLText.escaped(Self.year(period)))</span> \(HTMLText.own(title))</h\(level)>
      \(picture)
      \(note.map { period.image == nil ? "" : "<p class=\"quiet\">\(HTMLText.escaped($0))</p>" } ?? "")
      <p><strong>\(HTMLText.escaped(PairCaptions.sure(match.confidence).capitalizedFirst))</strong> \
      <small>(\(Int((100 * match.confidence).rounded())) %)</small>: \(HTMLText.own(match.reason)).</p>
      \(Self.list(of: facts(match)))
      </section>
      """
  }

  private func facts(_ match: MatchReport) -> [(String, String)] {
    Self.facts(match.rights, words: match.words, address: match.media?.url, id: match.id)
  }

  /// What is known of an item, each with a label, as HTML.
  ///
  /// - Parameters:
  ///   - rights: who made it, and what it may be used for.
  ///   - words: its date.
  ///   - address: of its picture.
  ///   - id: its name.
  /// - Returns: labels and markup.
  static func facts(
    _ rights: MatchReport.Rights, words: String, address: String?, id: String
  ) -> [(String, String)] {
    var facts = [("Date", HTMLText.own(words))]
    if let creator = rights.creator { facts.append(("Made by", HTMLText.own(creator))) }
    if let credit = rights.credit { facts.append(("Kept by", HTMLText.own(credit))) }
    if let license = rights.license {
      let words = RightsStatement.words(license)
      let address = RightsStatement.address(of: license)
      facts.append(
        ("Rights", address.map { HTMLText.link($0, words) } ?? HTMLText.own(words)))
    }
    if let source = rights.source { facts.append(("Source", HTMLText.link(source))) }
    if let address { facts.append(("Picture", HTMLText.link(address))) }
    facts.append(("Catalogue", HTMLText.own(id)))
    return facts
  }

  /// Facts as a list.
  static func list(of facts: [(String, String)]) -> String {
    "<dl>\(facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined())</dl>"
  }
}
