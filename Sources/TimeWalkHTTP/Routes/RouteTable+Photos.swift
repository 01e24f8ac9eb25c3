internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import TimeWalk
internal import TimeWalkEndpoint
internal import TimeWalkBase

extension RouteTable {
  /// The routes for photos and their pictures.
  static let photos: [Route] = [
    Route(
      method: .post, path: "/v1/photos", right: .submit,
      summary: "Submits a photo: the body is the file, the pose is in the parameters.",
      fields: submitFields, body: .file, answer: .type(SubmitResponse.self, status: 201)
    ) { call in
      let request = try call.submission()
      let received = call.front.uploads.received
      let file = try await received.receive(call)
      defer { received.discard(file) }
      return try await call.submit(request, from: file)
    },
    Route(
      method: .get, path: "/v1/photos", right: .curate,
      summary: "The photos of the library, newest first, page by page.",
      fields: photoFields, answer: .method("photos.list")
    ) { call in
      try await call.askPage("photos.list", try call.values(of: RouteTable.photoFields))
    },
    Route(
      method: .get, path: "/v1/photos/{id}", right: .read,
      summary: "One photo by its id, with its answer.",
      fields: [id], answer: .type(StoredPhotoReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let (album, id) = (call.front.album, call.parameter("id"))
      return try call.answer(
        try await call.front.pool.run { () throws(TimeWalkError) in try album.photo(id: id) })
    },
    Route(
      method: .delete, path: "/v1/photos/{id}", right: .submit,
      summary: "Removes a photo permanently, with all its pictures.", fields: [id]
    ) { call in
      try call.refuseParameters()
      try await call.removePhoto(call.parameter("id"))
      return Response(status: .noContent).clearingCache
    },
    Route(
      method: .get, path: "/v1/photos/{id}/{role}", right: .read,
      summary: "A picture of a photo: clean, overlaid, historical and so on.",
      fields: [id, role], answer: .file("image/jpeg")
    ) { call in
      try call.refuseParameters()
      let nginx = call.front.nginxFiles(for: call.request)
      let (album, files) = (call.front.album, nginx == nil ? call.front.files : nil)
      let (id, role) = (call.parameter("id"), call.parameter("role"))
      let file = try await call.front.pool.run { () throws(TimeWalkError) in
        let rendition = try album.rendition(id: id, role: role)
        return try FileAnswer(
          path: rendition.path ?? "", type: rendition.mediaType,
          cacheControl: "private, max-age=300", cache: files)
      }
      return file.response(by: nginx, in: album.directory) ?? file.response(to: call.request)
    },
  ]

  /// The picture of an item.
  static let itemPicture = Route(
    method: .get, path: "/v1/items/{id}/picture", right: .read,
    summary: "The picture of an item as a JPEG, if the archive has a file of it.",
    fields: [itemID, side], answer: .file("image/jpeg")
  ) { call in
    let values = try call.values(of: [itemID, side])
    let request = try ItemPictureRequest(values)
    let bytes = try await call.front.picture(ofItem: request.id ?? "", side: request.side)
    return Response(
      status: .ok,
      headers: [.contentType: "image/jpeg", .cacheControl: "private, max-age=3600"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  private static let id = WireField("id", .text(most: 64), "The photo's id.").required
  private static let role = WireField("role", .text(most: 20), "The picture's role.").required
  private static let itemID = ItemPictureRequest.fields[0].wire
  private static let side = ItemPictureRequest.fields[1].wire

  /// The filters of a list of photos; all but the original's path.
  static let photoFields = Route.fields(of: "photos.list").filter { $0.name != "original" }

  /// The fields of a submission; all but the paths of photo and outputs, which the server decides.
  static let submitFields: [WireField] = {
    let ownWays: Set = ["path", "base64", "output", "inline"]
    return SubmitRequest.fields.map(\.wire).filter { !ownWays.contains($0.name) }
  }()
}

extension Front {
  /// Makes the view of a new photo ahead.
  func makeAhead(_ id: String) {
    ahead.add { [self] in
      // A later request reports the error.
      _ = try? photoView(id, era: nil)
    }
  }
}

extension Call {
  /// The submission in the address's parameters.
  ///
  /// - Throws: a problem, or `invalidValue` with the field.
  func submission() throws -> (request: SubmitRequest, progress: String?) {
    let type = request.headers[.contentType] ?? ""
    if type.lowercased().hasPrefix("multipart/") {
      throw Problem(.unsupportedFormat, "the body must be the file itself, not a form")
    }
    return try submission(try values(of: RouteTable.submitFields))
  }

  /// The submission in these parameters.
  func submission(
    _ values: [String: JSONValue]
  ) throws(TimeWalkError) -> (request: SubmitRequest, progress: String?) {
    try WireField.refuseUnknown(values.keys, but: Set(RouteTable.submitFields.map(\.name)))
    return (try SubmitRequest(values), values["progressToken"]?.string)
  }

  /// Submits a received photo, and answers.
  ///
  /// - Parameters:
  ///   - submission: the request, and the token of its progress.
  ///   - file: the path of the received file.
  ///   - finished: called with the photo's id on the worker's thread, before the answer.
  /// - Returns: the answer, with 201 for a new photo.
  /// - Throws: the errors of `Pipeline.submit`, and a problem with 503 if the queue is full.
  func submit(
    _ submission: (request: SubmitRequest, progress: String?), from file: String,
    finished: @escaping @Sendable (String) throws(TimeWalkError) -> Void = { _ in }
  ) async throws -> Response {
    var asked = submission.request
    asked.photo = .received(path: file)
    asked.account = client.account
    let request = asked
    let (pipeline, news, answers) = (front.pipeline, front.news, front.answers)
    let progress = NewsTopic(submission.progress, of: client)
    news.tell(.queued, progress)
    do {
      let made = try await front.pool.run(.photo) { () throws(TimeWalkError) in
        let response = try pipeline.submit(request) { step throws(TimeWalkError) in
          news.tell(.step(step), progress)
        }
        let id = response.id ?? ""
        try finished(id)
        return (
          id: id, isNew: response.photo.earlier != true, answer: try answers.bytes(response)
        )
      }
      let address = answers.address(ofPhoto: made.id)
      news.tell(.done(photo: made.id, url: address), progress)
      if made.isNew {
        front.makeAhead(made.id)
        news.tell(.added(photo: made.id, url: address))
      }
      var response = json(made.answer, status: made.isNew ? .created : .ok)
      response.headers[.location] = address
      return response
    } catch {
      let problem =
        (error as? Problem)
        ?? (error as? TimeWalkError).map { Problem($0, names: answers.names) }
      news.tell(.failed(problem?.code ?? TimeWalkError.Code.internalFault.rawValue), progress)
      throw error
    }
  }
}
