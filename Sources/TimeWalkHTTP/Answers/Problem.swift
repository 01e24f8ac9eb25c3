internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

/// An error as an HTTP answer: problem details (RFC 9457) with TimeWalk's code and field.
struct Problem: Error {
  let status: HTTPResponse.Status
  /// The stable code, as on the endpoint.
  let code: String
  /// A message for people.
  let detail: String
  /// The field at fault.
  var field: String?
  /// Further headers.
  var headers: HTTPFields = [:]

  static let mediaType = "application/problem+json"

  init(_ status: HTTPResponse.Status, _ code: String, _ detail: String, field: String? = nil) {
    self.status = status
    self.code = code
    self.detail = detail
    self.field = field
  }

  /// Makes the answer for an error of TimeWalk.
  ///
  /// For faults of the machine, the client gets only the kind, since messages name files. The log
  /// has the message.
  init(_ error: TimeWalkError, names: MachineNames) {
    let status = Problem.status(of: error.code)
    let detail =
      error.isOverTime
      ? error.message : Problem.ofMachine[error.code] ?? names.cleaned(error.message)
    self.init(status, error.code.rawValue, detail, field: error.field)
    if status == .serviceUnavailable {
      headers[.retryAfter] = String(Problem.retryAfter[error.code] ?? Problem.repair)
    }
  }

  /// The status of each code; `HTTPWord` has the codes that only HTTP uses.
  static func status(of code: TimeWalkError.Code) -> HTTPResponse.Status {
    switch code {
    case .invalidValue: .badRequest
    case .notAllowed: .forbidden
    case .notFound: .notFound
    case .unconfirmed: .conflict
    case .limitExceeded: .contentTooLarge
    case .unsupportedFormat: .unsupportedMediaType
    case .imageDamaged, .positionMissing, .dataRefused: .unprocessableContent
    case .internalFault: .internalServerError
    case .inputMissing, .archiveUnusable, .componentMissing, .cannotCreate, .inputOutput,
      .noSpace, .busy, .cancelled:
      .serviceUnavailable
    }
  }

  /// The messages about faults of the machine.
  static let ofMachine: [TimeWalkError.Code: String] = [
    .internalFault: "internal error; see the server's log",
    .cannotCreate: "the server can't write its files; see its log",
    .inputOutput: "the server's disk failed; see its log",
    .archiveUnusable: "the server can't use its archive; see its log",
    .inputMissing: "the server has no archive yet",
    .componentMissing: "the server lacks a component for this; see its log",
    .noSpace: "the server's disk is full",
    .busy: "the server's archive or library is in use; try again",
    .cancelled: "the client left, or the server is shutting down; try again later",
  ]

  /// The seconds after which another attempt may succeed.
  private static let retryAfter: [TimeWalkError.Code: Int] = [.busy: 2, .cancelled: 10]
  /// The same for faults that a person must repair, such as a full disk.
  private static let repair = 60

  /// The body, as JSON.
  var body: ByteBuffer {
    var text = JSONText()
    text.value(
      .object(
        [
          "type": "about:blank", "title": .string(status.reasonPhrase),
          "status": .number(String(status.code)), "detail": .string(detail),
          "code": .string(code),
        ].merging(field.map { ["field": JSONValue.string($0)] } ?? [:]) { $1 }))
    return ByteBuffer(bytes: text.take())
  }

  /// The problem as a response.
  var response: Response {
    var headers = headers
    headers[.contentType] = Problem.mediaType
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

/// Codes of errors that only HTTP has, with their statuses.
enum HTTPWord: String, CaseIterable {
  /// The body isn't JSON, or the address is malformed.
  case parseError
  /// No route has this address.
  case notFound
  /// The address doesn't support this method.
  case methodNotAllowed
  /// A token is required, or the token is unknown.
  case unauthorized
  /// The token lacks the right, or another site sent the request.
  case notAllowed
  /// The body has an unsupported media type.
  case unsupportedFormat
  /// The upload has another offset.
  case conflict
  /// The item has changed since the client read it.
  case changedMeanwhile
  /// The client must send the item's ETag.
  case preconditionRequired
  /// The requested range is beyond the file.
  case rangeNotSatisfiable
  /// The server doesn't have this host name.
  case misdirected
  /// A proxy sent the request, but the server runs without --behind.
  case behindProxy
  /// The client sends too many requests.
  case tooManyRequests
  /// The body exceeds the limit.
  case limitExceeded
  /// The queue is full.
  case busy

  var status: HTTPResponse.Status {
    switch self {
    case .parseError: .badRequest
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .unauthorized: .unauthorized
    case .notAllowed: .forbidden
    case .unsupportedFormat: .unsupportedMediaType
    case .conflict: .conflict
    case .changedMeanwhile: .preconditionFailed
    case .preconditionRequired: .preconditionRequired
    case .rangeNotSatisfiable: .rangeNotSatisfiable
    case .misdirected: .misdirectedRequest
    case .behindProxy: .forbidden
    case .tooManyRequests: .tooManyRequests
    case .limitExceeded: .contentTooLarge
    case .busy: .serviceUnavailable
    }
  }
}

extension Problem {
  init(_ word: HTTPWord, _ detail: String, field: String? = nil) {
    self.init(word.status, word.rawValue, detail, field: field)
  }

  /// The problem with a further header.
  func with(_ name: HTTPField.Name, _ value: String) -> Problem {
    var copy = self
    copy.headers[name] = value
    return copy
  }

  /// A full queue: the client should try again later.
  static func overload(_ detail: String, after seconds: Int = 2) -> Problem {
    Problem(.busy, detail).with(.retryAfter, String(seconds))
  }
}
