internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkCore

struct PhotoContext: PageContext {
  struct None: Decodable {
    let help: [Advice]
    let hasHelp: Bool
  }

  struct Advice: Decodable {
    let words: String
    var link: PageLink?
  }

  struct Place: Decodable {
    let title, url, how, dateHTML, reasonHTML: String
  }

  struct Warning: Decodable {
    let sentenceHTML: String
  }

  struct Around: Decodable {
    let newer, older: PageLink?
  }

  struct Owner: Decodable {
    let isLinked: Bool
    let link: PageLink?
  }

  struct File: Decodable {
    let name, url, file, about: String
  }

  static let template = PageTemplate.photo
  let id, title, viewHTML, address, codeHTML, era: String
  let files: [File]
  let lead: String?
  let none: None?
  var open: String?
  let asked: Bool
  let places: PageList<Place>?
  let warnings: PageList<Warning>?
  let map: String?
  var around: Around?
  var owner: Owner?
}

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
    var context = PhotoPage(photo: photo, view: view, era: era, call: self).context
    if try await owns(photo.id) {
      let (front, id) = (front, photo.id)
      // Others' photos are known to their senders and curators alone.
      let account = canCurate ? nil : client.account
      let (isLinked, beside) = try await front.pool.run { () throws(TimeWalkError) in
        (try front.isLinked(id), try front.album.neighbours(of: id, account: account))
      }
      func page(_ id: String) -> PageLink { PageLink(url: "/photos/\(id)") }
      if beside.newer != nil || beside.older != nil {
        context.around = PhotoContext.Around(
          newer: beside.newer.map(page), older: beside.older.map(page))
      }
      context.owner = PhotoContext.Owner(isLinked: isLinked, link: link.map { PageLink(url: $0) })
      if let link { context.open = link }
    }
    return try await page(
      Page(context: context, title: context.title, scripts: ["photo.js"], hasView: true))
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

  var context: PhotoContext {
    let (answer, help) = (view.answer, help)
    let address = call.base + "/photos/\(photo.id)"
    var map: String?
    if let latitude = answer.viewpoint.latitude, let longitude = answer.viewpoint.longitude {
      map = "/map#17/\(latitude)/\(longitude)"
    }
    return PhotoContext(
      id: photo.id, title: view.title ?? text("No view from here is known yet"),
      viewHTML: view.html(headings: 2, in: text), address: address,
      codeHTML: EventCode(address)?.svg ?? "", era: era ?? "", files: files,
      lead: view.title == nil ? text("The archive has no picture of this view.") : nil,
      none: answer.timeline.isEmpty
        ? PhotoContext.None(help: help, hasHelp: !help.isEmpty) : nil,
      // All can open the page itself.
      open: call.front.options.isOpen ? address : nil,
      asked: era != nil, places: PageList(places),
      warnings: PageList(
        answer.warnings.map { PhotoContext.Warning(sentenceHTML: text.english($0)) }), map: map)
  }

  /// Every rendition with its description.
  private var files: [PhotoContext.File] {
    photo.renditions.map { rendition in
      PhotoContext.File(
        name: text(PhotoPage.names[rendition.role] ?? rendition.role),
        url: "/v1/photos/\(photo.id)/\(rendition.role)",
        file: "timewalk-\(rendition.role).\(rendition.ending)",
        about: rendition.role == "page"
          ? language.size(rendition.bytes)
          : "\(rendition.width) × \(rendition.height), \(language.size(rendition.bytes))")
    }
  }

  static let names: [String: String] = [
    "clean": "The photo", "overlaid": "The photo with its place and time written on it",
    "historical": "The old picture", "then": "The old picture in the photo's frame",
    "beside": "Then beside now", "blend": "Then and now blended", "wipe": "Then and now, moving",
    "page": "All on one page, to keep",
  ]

  /// The items that show the place but not the view.
  private var places: [PhotoContext.Place] {
    (view.answer.places ?? []).map { place in
      let words: String =
        switch place.how {
        case "covers": "A map of this ground"
        case "holds": "It shows this spot"
        default: "Taken near by"
        }
      return PhotoContext.Place(
        title: place.title.isEmpty ? place.id : place.title,
        url: Call.address(ofItem: place.id), how: text(words),
        dateHTML: text.date(place.date, place.date.flatMap(ItemWords.date) ?? "undated"),
        reasonHTML: text.english(place.reason.capitalizedFirst + "."))
    }
  }

  /// Advice to find a view.
  private var help: [PhotoContext.Advice] {
    let answer = view.answer
    var help: [PhotoContext.Advice] = []
    func advise(_ words: String, _ url: String? = nil) {
      help.append(PhotoContext.Advice(words: words, link: url.map { PageLink(url: $0) }))
    }
    if answer.viewpoint.latitude == nil {
      advise(text("Enter the place: it is unknown or withheld."))
    } else if let error = answer.viewpoint.horizontalAccuracy, error > 50 {
      advise(
        text(
          "Enter a more accurate place: this one is accurate only to %1.",
          "\(Int(nearest: error)) m"))
    }
    if answer.viewpoint.heading == nil {
      advise(text("Enter the direction of the camera: the photo doesn't have it."))
    }
    if answer.era != nil { advise(text("Search all times instead of one era.")) }
    if let nearest = answer.nearest {
      advise(
        text(
          "Go nearer: the nearest picture was taken %1 away.",
          language.distance(nearest.distance)), Call.address(ofItem: nearest.id))
    }
    return help
  }
}
