internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkCore

/// An item in a list.
struct ItemCard: Decodable {
  let title, url, year: String
  let thumbnail: PageLink?
  let creator: PageName?

  init(_ item: ItemReport, _ text: PageText) {
    year = ItemPage.year(item, text)
    title = ItemWords.title(item.title, or: item.id, beside: year)
    url = Call.address(ofItem: item.id)
    thumbnail = item.media?.path == nil ? nil : PageLink(url: ItemAddress.picture(item.id))
    creator = item.creator.map { PageName(name: $0) }
  }
}

struct ItemsContext: PageContext {
  static let template = PageTemplate.items
  let text, era: String
  let items: [ItemCard]
  let bare: PageList<ItemCard>?
  let isEmpty: Bool
  let spot: PageWords?
  let count: String?
  let canCurate: Bool
  let next: PageLink?
}

struct ItemContext: PageContext {
  struct Fact: Decodable {
    let label, valueHTML: String
  }

  static let template = PageTemplate.item
  let title, year, map, geojson, iiif: String
  let facts, pose: [Fact]
  let imagined: Bool
  let picture: PagePicture?
  let source: String?
  let neighbours: PageList<ItemCard>?
  let earlier, later: PageLink?
  let hasOthers: Bool
  var place: PageLink?
}

extension Call {
  /// The distance and the number of an item's neighbours in time.
  private static let reach = 150.0, mostNeighbours = 200

  /// `/items/{id}`: a picture, its description, and pictures taken near by before and after.
  func itemPage() async throws -> Response {
    let name = parameter("id")
    let (pipeline, language) = (front.pipeline, language)
    let (item, near) = try await front.pool.run(.search) { () throws(TimeWalkError) in
      let item = try pipeline.item(name)
      var request = SearchRequest()
      (request.latitude, request.longitude) = (item.latitude, item.longitude)
      request.radius = Call.reach
      request.limit = Call.mostNeighbours
      return (item, try pipeline.search(request).items)
    }
    var context = ItemPage(item: item, near: near, language: language).context
    if canCurate { context.place = PageLink(url: "\(Call.address(ofItem: name))/place") }
    var shown = Page(context: context, title: context.title, scripts: ["item.js"])
    if front.options.isOpen, item.media?.path != nil {
      shown.card = Page.Card(
        url: base + Call.address(ofItem: name),
        picture: base + ItemAddress.picture(item.id) + "?side=1280",
        description: ItemPage.year(item, language.text))
    }
    return try await page(shown)
  }

  /// `/items`: a search by words and time.
  func itemsPage() async throws -> Response {
    let known = Route.fields(of: "archive.search")
    var values = try values(of: known)
    // A form also sends its empty fields.
    values = values.filter { $0.value.string != "" }
    var request = try SearchRequest(values)
    request.limit = min(request.limit ?? ItemPage.mostCards, ItemPage.mostCards)
    let (pipeline, asked) = (front.pipeline, request)
    let found = try await front.pool.run(.search) { () throws(TimeWalkError) in
      try pipeline.search(asked)
    }
    let text = language.text
    let items = ItemPage.oldestFirst(found.items)
    func cards(_ isPicture: Bool) -> [ItemCard] {
      items.filter { ($0.media?.path != nil) == isPicture }.map { ItemCard($0, text) }
    }
    let next = found.next.map { next in
      [
        ("text", request.text), ("era", request.era), ("shows", request.shows),
        ("collection", request.collection),
      ].reduce("/items?after=\(PercentCoding.encoded(next))") { link, field in
        link + (field.1.map { "&\(field.0)=\(PercentCoding.encoded($0))" } ?? "")
      }
    }
    let context = ItemsContext(
      text: request.text ?? "", era: request.era ?? "", items: cards(true),
      bare: PageList(cards(false)), isEmpty: items.isEmpty,
      spot: request.shows.map { PageWords(words: $0) },
      count: found.total.map { total in
        found.estimated == true
          ? text("about %1 pictures", language.number(total))
          : total == 1 ? text("1 picture") : text("%1 pictures", language.number(total))
      }, canCurate: canCurate, next: next.map { PageLink(url: $0) })
    return try await page(Page(context: context, title: text("Pictures of the archive")))
  }
}

/// `/items/{id}`.
struct ItemPage {
  let item: ItemReport
  let near: [ItemReport]
  let language: PageLanguage
  private let text: PageText
  /// The most items in a page of search results; a program asks for more.
  static let mostCards = 120
  /// The number of neighbours that are shown on either side.
  private static let shown = 3

  init(item: ItemReport, near: [ItemReport], language: PageLanguage) {
    (self.item, self.near, self.language) = (item, near, language)
    text = language.text
  }

  /// Items with the oldest first, and those without a date last.
  static func oldestFirst(_ items: [ItemReport]) -> [ItemReport] {
    let days = items.map { item in
      (day: item.date.map { ItemWords.firstDay($0) ?? .min } ?? .max, item: item)
    }
    return days.sorted { ($0.day, $0.item.id) < ($1.day, $1.item.id) }.map(\.item)
  }

  /// The text of a chip.
  static func year(_ item: ItemReport, _ text: PageText) -> String {
    text.year(item.date.map(ItemWords.year) ?? "undated")
  }

  var context: ItemContext {
    let year = ItemPage.year(item, text)
    let title = ItemWords.title(item.title, or: item.id, beside: year)
    let (id, hasPicture) = (PercentCoding.encoded(item.id), item.media?.path != nil)
    func link(_ item: ItemReport) -> PageLink { PageLink(url: Call.address(ofItem: item.id)) }
    return ItemContext(
      title: title, year: year,
      map: "/map#17/\(item.latitude)/\(item.longitude)?item=\(id)",
      geojson: "/v1/items/\(id)/geojson", iiif: "/v1/items/\(id)/iiif", facts: facts, pose: pose,
      imagined: item.kind == "imagined",
      picture: hasPicture ? PagePicture(url: ItemAddress.picture(item.id), alt: title) : nil,
      source: hasPicture ? nil : ItemWords.source(item.media?.url, item.source),
      neighbours: PageList(neighbours), earlier: dated.before.last.map(link),
      later: dated.after.first.map(link),
      hasOthers: !(dated.before.isEmpty && dated.after.isEmpty))
  }

  private func fact(_ label: String, _ html: String) -> ItemContext.Fact {
    ItemContext.Fact(label: text(label), valueHTML: html)
  }

  private var facts: [ItemContext.Fact] {
    var facts = [
      fact(
        "Date",
        text.date(
          item.date, item.date.flatMap(ItemWords.date) ?? item.dateText ?? "undated"))
    ]
    if let creator = item.creator { facts.append(fact("Made by", HTMLText.own(creator))) }
    if let credit = item.credit { facts.append(fact("Kept by", HTMLText.own(credit))) }
    if let license = item.license {
      let (words, address) = ItemWords.rights(license)
      facts.append(
        fact(
          "Rights",
          address.map { HTMLText.link($0, text(words)) } ?? HTMLText.own(text(words))))
    }
    if let source = item.source { facts.append(fact("Source", HTMLText.link(source))) }
    facts.append(fact("Catalogue", HTMLText.own(item.id)))
    for column in item.otherColumns ?? [] {
      facts.append(ItemContext.Fact(label: column.name, valueHTML: HTMLText.own(column.value)))
    }
    return facts
  }

  /// The position, and its source.
  private var pose: [ItemContext.Fact] {
    func metres(_ value: Double) -> String { "\(Int(nearest: value))\u{A0}m" }
    var pose: [ItemContext.Fact] = []
    let place = "\(item.latitude), \(item.longitude)"
    pose.append(
      fact(
        item.locationOf == "camera" ? "Camera position" : "Position of the subject",
        HTMLText.own(
          item.accuracy.map { text("%1, accurate to %2", place, metres($0)) } ?? place)))
    pose.append(
      fact(
        "Direction",
        HTMLText.own(
          item.heading.map { heading in
            let direction = "\(Int(nearest: heading) % 360)°"
            return item.headingAccuracy.map {
              text("%1, accurate to %2", direction, "\(Int(nearest: $0))°")
            } ?? direction
          } ?? text("unknown direction"))))
    if let field = item.fieldOfView {
      pose.append(fact("Width of the view", HTMLText.own("\(Int(nearest: field))°")))
    }
    if let altitude = item.altitude {
      pose.append(fact("Height above the sea", HTMLText.own(metres(altitude))))
    }
    pose.append(
      fact(
        "Source of the position",
        HTMLText.own(
          item.viewPose == nil
            ? text("The catalogue") : text("Measured on the picture"))))
    return pose
  }

  /// Dated pictures taken near by, oldest first: some before and some after it; none for an item
  /// without a date.
  private var dated: (before: [ItemReport], after: [ItemReport]) {
    let dated = ItemPage.oldestFirst(near.filter { $0.id != item.id && $0.date != nil } + [item])
    guard item.date != nil, let own = dated.firstIndex(where: { $0.id == item.id }) else {
      return ([], [])
    }
    return (
      Array(dated[..<own].suffix(ItemPage.shown)),
      Array(dated[(own + 1)...].prefix(ItemPage.shown))
    )
  }

  /// Pictures taken near by, oldest first.
  private var neighbours: [ItemCard] {
    let dated = dated
    let shown =
      item.date == nil
      ? Array(near.filter { $0.id != item.id }.prefix(2 * ItemPage.shown))
      : dated.before + dated.after
    return shown.map { ItemCard($0, text) }
  }
}
