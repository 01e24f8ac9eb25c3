internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkJSON

extension Call {
  /// `/library`: for those who may see all photos these, by their days; for others those that their
  /// own browser remembers.
  func libraryPage() async throws -> Response {
    let text = language.text
    var shown: [String: Any] = [:]
    if let right = client.right, right >= .curate {
      var values = try photosAsked()
      // A form sends every field that it has.
      values = values.filter { $0.value.string != "" }
      if values["limit"] == nil { values["limit"] = .number("60") }
      let request = try PhotosRequest(values)
      let album = front.album
      let found = try await front.room.run { () throws(WalkError) in try album.photos(request) }
      shown = [
        "all": true, "photos": found.photos.map { card($0) }, "isEmpty": found.photos.isEmpty,
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
    return page(
      Page(
        template: .library, title: text("Your photos"), values: shown, scripts: ["library.js"]))
  }

  /// The ids of the photos that a form chose.
  func chosenPhotos() async throws -> [String] {
    let ids = try await formFields().filter { $0.value == "on" }.keys.sorted()
    guard !ids.isEmpty else {
      throw Problem(
        .badRequest, WalkError.Code.invalidValue.rawValue, "no photo was chosen", field: "ids")
    }
    return ids
  }

  /// Photos with their pictures and answers as a zip, which is made on the disk and sent from
  /// there.
  func zip(of ids: [String]) async throws -> Response {
    let (album, uploads) = (front.album, front.uploads)
    let path = uploads.newFile()
    let file = try await front.room.run { () throws(WalkError) in
      // What is open stays until it is sent, also without its name.
      defer { uploads.discard(path) }
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
      "picture": "/v1/photos/\(photo.id)/clean",
    ]
  }
}
