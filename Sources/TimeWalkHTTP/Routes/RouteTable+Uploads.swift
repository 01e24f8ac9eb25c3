internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

extension HTTPField.Name {
  /// The length of an upload so far.
  static var uploadOffset: HTTPField.Name {
    // The name is constant and valid.
    HTTPField.Name("Upload-Offset").unsafelyUnwrapped
  }
}

extension RouteTable {
  /// The routes for uploads in parts, which can be resumed.
  static let uploads: [Route] = [
    Route(
      method: .post, path: "/v1/uploads", right: .submit,
      summary: "Begins an upload in parts; its parts are then sent with PATCH.",
      body: .fields(CreateUpload.fields.map(\.wire)),
      answer: .type(UploadReport.self, status: 201)
    ) { call in
      try call.refuseParameters()
      let asked = try CreateUpload(try await call.jsonBody())
      let (uploads, client) = (call.front.uploads, call.client)
      let record = try uploads.create(
        size: asked.size, sha256: try UploadSum.checked(asked.sha256), client: client)
      var response = try call.answer(record, offset: 0, status: .created)
      response.headers[.location] = call.address(of: record.id)
      return response
    },
    Route(
      method: .get, path: "/v1/uploads/{id}", right: .submit,
      summary: "The state of an upload; the header Upload-Offset has the offset of the next part.",
      fields: [id], answer: .type(UploadReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let (record, offset) = try call.front.uploads.find(
        call.parameter("id"), of: call.client)
      return try call.answer(record, offset: offset, status: .ok)
    },
    Route(
      method: .patch, path: "/v1/uploads/{id}", right: .submit,
      summary:
        "Appends the body at the offset in the header Upload-Offset, which must be the upload's length.",
      fields: [id], body: .chunk
    ) { call in
      try call.refuseParameters()
      guard let text = call.request.headers[.uploadOffset], let start = Int(text),
        (0...(1 << 40)).contains(start)
      else {
        throw TimeWalkError(
          .invalidValue, "the header Upload-Offset must be the offset of this part",
          field: "Upload-Offset")
      }
      let id = call.parameter("id")
      let (record, _) = try call.front.uploads.find(id, of: call.client)
      try call.checkLength(record.size)
      let end = try await call.front.uploads.append(
        to: id, at: start, call.request.body, call.note)
      return Response(status: .noContent, headers: [.uploadOffset: String(end)])
    },
    Route(
      method: .post, path: "/v1/uploads/{id}", right: .submit,
      summary:
        "Finishes an upload: checks its SHA-256, and submits the photo as POST /v1/photos does.",
      fields: [id, sha256] + submitFields, answer: .type(SubmitResponse.self, status: 201)
    ) { call in try await call.finishUpload() },
    Route(
      method: .delete, path: "/v1/uploads/{id}", right: .submit,
      summary: "Removes an upload with its bytes.", fields: [id]
    ) { call in
      try call.refuseParameters()
      let (record, _) = try call.front.uploads.find(call.parameter("id"), of: call.client)
      try call.front.uploads.remove(record.id)
      return Response(status: .noContent)
    },
  ]

  private static let id = WireField("id", .text(most: 64), "The upload's id.").required
  static let sha256 = WireField(
    "sha256", .text(most: 64), "The SHA-256 of the whole file, 64 hexadecimal digits."
  ).matching(TextPattern.sha256)
}

/// A request to begin an upload.
struct CreateUpload: DescribedRequest {
  var size = 0
  var sha256: String?

  static let fields: [RequestField<CreateUpload>] = [
    RequestField(
      WireField("size", .integer(1...(1 << 40)), "The size of the file.", unit: "bytes"),
      read: { (value, request) throws(TimeWalkError) in
        if let size = WireField.whole(value) { request.size = size }
      }, write: { .number(String($0.size)) }
    ).required,
    RequestField(
      RouteTable.sha256,
      read: { (value, request) throws(TimeWalkError) in request.sha256 = value.string },
      write: { $0.sha256.map(JSONValue.string) }),
  ]
}

/// An upload, as clients see it.
struct UploadReport: Codable, Sendable {
  /// Its id.
  var id: String
  /// The address for its parts.
  var url: String
  /// The number of bytes that the server has.
  var offset: Int
  /// Its size in bytes.
  var size: Int
  /// The id of its photo; absent before it is finished.
  var photo: String?
}

/// The checksums in requests.
enum UploadSum {
  /// A checksum in lower case.
  ///
  /// - Throws: `invalidValue` for a malformed one.
  static func checked(_ text: String?) throws(TimeWalkError) -> String? {
    guard let text else { return nil }
    let sum = text.lowercased()
    guard sum.wholeMatch(of: #/[0-9a-f]{64}/#) != nil else {
      throw TimeWalkError(.invalidValue, "sha256 must be 64 hexadecimal digits", field: "sha256")
    }
    return sum
  }
}

extension Call {
  func address(of upload: String) -> String { front.answers.base + "/v1/uploads/\(upload)" }

  func answer(
    _ record: UploadRecord, offset: Int, status: HTTPResponse.Status
  ) throws(TimeWalkError) -> Response {
    let report = UploadReport(
      id: record.id, url: address(of: record.id), offset: offset, size: record.size,
      photo: record.photo)
    var response = json(try WireFormat.bytes(report), status: status)
    response.headers[.uploadOffset] = String(offset)
    return response
  }

  /// Submits a complete upload; one that was submitted before gets its earlier answer.
  func finishUpload() async throws -> Response {
    let id = parameter("id")
    var values = try values(of: RouteTable.submitFields + [RouteTable.sha256])
    let sha256 = try UploadSum.checked(values["sha256"]?.string)
    (values["id"], values["sha256"]) = (nil, nil)
    var submission = try submission(values)
    // The client knows the upload's id, and can listen before the end.
    submission.progress = submission.progress ?? id
    let (record, _) = try front.uploads.find(id, of: client)
    if let photo = record.photo { return try await answer(ofPhoto: photo) }
    let asked = submission
    return try await front.uploads.finish(id, sha256: sha256, in: front.pool) { file, finished in
      try await submit(asked, from: file, finished: finished)
    }
  }

  /// The earlier answer to a submission.
  private func answer(ofPhoto id: String) async throws -> Response {
    let album = front.album
    var response = try answer(
      try await front.pool.run { () throws(TimeWalkError) in
        guard var answer = try album.photo(id: id).answer else {
          throw TimeWalkError(.notFound, "the photo's answer is from another version of TimeWalk")
        }
        (answer.id, answer.photo.earlier) = (id, true)
        return answer
      })
    response.headers[.location] = front.answers.address(ofPhoto: id)
    return response
  }
}
