internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

extension RouteTable {
  /// Pages for people, and what they are made of; `/openapi.json` doesn't tell of them.
  static let pages: [Route] = [
    page("/", right: nil, "What this is, and where a photo is sent.") { call in
      try call.refuseParameters(but: [HomePage.placeName])
      return call.page(HomePage.make(call, gathering: try await HomePage.gathering(call)))
    },
    Route(
      method: .post, path: "/photos", right: .submit,
      summary: "Takes a photo in that a form sends, and leads to its page."
    ) { call in try await call.receiveForm() },
    page("/photos/{id}", right: .read, "Then and now.") { call in
      try await call.photoPage()
    },
    Route(
      method: .get, path: "/photos/{id}/pictures/{name}", right: .read,
      summary: "A picture of a photo's page.", answer: .file("image/jpeg")
    ) { call in
      let name = call.parameter("name")
      guard let bytes = try await call.photoView().view.picture(name) else {
        throw Problem(.notFound, "the page has no such picture")
      }
      return call.kept(bytes, type: "image/jpeg", cacheControl: "private, max-age=300")
    },
    Route(
      method: .get, path: "/photos/{id}/thumbnail", right: .read,
      summary: "A small picture of a photo.", answer: .file("image/jpeg")
    ) { call in
      try call.refuseParameters()
      let (pipeline, album, thumbnails) = (
        call.front.pipeline, call.front.album, call.front.thumbnails
      )
      let id = call.parameter("id")
      let bytes = try await call.front.pool.run { () throws(TimeWalkError) in
        // One that was removed, by a command perhaps, is shown no more.
        _ = try album.photo(id: id)
        return try thumbnails.bytes(of: id) { () throws(TimeWalkError) in
          try pipeline.photoThumbnail(of: id, side: ThumbnailCache.side)
        }
      }
      return call.kept(bytes, type: "image/jpeg", cacheControl: "private, max-age=3600")
    },
    Route(
      method: .post, path: "/photos/{id}/delete", right: .submit,
      summary: "Removes a photo for good, and leads to the others."
    ) { call in
      try call.refuseParameters()
      try await call.removePhoto(call.parameter("id"))
      return call.see("/library")
    },
    page("/items/{id}", right: .read, "A picture of the archive.") { call in
      try call.refuseParameters()
      return try await call.itemPage()
    },
    page("/items", right: .read, "Pictures of the archive by words and time.") { call in
      try await call.itemsPage()
    },
    page("/map", right: .read, "The archive on a map.") { call in
      call.page(
        Page(
          template: .map, title: call.language.text("The archive on a map"), values: [:],
          scripts: ["map.js"], hasMap: true))
    },
    page("/library", right: .submit, "The photos.") { call in try await call.libraryPage() },
    Route(
      method: .post, path: "/library/delete", right: .curate,
      summary: "Removes the chosen photos for good, and leads to the others."
    ) { call in
      for id in try await call.chosenPhotos() { try await call.removePhoto(id) }
      return call.see("/library")
    },
    Route(
      method: .post, path: "/library/zip", right: .curate,
      summary: "The chosen photos as a zip.", answer: .file("application/zip")
    ) { call in try await call.zip(of: try await call.chosenPhotos()) },
    Route(
      method: .post, path: "/library/era", right: .curate,
      summary: "Asks the archive anew for another time, for the chosen photos.",
      answer: .file("text/html; charset=utf-8")
    ) { call in try await call.eraPage() },
    Route(
      method: .post, path: "/sign-in", right: nil,
      summary: "Keeps a token in the browser, and leads back."
    ) { call in try await call.signIn() },
    Route(
      method: .post, path: "/sign-out", right: nil,
      summary: "Takes the token out of the browser again."
    ) { call in
      var response = call.see("/")
      response.headers[.setCookie] = SignIn.cookie("", lasting: 0, isSecure: call.isSecure)
      return response
    },
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

/// `/`.
enum HomePage {
  static func make(_ call: Call, gathering: [String: Any]?) -> Page {
    let text = call.language.text
    var values: [String: Any] = [:]
    values["gathering"] = gathering
    if let right = call.client.right, right >= .submit {
      values["send"] = true
    } else {
      if call.front.hasTokens { values["signIn"] = ["next": "/"] }
      values["reading"] = call.client.right != nil
    }
    return Page(
      template: .home, title: text("What did this look like before?"), values: values,
      scripts: ["home.js"])
  }
}

extension Call {
  /// Takes a photo in that a form sent, and leads to its page once the library has it.
  func receiveForm() async throws -> Response {
    try refuseParameters()
    let type = request.headers[.contentType] ?? ""
    try checkLength(front.options.limits.photoBytes)
    let form = try await front.uploads.receive(request.body, note)
    let uploads = front.uploads
    let photo = uploads.newFile()
    defer {
      uploads.discard(form)
      uploads.discard(photo)
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

  /// The fields of a form; its one file becomes a file of its own.
  static func photo(
    of form: String, to file: String, contentType: String
  ) throws(TimeWalkError) -> Result<[String: String], Problem> {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: form), options: .mappedIfSafe)
    } catch { throw TimeWalkError(.inputOutput, "the form can't be read", cause: error) }
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
          "a form takes one photo at a time",
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
    return .success(read.fields)
  }

  /// Removes a photo, and what was made of it.
  func removePhoto(_ id: String) async throws {
    let album = front.album
    try await front.pool.run { () throws(TimeWalkError) in _ = try album.remove(ids: [id]) }
    front.views.forget(id)
    front.thumbnails.forget(id)
    front.news.tell(.removed(photo: id))
  }
}
