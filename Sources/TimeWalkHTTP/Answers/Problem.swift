internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

/// A fault as HTTP tells it: problem details (RFC 9457) with TimeWalk's own word and field.
struct Problem: Error {
  let status: HTTPResponse.Status
  /// The stable word, as on the endpoint.
  let code: String
  /// What happened, for people.
  let detail: String
  /// The field at fault.
  var field: String?
  /// Headers that go with it.
  var headers: HTTPFields = [:]

  static let mediaType = "application/problem+json"

  init(_ status: HTTPResponse.Status, _ code: String, _ detail: String, field: String? = nil) {
    self.status = status
    self.code = code
    self.detail = detail
    self.field = field
  }

  /// TimeWalk's own faults.
  ///
  /// What is wrong with the machine is told to its keeper by the log; the client learns the kind
  /// alone, since messages name files.
  init(_ error: TimeWalkError, names: MachineNames) {
    let status = Problem.status(of: error.code)
    let detail = Problem.ofMachine[error.code] ?? names.cleaned(error.message)
    self.init(status, error.code.rawValue, detail, field: error.field)
    if let seconds = Problem.retryAfter[error.code] { headers[.retryAfter] = String(seconds) }
  }

  /// The status of each word; what has no word of `TimeWalkError` is in `HTTPWord`.
  static func status(of code: TimeWalkError.Code) -> HTTPResponse.Status {
    switch code {
    case .invalidValue: .badRequest
    case .notAllowed: .forbidden
    case .notFound: .notFound
    case .unconfirmed: .conflict
    case .limitExceeded: .contentTooLarge
    case .unsupportedFormat: .unsupportedMediaType
    case .imageDamaged, .positionMissing, .dataRefused: .unprocessableContent
    case .internalFault, .cannotCreate, .inputOutput: .internalServerError
    case .inputMissing, .archiveUnusable, .componentMissing, .busy, .cancelled:
      .serviceUnavailable
    case .noSpace: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    }
  }

  /// What is said of the machine.
  static let ofMachine: [TimeWalkError.Code: String] = [
    .internalFault: "TimeWalk made a mistake; its log says more",
    .cannotCreate: "the server can't write what it has to keep; its log says more",
    .inputOutput: "the server's disk failed; its log says more",
    .archiveUnusable: "the server's archive can't be used; its log says more",
    .inputMissing: "the server has no archive yet",
    .componentMissing: "the server lacks a component for this; its log says more",
    .noSpace: "the server's disk is full",
    .busy: "the server's archive or library is in use; try again",
    .cancelled: "the server is about to end; try again",
  ]

  /// When trying again may help, seconds.
  private static let retryAfter: [TimeWalkError.Code: Int] = [.busy: 2, .cancelled: 10]

  /// What it says, as JSON.
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

/// Words for faults that only HTTP knows, with their statuses.
enum HTTPWord: String, CaseIterable {
  /// The body is not JSON, or the address can't be read.
  case parseError
  /// There is nothing at this address.
  case notFound
  /// The address doesn't take this method.
  case methodNotAllowed
  /// A token is needed, or the one that was sent isn't known.
  case unauthorized
  /// The token doesn't allow this, or another site asked for it.
  case notAllowed
  /// The body is of a kind that isn't taken here.
  case unsupportedFormat
  /// The upload isn't where the client thinks.
  case conflict
  /// The item isn't as the client saw it.
  case changedMeanwhile
  /// The client must say how it saw the item.
  case preconditionRequired
  /// No part of the file is where the client asks for one.
  case rangeNotSatisfiable
  /// The server isn't known by this name.
  case misdirected
  /// A proxy sent the request, and the server isn't told of any.
  case behindProxy
  /// The client asks too often.
  case tooManyRequests
  /// The body is larger than it may be.
  case limitExceeded
  /// Too much waits already.
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

  /// The same with a header.
  func with(_ name: HTTPField.Name, _ value: String) -> Problem {
    var copy = self
    copy.headers[name] = value
    return copy
  }

  /// Too much waits: come back later.
  static func overload(_ detail: String, after seconds: Int = 2) -> Problem {
    Problem(.busy, detail).with(.retryAfter, String(seconds))
  }
}
