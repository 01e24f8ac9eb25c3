internal import TimeWalkArchive
package import TimeWalkCore
package import TimeWalkMetadata
internal import TimeWalkBase
package import TimeWalkAPI

/// The captions of a historical picture and a photo.
package struct PairCaptions {
  package let thenYear: String
  package let thenTitle: String
  /// The caption of the historical image: date, author, subject, rights and place, then the
  /// confidence with its reasons.
  package let thenLines: [String]
  package let nowYear: String
  package let nowTitle: String
  package let nowLines: [String]

  package init(answer: SubmitResponse, photo: PictureWords, old: Item) {
    thenYear = Self.year(old.date)
    thenTitle = old.title.isEmpty ? old.id.identifier : old.title
    var lines = Self.facts(old).map { label, text in label.isEmpty ? text : "\(label) \(text)" }
    let match = (answer.matches + answer.timeline).first { $0.id == old.id.description }
    if let match {
      // A line must not end between a number and its sign.
      let reason = match.reason.replacingScalars(" %", with: "\u{A0}%")
      lines.append("\(Self.sure(match.confidence).capitalizedFirst): \(reason).")
    }
    thenLines = lines
    nowYear = Self.year(of: answer.viewpoint)
    nowTitle = "The same view now"
    nowLines = Self.facts(now: answer.viewpoint, photo)
  }

  /// The data about an item, each with its label; the date has none.
  package static func facts(_ item: Item) -> [(label: String, text: String)] {
    let facts = [
      ("", item.date?.words ?? item.dateText ?? "undated"), ("By", item.creator),
      ("Kept by", item.credit), ("Rights:", item.license.map(RightsStatement.words)),
      ("", item.source ?? item.id.description),
    ]
    return facts.compactMap { label, text in
      text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : (label, $0) }
    }
  }

  /// The photo's day, place and direction, author and rights; withheld or unknown values are left
  /// out.
  package static func facts(
    now viewpoint: ViewpointReport, _ photo: PictureWords, in text: PageText = PageText()
  ) -> [String] {
    var lines: [String] = []
    if let day = day(of: viewpoint, in: text) { lines.append(day) }
    var place: [String] = []
    if let latitude = viewpoint.latitude, let longitude = viewpoint.longitude {
      let places = OverlayFields.decimals(accuracy: viewpoint.horizontalAccuracy)
      place.append(
        OverlayFields.degrees(latitude, places, "N", "S") + "  "
          + OverlayFields.degrees(longitude, places, "E", "W"))
    }
    if let heading = viewpoint.heading.flatMap(Heading.init(degrees:)) {
      place.append(
        text("looking %1", text(heading.cardinal)) + " (\(Int(nearest: heading.degrees) % 360)°)")
    }
    if !place.isEmpty { lines.append(place.joined(separator: ", ")) }
    if let creator = photo.creator { lines.append(text("By %1", creator)) }
    if let credit = photo.credit { lines.append(text("Credit: %1", credit)) }
    if let rights = photo.rights {
      lines.append(text("Rights: %1", text(RightsStatement.words(rights))))
    }
    return lines
  }

  private static func day(of viewpoint: ViewpointReport, in text: PageText) -> String? {
    guard let time = viewpoint.localTime ?? viewpoint.timestamp else { return nil }
    let day = String(time.prefix(10))
    return text.words(day) ?? (try? CaptureDate(edtf: day))?.words ?? day
  }

  /// The year for a chip: of a date within one year that alone, else the date's words.
  package static func year(_ date: CaptureDate?) -> String {
    guard let date else { return "undated" }
    guard let first = date.strict.earliest?.year, first == date.strict.latest?.year else {
      return date.words
    }
    return date.strict == date.fuzzy ? "\(first)" : "about \(first)"
  }

  /// The photo's year for a chip; `now` if unknown.
  package static func year(of viewpoint: ViewpointReport) -> String {
    (viewpoint.localTime ?? viewpoint.timestamp).map { String($0.prefix(4)) } ?? "now"
  }

  /// A match's confidence in words.
  package static func sure(_ confidence: Double) -> String {
    switch confidence {
    case 0.9...: "almost certainly this view"
    case 0.7...: "very likely this view"
    case 0.4...: "perhaps this view"
    default: "unlikely, but the best there is"
    }
  }

  /// The grade of the old picture's alignment, in words.
  ///
  /// - Parameters:
  ///   - alignment: the alignment.
  ///   - item: the old picture.
  ///   - viewpoint: the photo's. Without both directions of view, poses alone say little.
  /// - Returns: an English sentence.
  package static func way(
    _ alignment: AlignmentReport, of item: Item?, in viewpoint: ViewpointReport
  ) -> String {
    let isDirected =
      viewpoint.heading != nil && (item?.view?.heading != nil || item?.pose.heading != nil)
    return switch alignment.grade {
    case .none where !isDirected: "Placed roughly: a direction of view isn't known."
    case .mayFit where !isDirected: "May fit here; a direction of view isn't known."
    case .none: "Placed roughly, as the poses say."
    case .mayFit: "May fit here; placed as the poses say."
    case .fits:
      alignment.way.method.hasPrefix("points")
        ? "Fitted into the photo's frame by points that a person set."
        : "Fits what both pictures show."
    }
  }
}
