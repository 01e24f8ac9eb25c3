internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

extension Call {
  /// `/library`: all photos by day for clients that may see them; for others, the photos that their
  /// browser remembers.
  func libraryPage() async throws -> Response {
    let text = language.text
    var shown: [String: Any] = [:]
    if let right = client.right, right >= .curate {
      var values = try values(of: RouteTable.photoFields)
      // A form also sends its empty fields.
      values = values.filter { $0.value.string != "" }
      if values["limit"] == nil { values["limit"] = .number("60") }
      let request = try PhotosRequest(values)
      let album = front.album
      let found = try await front.pool.run { () throws(TimeWalkError) in try album.photos(request) }
      shown = [
        "all": true, "photos": found.photos.map { card($0) }, "isEmpty": found.photos.isEmpty,
        "isOfDays": request.since != nil || request.until != nil,
        "since": request.since ?? "", "until": request.until ?? "",
        "count": found.total == 1
          ? text("1 photo") : text("%1 photos", language.number(found.total)),
      ]
      if let next = found.next {
        var link = "/library?after=\(PercentCoding.encoded(next))"
        for (name, value) in [("since", request.since), ("until", request.until)] {
          if let value { link += "&\(name)=\(PercentCoding.encoded(value))" }
        }
        shown["next"] = ["url": link]
      }
    } else {
      try refuseParameters()
      shown["own"] = true
    }
    if let right = client.right, right >= .submit { shown["maySend"] = true }
    return try await page(
      Page(
        template: .library, title: text("Your photos"), values: shown, scripts: ["library.js"],
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
    let values: [String: Any] = [
      "era": era, "photos": found.map { card($0.photo, $0.answer, era: era) },
    ]
    return try await page(
      Page(template: .era, title: text("Your photos and another time"), values: values))
  }

  private func card(
    _ photo: StoredPhotoReport, _ answer: Result<SubmitResponse, TimeWalkError>, era: String
  ) -> [String: Any] {
    let text = language.text
    var card = card(photo)
    card["url"] = "/photos/\(photo.id)?era=\(PercentCoding.encoded(era))"
    switch answer {
    case .success(let answer):
      guard let best = answer.matches.first(where: \.isOfEra)
      else {
        card["nothing"] = ["words": text("No known picture of these years shows this view.")]
        break
      }
      let year = text.year(Call.year(of: best))
      var then: [String: Any] = [
        "title": ItemWords.title(best.title, or: best.id, beside: year), "year": year,
        "sure": text(ItemWords.sure(best.confidence)).capitalizedFirst,
      ]
      if best.media?.path != nil {
        then["thumbnail"] = ["url": "/v1/items/\(PercentCoding.encoded(best.id))/picture?side=480"]
      }
      card["then"] = then
    case .failure(let error):
      card["nothing"] = [
        "words": error.code == .positionMissing
          ? text("The place of this photo is unknown or withheld.")
          : text("This photo can't be searched again.")
      ]
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

  private func card(_ photo: StoredPhotoReport) -> [String: Any] {
    let day = (photo.captured ?? photo.submitted).prefix(10)
    let words = PageLanguage.date(String(day), language.locale) ?? String(day)
    return [
      "id": photo.id, "url": "/photos/\(photo.id)", "day": words,
      "picture": "/photos/\(photo.id)/thumbnail",
    ]
  }
}
