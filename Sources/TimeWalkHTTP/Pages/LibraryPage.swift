internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

struct LibraryContext: PageContext {
  /// The photos that the client may see.
  struct All: Decodable {
    let photos: [Photo]
    let isEmpty, isOfDays: Bool
    let since, until, count: String
    let next: PageLink?
  }

  struct Photo: Decodable {
    let id, url, day, picture: String
  }

  static let template = PageTemplate.library
  let all: All?
  let own, maySend: Bool
}

struct EraContext: PageContext {
  struct Photo: Decodable {
    let url, day, picture: String
    var then: Then?
    var nothing: PageWords?
  }

  struct Then: Decodable {
    let title, year, sure: String
    let thumbnail: PageLink?
  }

  static let template = PageTemplate.era
  let era: String
  let photos: [Photo]
}

extension Call {
  /// `/library`: all photos by day for clients that may see them; for others, the photos that their
  /// browser remembers.
  func libraryPage() async throws -> Response {
    let text = language.text
    var all: LibraryContext.All?
    if let right = client.right, right >= .curate {
      var values = try values(of: RouteTable.photoFields)
      // A form also sends its empty fields.
      values = values.filter { $0.value.string != "" }
      if values["limit"] == nil { values["limit"] = .number("60") }
      let request = try PhotosRequest(values)
      let album = front.album
      let found = try await front.pool.run { () throws(TimeWalkError) in try album.photos(request) }
      let next = found.next.map { next in
        [("since", request.since), ("until", request.until)].reduce(
          "/library?after=\(PercentCoding.encoded(next))"
        ) { link, field in
          link + (field.1.map { "&\(field.0)=\(PercentCoding.encoded($0))" } ?? "")
        }
      }
      all = LibraryContext.All(
        photos: found.photos.map(card), isEmpty: found.photos.isEmpty,
        isOfDays: request.since != nil || request.until != nil,
        since: request.since ?? "", until: request.until ?? "",
        count: found.total == 1
          ? text("1 photo") : text("%1 photos", language.number(found.total)),
        next: next.map { PageLink(url: $0) })
    } else {
      try refuseParameters()
    }
    let context = LibraryContext(
      all: all, own: all == nil, maySend: client.right.map { $0 >= .submit } ?? false)
    return try await page(
      Page(
        context: context, title: text("Your photos"), scripts: ["library.js"],
        styles: ["gallery.css"]))
  }

  /// The most photos in one search for another time.
  private static let mostAsked = 60

  /// `/library/era`: searches another time for the chosen photos.
  func eraPage() async throws -> Response {
    let fields = try await formFields()
    let ids = try chosenPhotos(in: fields)
    let era = (fields["era"] ?? "").trimmingCharacters(in: .whitespaces)
    guard !era.isEmpty else {
      throw Problem(
        .badRequest, TimeWalkError.Code.invalidValue.rawValue, "give the years", field: "era")
    }
    guard ids.count <= Call.mostAsked else {
      throw Problem(.limitExceeded, "choose at most \(Call.mostAsked) photos")
    }
    let (pipeline, album) = (front.pipeline, front.album)
    let found = try await front.pool.run(.search) { () throws(TimeWalkError) in
      var found: [(photo: StoredPhotoReport, answer: Result<SubmitResponse, TimeWalkError>)] = []
      for id in ids {
        let photo = try album.photo(id: id)
        do throws(TimeWalkError) {
          found.append((photo, .success(try pipeline.answer(ofPhoto: id, era: era))))
        } catch {
          // An invalid era is the same for all photos.
          if error.code == .invalidValue { throw error }
          found.append((photo, .failure(error)))
        }
      }
      return found
    }
    let text = language.text
    let context = EraContext(
      era: era, photos: found.map { card($0.photo, $0.answer, era: era) })
    return try await page(
      Page(context: context, title: text("Your photos and another time")))
  }

  private func card(
    _ photo: StoredPhotoReport, _ answer: Result<SubmitResponse, TimeWalkError>, era: String
  ) -> EraContext.Photo {
    let (text, shown) = (language.text, card(photo) as LibraryContext.Photo)
    var card = EraContext.Photo(
      url: "\(shown.url)?era=\(PercentCoding.encoded(era))", day: shown.day,
      picture: shown.picture)
    func say(_ words: String) { card.nothing = PageWords(words: text(words)) }
    switch answer {
    case .success(let answer):
      guard let best = answer.matches.first(where: \.isOfEra) else {
        say("No known picture of these years shows this view.")
        break
      }
      let year = text.year(Call.year(of: best))
      card.then = EraContext.Then(
        title: ItemWords.title(best.title, or: best.id, beside: year), year: year,
        sure: text(ItemWords.sure(best.confidence)).capitalizedFirst,
        thumbnail: best.media?.path == nil
          ? nil : PageLink(url: ItemAddress.picture(best.id) + "?side=480"))
    case .failure(let error):
      say(
        error.code == .positionMissing
          ? "The place of this photo is unknown or withheld."
          : "This photo can't be searched again.")
    }
    return card
  }

  private static func year(of match: MatchReport) -> String {
    match.date.map(ItemWords.year) ?? match.period ?? "undated"
  }

  /// The ids of the photos selected in a form.
  func chosenPhotos() async throws -> [String] {
    try chosenPhotos(in: try await formFields())
  }

  private func chosenPhotos(in fields: [String: String]) throws(Problem) -> [String] {
    let ids = fields.filter { $0.value == "on" }.keys.sorted()
    guard !ids.isEmpty else {
      throw Problem(
        .badRequest, TimeWalkError.Code.invalidValue.rawValue, "choose a photo", field: "ids")
    }
    return ids
  }

  /// Photos with their pictures and answers, as a zip that is written to the disk and sent from
  /// there.
  func zip(of ids: [String]) async throws -> Response {
    let (album, received) = (front.album, front.uploads.received)
    let path = received.newFile()
    let file = try await front.pool.run(.photo) { () throws(TimeWalkError) in
      // An open file can be sent after its name was removed.
      defer { received.discard(path) }
      var sequences: [Int] = []
      for id in ids {
        if let sequence = try album.photo(id: id).photo.sequence { sequences.append(sequence) }
      }
      _ = try album.export(sequences, to: path)
      return try FileAnswer(path: path, type: "application/zip", cacheControl: "no-store")
    }
    var response = file.response(to: request)
    response.headers[.contentDisposition] = "attachment; filename=\"timewalk.zip\""
    return response
  }

  private func card(_ photo: StoredPhotoReport) -> LibraryContext.Photo {
    let day = (photo.captured ?? photo.submitted).prefix(10)
    let words = PageLanguage.date(String(day), language.locale) ?? String(day)
    return LibraryContext.Photo(
      id: photo.id, url: "/photos/\(photo.id)", day: words,
      picture: "/photos/\(photo.id)/thumbnail")
  }
}
