internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkReading
internal import TimeWalkBase

/// A photo with its periods and maps as parts of a page, and the pictures on it.
package struct PhotoView: Sendable {
  /// The stored answer, without withheld values.
  package let answer: SubmitResponse
  /// The title of the first match; `nil` if there is none.
  package let title: String?
  /// The years of its periods and its own.
  package let span: String
  private let view: PageView
  private let pictures: [String: [UInt8]]

  /// The size of its pictures in bytes.
  package var bytes: Int { view.bytes + (pictures[PhotoView.card]?.count ?? 0) }

  /// The name of the picture for previews: then and now side by side, without the photo's place.
  package static let card = "card"

  /// True if it has a picture for previews.
  package var hasCard: Bool { pictures[PhotoView.card] != nil }

  fileprivate init(_ view: PageView, _ pictures: [String: [UInt8]]) {
    self.view = view
    self.pictures = pictures
    answer = view.answer
    let shown = view.periods.isEmpty ? nil : view.periods[view.shown].match
    title = shown.map { ItemWords.title($0.title, or: $0.id, beside: PageView.year(of: $0)) }
    span = view.span
  }

  /// The same for people with a link: without the photo's place, maps, and pages of items.
  ///
  /// - Parameter picture: the address of one of its pictures by its name.
  /// - Returns: the view, with the pictures that it shows.
  package func shared(picture: (String) -> String) -> PhotoView {
    var view = view
    view.withholdLocation()
    var shown = view.setAddresses(picture)
    shown[PhotoView.card] = pictures[PhotoView.card]
    return PhotoView(view, shown)
  }

  /// Both pictures, the periods, the plan and the maps as HTML, without a heading of the whole.
  ///
  /// - Parameters:
  ///   - level: of the headings of its periods.
  ///   - text: the page's words.
  /// - Returns: the markup.
  package func html(headings level: Int, in text: PageText) -> String {
    view.html(headings: level, in: text)
  }

  /// A picture by its name, a JPEG; `nil` for an unknown name.
  package func picture(_ name: String) -> [UInt8]? { pictures[name] }

  /// The style that its markup needs, and the script that lays its pictures upon each other.
  package static var style: [UInt8] { WebPage.style }
  package static var script: [UInt8] { WebPage.script }
}

extension Pipeline {
  /// The quality of the pictures of a view, 1...100.
  static let viewQuality = 82

  /// Makes the view of a photo of the library.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - era: the span of time in place of the photo's own; its own when `nil`.
  ///   - picture: the address of one of its pictures by its name.
  ///   - item: the address of an item's page by its name.
  ///   - thumbnail: the address of an item's small picture by its name.
  /// - Returns: the view.
  /// - Throws: `notFound` for an unknown id, `dataRefused` for another version's answer,
  ///   `inputMissing` for a missing clean picture, the errors of `answer(ofPhoto:era:)`, and those
  ///   of other targets.
  package func photoView(
    of id: String, era: String? = nil, picture: (String) -> String,
    item: @escaping @Sendable (String) -> String,
    thumbnail: (@Sendable (String) -> String)? = nil
  ) throws(TimeWalkError) -> PhotoView {
    var record = try photoRecord(id)
    if let era { record.response = try WireFormat.line(answer(to: record, era: era)) }
    let hold = MemoryBudget.Hold(of: memory)
    var (composer, _) = try composer(
      of: record, maxBytes: SubmitRequest.usualMaxBytes, hold: hold)
    // A user waits for the page.
    composer.alignsEveryPeriod = false
    return try composer.photoView(picture: picture, item: item, thumbnail: thumbnail)
  }

  /// The archive's current answer to a photo of the library for another time; nothing is stored.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - era: the span of time, EDTF or a name that the archive knows.
  /// - Returns: the answer.
  /// - Throws: `notFound`, `invalidValue` for an invalid era, `positionMissing` if the photo's
  ///   place is withheld, and the errors of `match`.
  package func answer(ofPhoto id: String, era: String) throws(TimeWalkError) -> SubmitResponse {
    try answer(to: photoRecord(id), era: era)
  }

  private func answer(to record: PhotoRecord, era: String) throws(TimeWalkError) -> SubmitResponse {
    guard
      var answer = record.response.flatMap({
        try? JSONDecoder().decode(SubmitResponse.self, from: Data($0.utf8))
      })
    else {
      throw TimeWalkError(
        .dataRefused,
        "photo \(record.sequence) has an answer from another version of TimeWalk; submit it again")
    }
    let viewpoint = answer.viewpoint
    answer.search = try match(MatchRequest(pose: GivenPose(viewpoint), era: era))
    (answer.search.viewpoint, answer.alignment) = (viewpoint, nil)
    // Its picture is the best match's, in any store.
    answer.renditions.removeAll { $0.role == "historical" }
    if let best = answer.matches.first {
      answer.renditions.append(
        RenditionReport(
          role: "historical", width: 0, height: 0, bytes: 0, item: best.id, kind: "plate"))
    }
    return answer
  }

  /// A small picture of a photo of the library, for lists.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - side: the length of its longest side, in pixels.
  /// - Returns: a JPEG without metadata.
  /// - Throws: `notFound` for an unknown id or a missing clean picture, and the errors of reading a
  ///   picture.
  package func photoThumbnail(of id: String, side: Int) throws(TimeWalkError) -> [UInt8] {
    let record = try photoRecord(id)
    guard let clean = record.rendition(.clean) else {
      throw TimeWalkError(.notFound, "the photo has no picture")
    }
    let hold = MemoryBudget.Hold(of: memory)
    let shown: ShownPicture
    do throws(TimeWalkError) {
      shown = try read(.file(path: clean.path), hold: hold).content.shown(
        ShowQuestion(side: side, orientation: .upright))
    } catch {
      guard error.code == .inputMissing else { throw error }
      throw TimeWalkError(.notFound, "the photo's picture is missing")
    }
    return try ImagingError.rethrowing(
      shown.image.fitted(within: side).encode(
        quality: Pipeline.viewQuality, restartsEachRow: false))
  }

  private func photoRecord(_ id: String) throws(TimeWalkError) -> PhotoRecord {
    let library = try opened()
    return try LibraryError.rethrowing(library.photo(id: id))
  }
}

extension GivenPose {
  /// A photo's pose, for a new request.
  fileprivate init(_ used: ViewpointReport) {
    self.init()
    (latitude, longitude) = (used.latitude, used.longitude)
    horizontalAccuracy = used.horizontalAccuracy
    (altitude, altitudeReference) = (
      used.altitude, used.altitude.flatMap { _ in used.altitudeReference }
    )
    // It was corrected to true north already.
    (heading, headingReference) = (used.heading, used.heading.map { _ in "true" })
    headingAccuracy = used.heading.flatMap { _ in used.headingAccuracy }
    (pitch, fieldOfView) = (used.pitch, used.fieldOfView)
    timestamp = used.timestamp
  }
}

extension Composer {
  /// The view of this photo with each picture at an address of its own.
  fileprivate func photoView(
    picture: (String) -> String, item: @escaping @Sendable (String) -> String,
    thumbnail: (@Sendable (String) -> String)?
  ) throws(TimeWalkError) -> PhotoView {
    let quality = Pipeline.viewQuality
    var view = try self.view(
      "view", try placedForView(), side: Self.greatestPageSide, quality: quality, periods: .max)
    view.maps = try pageMaps(mapsAround(), side: Self.greatestPageSide, quality: quality)
    (view.items, view.thumbnails) = (item, thumbnail)
    var pictures = view.setAddresses(picture)
    pictures[PhotoView.card] = card(quality: quality)
    return PhotoView(view, pictures)
  }

  /// The width of a picture for previews, pixels.
  private static let cardWidth = 1200

  /// Then and now side by side, without the photo's place; `nil` without an old picture.
  private func card(quality: Int) -> [UInt8]? {
    guard let old else { return nil }
    var answer = answer
    answer.withholdLocation()
    answer.search.viewpoint.heading = nil
    for index in answer.search.matches.indices { answer.search.matches[index].withholdView() }
    for index in answer.search.timeline.indices { answer.search.timeline[index].withholdView() }
    let captions = PairCaptions(answer: answer, photo: photo.words, old: old.item)
    // The view also works without it.
    return try? pair(old, captions).beside(within: Self.cardWidth, fonts: fonts).image
      .encode(quality: quality, restartsEachRow: false)
  }

  /// The picture that is shown in the photo's frame; `nil` if it can't be, or mustn't.
  private func placedForView() throws(TimeWalkError) -> PlacedPicture? {
    guard let old, !RightsStatement.forbidsDerivatives(old.item.license ?? "") else { return nil }
    // A picture that can't be aligned is shown next to the photo.
    return try? frame(photo.image.size).place(
      old.shown.image, of: old.item, historical: old.historical)
  }
}

extension PageView {
  /// Gives each picture an address of its own.
  ///
  /// - Parameter address: the address of a picture by its name.
  /// - Returns: the pictures by their names.
  package mutating func setAddresses(_ address: (String) -> String) -> [String: [UInt8]] {
    var pictures: [String: [UInt8]] = [:]
    func keep(_ image: inout Image, _ name: String) {
      image.address = address(name)
      pictures[name] = image.bytes
    }
    keep(&now, "now")
    for index in periods.indices {
      guard var image = periods[index].image else { continue }
      keep(&image, "then-\(index)")
      periods[index].image = image
      guard var offered = periods[index].offered else { continue }
      keep(&offered.image, "offered-\(index)")
      periods[index].offered = offered
    }
    for index in maps.map({ $0.layers.indices }) ?? 0..<0 {
      guard var image = maps?.layers[index].image else { continue }
      keep(&image, "map-\(index)")
      maps?.layers[index].image = image
    }
    return pictures
  }
}
