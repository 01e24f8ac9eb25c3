internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkCore

extension Call {
  /// The view of the photo in the address, and its record in the library.
  func photoView() async throws -> (photo: StoredPhotoReport, view: PhotoView) {
    let (front, id, era) = (front, parameter("id"), try askedEra())
    return try await front.pool.run(.photo) { () throws(TimeWalkError) in
      try front.photoView(id, era: era)
    }
  }

  /// The era in the address, in place of the photo's own; `nil` without one.
  private func askedEra() throws -> String? {
    let text = try values(of: [], and: ["era"])["era"]?.string ?? ""
    let era = text.trimmingCharacters(in: .whitespaces)
    guard era.unicodeScalars.count <= WireField.usualText else {
      throw TimeWalkError(.invalidValue, "era is too long", field: "era")
    }
    return era.isEmpty ? nil : era
  }

  /// `/photos/{id}`: the photo's page.
  ///
  /// - Parameter link: the address of a new link, which is shown only this once.
  /// - Returns: the page.
  /// - Throws: the errors of `photoView`.
  func photoPage(link: String? = nil) async throws -> Response {
    let era = try askedEra()
    let (photo, view) = try await photoView()
    var shown = PhotoPage(photo: photo, view: view, era: era, call: self).page
    if try await owns(photo.id) {
      let (front, id) = (front, photo.id)
      // Others' photos are known to their senders and curators alone.
      let account = canCurate ? nil : client.account
      let (isLinked, beside) = try await front.pool.run { () throws(TimeWalkError) in
        (try front.isLinked(id), try front.album.neighbours(of: id, account: account))
      }
      var around: [String: Any] = [:]
      if let newer = beside.newer { around["newer"] = ["url": "/photos/\(newer)"] }
      if let older = beside.older { around["older"] = ["url": "/photos/\(older)"] }
      if !around.isEmpty { shown.values["around"] = around }
      var owner: [String: Any] = ["isLinked": isLinked]
      if let link { owner["link"] = ["url": link] }
      shown.values["owner"] = owner
      if let link { shown.values["open"] = ["address": link] }
    }
    return try await page(shown)
  }

  /// True if the browser came by HTTPS.
  var isSecure: Bool { front.options.behind?.isSecure ?? false }
}

extension Front {
  /// The view of a photo, and its record in the library; call it on a thread that may wait.
  ///
  /// - Throws: the errors of `Pipeline.photoView`.
  func photoView(
    _ id: String, era: String?
  ) throws(TimeWalkError) -> (photo: StoredPhotoReport, view: PhotoView) {
    let photo = try album.photo(id: id)
    let pipeline = pipeline
    let view = try views.view(of: photo, era: era) { () throws(TimeWalkError) in
      let query = era.map { "?era=\(PercentCoding.encoded($0))" } ?? ""
      do throws(TimeWalkError) {
        return try pipeline.photoView(of: id, era: era) { name in
          "/photos/\(PercentCoding.encoded(id))/pictures/\(name)\(query)"
        } item: { name in
          Call.address(ofItem: name)
        } thumbnail: { name in
          ItemAddress.picture(name) + "?side=320"
        }
      } catch {
        // Without an era, no archive is asked: the photo's own picture is gone from the disk.
        guard error.code == .inputMissing, era == nil else { throw error }
        throw TimeWalkError(.notFound, "the photo's picture is missing")
      }
    }
    return (photo, view)
  }
}

extension PhotoView {
  /// The years of its periods, and its own.
  func span(in text: PageText) -> String {
    span.components(separatedBy: ", ").map { text.year($0) }.joined(separator: ", ")
  }
}

/// `/photos/{id}`: then and now.
private struct PhotoPage {
  let photo: StoredPhotoReport
  let view: PhotoView
  /// The era that was chosen on the page; `nil` for the photo's own.
  let era: String?
  let call: Call
  private let language: PageLanguage
  private let text: PageText

  init(photo: StoredPhotoReport, view: PhotoView, era: String?, call: Call) {
    (self.photo, self.view, self.era, self.call) = (photo, view, era, call)
    language = call.language
    text = language.text
  }

  var page: Page {
    let answer = view.answer
    let title = view.title ?? text("No view from here is known yet")
    let address = call.base + "/photos/\(photo.id)"
    var values: [String: Any] = [
      "id": photo.id, "title": title, "viewHTML": view.html(headings: 2, in: text),
      "files": files, "address": address, "codeHTML": EventCode(address)?.svg ?? "",
    ]
    if view.title == nil { values["lead"] = text("The archive has no picture of this view.") }
    if answer.timeline.isEmpty {
      values["none"] = ["help": help, "hasHelp": !help.isEmpty] as [String: Any]
    }
    // All can open the page itself.
    if call.front.options.isOpen {
      values["open"] = ["address": address]
    }
    values["era"] = era ?? ""
    if let era { values["asked"] = ["era": era] }
    let places = places
    if !places.isEmpty { values["places"] = ["list": places] }
    if !answer.warnings.isEmpty {
      values["warnings"] = ["list": answer.warnings.map { ["sentenceHTML": text.english($0)] }]
    }
    if let latitude = answer.viewpoint.latitude, let longitude = answer.viewpoint.longitude {
      values["map"] = "/map#17/\(latitude)/\(longitude)"
    }
    return Page(
      template: .photo, title: title, values: values, scripts: ["photo.js"], hasView: true)
  }

  /// Every rendition with its description.
  private var files: [[String: Any]] {
    photo.renditions.map { rendition in
      [
        "name": text(PhotoPage.names[rendition.role] ?? rendition.role),
        "url": "/v1/photos/\(photo.id)/\(rendition.role)",
        "file": "timewalk-\(rendition.role).\(rendition.ending)",
        "about": rendition.role == "page"
          ? language.size(rendition.bytes)
          : "\(rendition.width) × \(rendition.height), \(language.size(rendition.bytes))",
      ]
    }
  }

  static let names: [String: String] = [
    "clean": "The photo", "overlaid": "The photo with its place and time written on it",
    "historical": "The old picture", "then": "The old picture in the photo's frame",
    "beside": "Then beside now", "blend": "Then and now blended", "wipe": "Then and now, moving",
    "page": "All on one page, to keep",
  ]

  /// The items that show the place but not the view.
  private var places: [[String: Any]] {
    (view.answer.places ?? []).map { place in
      let words: String =
        switch place.how {
        case "covers": "A map of this ground"
        case "holds": "It shows this spot"
        default: "Taken near by"
        }
      return [
        "title": place.title.isEmpty ? place.id : place.title,
        "url": "/items/\(PercentCoding.encoded(place.id))", "how": text(words),
        "dateHTML": text.date(place.date, place.date.flatMap(ItemWords.date) ?? "undated"),
        "reasonHTML": text.english(place.reason.capitalizedFirst + "."),
      ]
    }
  }

  /// Advice to find a view.
  private var help: [[String: Any]] {
    let answer = view.answer
    var help: [(String, String?)] = []
    if answer.viewpoint.latitude == nil {
      help.append((text("Enter the place: it is unknown or withheld."), nil))
    } else if let error = answer.viewpoint.horizontalAccuracy, error > 50 {
      help.append(
        (
          text(
            "Enter a more accurate place: this one is accurate only to %1.",
            "\(Int(nearest: error)) m"), nil
        ))
    }
    if answer.viewpoint.heading == nil {
      help.append((text("Enter the direction of the camera: the photo doesn't have it."), nil))
    }
    if answer.era != nil {
      help.append((text("Search all times instead of one era."), nil))
    }
    if let nearest = answer.nearest {
      help.append(
        (
          text(
            "Go nearer: the nearest picture was taken %1 away.",
            language.distance(nearest.distance)),
          "/items/\(PercentCoding.encoded(nearest.id))"
        ))
    }
    return help.map { words, url in
      var line: [String: Any] = ["words": words]
      if let url { line["link"] = ["url": url] }
      return line
    }
  }
}
