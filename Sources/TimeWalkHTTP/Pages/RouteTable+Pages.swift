internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

struct MapContext: TiledContext {
  static let template = PageTemplate.map
  var tiles: TilesContext?
}

extension RouteTable {
  /// The web pages and their files; `/openapi.json` doesn't contain them.
  static let pages: [Route] = [
    page("/", right: nil, "Shows the first page, where a photo is submitted.") { call in
      try call.refuseParameters(but: [HomePage.placeName])
      return try await call.page(try await HomePage.make(call))
    },
    Route(
      method: .post, path: "/photos", right: .submit,
      summary: "Submits a photo from a form, and redirects to its page."
    ) { call in try await call.receiveForm() },
    page("/photos/{id}", right: .read, "Shows a photo, then and now.") { call in
      try await call.photoPage()
    },
    Route(
      method: .get, path: "/photos/{id}/pictures/{name}", right: .read,
      summary: "Returns a picture of a photo's page.", answer: .file("image/jpeg")
    ) { call in
      let name = call.parameter("name")
      guard let bytes = try await call.photoView().view.picture(name) else {
        throw Problem(.notFound, "the page doesn't have this picture")
      }
      return call.kept(bytes, type: "image/jpeg", cacheControl: "private, max-age=300")
    },
    Route(
      method: .get, path: "/photos/{id}/thumbnail", right: .read,
      summary: "Returns a small picture of a photo.", answer: .file("image/jpeg")
    ) { call in
      try call.refuseParameters()
      let (pipeline, album, thumbnails) = (
        call.front.pipeline, call.front.album, call.front.thumbnails
      )
      let id = call.parameter("id")
      let bytes = try await call.front.pool.run(.photo) { () throws(TimeWalkError) in
        // A photo may be removed meanwhile, for example by a command.
        _ = try album.photo(id: id)
        return try thumbnails.bytes(of: id) { () throws(TimeWalkError) in
          try pipeline.photoThumbnail(of: id, side: ThumbnailCache.side)
        }
      }
      return call.kept(bytes, type: "image/jpeg", cacheControl: "private, max-age=3600")
    },
    Route(
      method: .post, path: "/photos/{id}/delete", right: .submit,
      summary: "Removes a photo permanently, and redirects to the others."
    ) { call in
      try call.refuseParameters()
      try await call.removePhoto(call.parameter("id"))
      return call.see("/library").clearingCache
    },
    page("/items/{id}", right: .read, "Shows an item of the archive.") { call in
      try call.refuseParameters()
      return try await call.itemPage()
    },
    page("/items", right: .read, "Searches the archive by words and time.") { call in
      try await call.itemsPage()
    },
    page("/map", right: .read, "Shows the archive on a map.") { call in
      try await call.page(
        Page(
          context: MapContext(), title: call.language.text("The archive on a map"),
          scripts: ["map.js"], hasMap: true))
    },
    Route(
      method: .get, path: "/map/ground/{z}/{x}/{y}", right: .read,
      summary: "Returns a tile of the file that --map-ground names.", answer: .file("image/png")
    ) { call in
      try call.refuseParameters()
      guard let ground = call.front.options.mapGround,
        let z = Int(call.parameter("z")), let x = Int(call.parameter("x")),
        let y = Int(call.parameter("y"))
      else { throw Problem(.notFound, "the map has no such tile") }
      let bytes = try await call.front.pool.run { () throws(TimeWalkError) in
        ground.tile(zoom: z, column: x, row: y)
      }
      // A file may have tiles of one town only: that is no fault, which browsers would report.
      guard let bytes else { return Response(status: .noContent) }
      return call.kept(bytes, type: ground.type, cacheControl: "private, max-age=3600")
    },
    page("/library", right: .submit, "Shows the photos.") { call in try await call.libraryPage() },
    Route(
      method: .post, path: "/library/delete", right: .curate,
      summary: "Removes the chosen photos permanently, and redirects to the others."
    ) { call in
      for id in try await call.chosenPhotos() { try await call.removePhoto(id) }
      return call.see("/library").clearingCache
    },
    Route(
      method: .post, path: "/library/zip", right: .curate,
      summary: "Returns the chosen photos as a zip.", answer: .file("application/zip")
    ) { call in try await call.zip(of: try await call.chosenPhotos()) },
    Route(
      method: .post, path: "/library/era", right: .curate,
      summary: "Searches another time for the chosen photos.",
      answer: .file("text/html; charset=utf-8")
    ) { call in try await call.eraPage() },
    Route(
      method: .post, path: "/sign-in", right: nil,
      summary: "Stores a token in the browser, and redirects back."
    ) { call in try await call.signIn() },
    Route(
      method: .post, path: "/sign-out", right: nil,
      summary: "Removes the token from the browser."
    ) { call in
      var response = call.see("/")
      response.headers[.setCookie] = SignIn.cookie("", lasting: 0, isSecure: call.isSecure)
      return response
    },
    Route(
      method: .post, path: "/language", right: nil,
      summary: "Stores the language of pages in the browser, and redirects back."
    ) { call in try await call.chooseLanguage() },
    PageAssets.route,
  ]

  static func page(
    _ path: String, right: Right?, _ summary: String,
    _ run: @escaping @Sendable (Call) async throws -> Response
  ) -> Route {
    Route(
      method: .get, path: path, right: right, summary: summary,
      answer: .file("text/html; charset=utf-8"), run: run)
  }
}

extension Call {
  /// Submits a photo from a form, and redirects to its page.
  func receiveForm() async throws -> Response {
    try refuseParameters()
    let type = request.headers[.contentType] ?? ""
    let received = front.uploads.received
    let form = try await received.receive(self)
    let photo = received.newFile()
    defer {
      received.discard(form)
      received.discard(photo)
    }
    let fields = try await front.pool.run { () throws(TimeWalkError) in
      try Call.photo(of: form, to: photo, contentType: type)
    }.get()
    var values: [String: JSONValue] = [:]
    for (name, text) in fields {
      let field = RouteTable.submitFields.first { $0.name == name }
      values[name] = try Query.value(text, of: name, field?.kind)
    }
    let id = Mutex("")
    _ = try await submit(submission(values), from: photo) { made in id.withLock { $0 = made } }
    return see("/photos/\(id.withLock(\.self))")
  }

  /// The fields of a form; its file is moved to a file of its own.
  ///
  /// The form's bytes still count for its client while its photo is processed.
  static func photo(
    of form: String, to file: String, contentType: String
  ) throws(TimeWalkError) -> Result<[String: String], Problem> {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: form), options: .mappedIfSafe)
    } catch { throw TimeWalkError(.inputOutput, "can't read the form", cause: error) }
    let read: FormBody
    do { read = try FormBody(data, contentType: contentType) } catch { return .failure(error) }
    guard let part = read.files.first else {
      return .failure(
        Problem(
          .badRequest, TimeWalkError.Code.invalidValue.rawValue, "no photo was chosen",
          field: "photo"))
    }
    guard read.files.count == 1 else {
      return .failure(
        Problem(
          .badRequest, TimeWalkError.Code.limitExceeded.rawValue,
          "the form must have one photo",
          field: "photo"))
    }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PrivateFile.failure(errno, file, .cannotCreate) }
    defer { close(descriptor) }
    guard data[part].withUnsafeBytes({ PrivateFile.write($0, to: descriptor) }) else {
      let code = errno
      unlink(file)
      throw PrivateFile.failure(code, file, .inputOutput)
    }
    unlink(form)
    return .success(read.fields)
  }

  /// True if the client may share and remove a photo: its sender may, and a curator.
  ///
  /// - Throws: `notFound` for an unknown photo.
  func owns(_ id: String) async throws -> Bool {
    guard let right = client.right, right >= .submit else { return false }
    let (album, account) = (front.album, client.account)
    guard !canCurate else { return true }
    return try await front.pool.run { () throws(TimeWalkError) in
      try album.isPhoto(id: id, of: account)
    }
  }

  /// Refuses an action to all but a photo's sender and curators.
  func checkOwner(_ id: String, _ action: String) async throws {
    guard try await owns(id) else {
      throw Problem(
        .notAllowed,
        "only its sender, or a token with the right \"curate\", can \(action) this photo")
    }
  }

  /// Removes a photo and its pictures.
  ///
  /// - Throws: a problem with 403 for another client's photo.
  func removePhoto(_ id: String) async throws {
    try await checkOwner(id, "remove")
    let (album, files) = (front.album, front.files)
    try await front.pool.run { () throws(TimeWalkError) in
      // Some files may be deleted before an error.
      defer { files.removeDeleted() }
      _ = try album.remove(ids: [id])
    }
    front.views.forget(id)
    front.thumbnails.forget(id)
    front.news.tell(.removed(photo: id))
  }
}
