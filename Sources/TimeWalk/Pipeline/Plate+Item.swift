internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMetadata

extension Plate {
  /// A card with an item's title and the location of its picture.
  init(_ item: Item) {
    self.init(
      title: item.title.isEmpty ? item.id.identifier : item.title, details: Plate.details(of: item),
      link: Plate.link(to: item))
  }

  /// A card that reports the lack of images of an era for a view, with the nearest in time.
  init(nothingOf asked: AskedEra, nearest: Match?) {
    var details = [
      Detail(
        label: "Nearest in time", text: "nothing, the archive shows this view at no other time")
    ]
    if let nearest {
      let item = nearest.item
      let title = item.title.isEmpty ? item.id.identifier : item.title
      details = [Detail(label: "Nearest in time", text: title)]
      details += Plate.details(of: item)
    }
    self.init(
      title: EmptyEraText.sentence(asked), details: details,
      link: nearest.flatMap { Plate.link(to: $0.item) })
    headline = "NOTHING OF THAT TIME"
    explanation = "This card stands in for an image that the archive doesn't have."
    linkLabel = "The nearest in time is kept at"
  }

  private static func details(of item: Item) -> [Detail] {
    let details = [
      ("Date", item.date?.words ?? item.dateText), ("By", item.creator), ("Credit", item.credit),
      ("Rights", item.license.map(RightsStatement.words)), ("Catalogue", item.id.description),
    ]
    return details.compactMap { label, text in text.map { Detail(label: label, text: $0) } }
  }

  private static func link(to item: Item) -> String? {
    if case .url(let address) = item.media { return address }
    return item.source
  }
}

/// That nothing of an era shows a view, in words.
enum EmptyEraText {
  /// For instance "Nothing of 1890–1930 shows this view", with the era's name if it has one.
  static func sentence(_ asked: AskedEra) -> String {
    let words = asked.era.date.words
    let time = words.hasSuffix("s") || words.contains("century") ? "the \(words)" : words
    return "Nothing of \(asked.name.map { "\($0) (\(time))" } ?? time) shows this view"
  }
}

extension PictureCredits {
  /// The credits of an item's picture.
  init(_ item: Item) {
    self.init(software: "TimeWalk \(Version.current)")
    title = item.title.isEmpty ? item.id.identifier : item.title
    caption = item.date.map { "Dated \($0.words)." }
    creator = item.creator
    credit = item.credit
    rights = item.license.map(RightsStatement.words)
    if let license = item.license { rightsAddress = RightsStatement.address(of: license) }
    source = item.source ?? item.id.description
    if item.source == nil, case .url(let address) = item.media { source = address }
    identifier = item.id.description
  }

  /// The text of the card for an era without images.
  init(nothingOf asked: AskedEra, nearest: Match?) {
    self.init(software: "TimeWalk \(Version.current)")
    title = EmptyEraText.sentence(asked)
    caption = nearest.map { match in
      let item = match.item
      let title = item.title.isEmpty ? item.id.identifier : item.title
      return "Nearest in time: \(title), \(item.date?.words ?? "undated"), \(item.id)."
    }
  }
}
