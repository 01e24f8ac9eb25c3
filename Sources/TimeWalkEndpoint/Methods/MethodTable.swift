internal import Foundation
internal import TimeWalk
internal import TimeWalkJSON

/// The methods of the endpoint: checking, `describe` and the committed document all come from here.
enum MethodTable {
  static let all: [Method] = [submit, match, search, item, stats, cancel, ping, describe]

  static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The field that asks for notifications of progress.
  static let progressToken = "progressToken"

  private static let submit = Method(
    "submit",
    "Takes a photo in: finds its historical views, writes it clean, overlaid and beside its best match.",
    fields: SubmitRequest.fields,
    errors: [
      .inputMissing, .unsupportedFormat, .imageDamaged, .limitExceeded, .positionMissing,
      .notAllowed, .componentMissing, .cannotCreate, .noSpace,
    ]
  ) { (arguments, occasion) throws(WalkError) in
    try occasion.walker.submit(try submission(arguments), step: occasion.step)
  }

  private static let match = Method(
    "match", "Finds the historical images that show what a pose shows.",
    fields: MatchRequest.fields
  ) { (arguments, occasion) throws(WalkError) in
    let request = MatchRequest(
      pose: arguments.pose, era: arguments.string("era"),
      isEraStrict: arguments.flag("strictEra"), limit: arguments.limit)
    return try occasion.walker.match(request, step: occasion.step)
  }

  private static let search = Method(
    "archive.search",
    "Items of the archive by words, place, era and collection, or that show a spot.",
    fields: SearchRequest.fields, errors: [.notFound, .inputMissing]
  ) { (arguments, occasion) throws(WalkError) in
    var request = SearchRequest()
    request.text = arguments.string("text")
    request.shows = arguments.string("shows")
    request.latitude = arguments.number("latitude")
    request.longitude = arguments.number("longitude")
    request.radius = arguments.number("radius") ?? request.radius
    request.era = arguments.string("era")
    request.isEraStrict = arguments.flag("strictEra")
    request.collection = arguments.string("collection")
    request.limit = arguments.integer("limit") ?? 50
    request.offset = arguments.integer("offset") ?? 0
    return try occasion.walker.search(request)
  }

  private static let item = Method(
    "archive.item", "One item of the archive.", fields: ItemRequest.fields,
    errors: [.notFound, .inputMissing]
  ) { (arguments, occasion) throws(WalkError) in
    try occasion.walker.item(arguments.string("id") ?? "")
  }

  private static let stats = Method(
    "archive.stats", "How much the archive holds, and how much of it is known.",
    errors: [.inputMissing]
  ) { (_, occasion) throws(WalkError) in try occasion.walker.statistics() }

  private static let cancel = Method(
    "cancel",
    "Calls off a request: one that waits is not begun, one that runs ends before its next step.",
    fields: CancelReport.fields
  ) { (arguments, occasion) throws(WalkError) in
    CancelReport(state: occasion.cancel(arguments["id"] ?? .null))
  }

  private static let ping = Method("ping", "Says that the endpoint is there, and its version.") {
    (_, occasion) throws(WalkError) in PingReport(pong: occasion.version)
  }

  private static let describe = Method(
    describing: "describe", "The description of all methods, an OpenRPC document."
  ) { OpenRPCDocument.make(version: $0.version) }

  private static func submission(_ arguments: Arguments) throws(WalkError) -> SubmitRequest {
    let photo: SubmitRequest.Photo
    switch (arguments.string("path"), arguments.string("base64")) {
    case (let path?, nil): photo = .file(path: path)
    case (nil, let text?): photo = .base64(text)
    case (nil, nil):
      throw WalkError(.invalidValue, "either path or base64 is required", field: "path")
    default: throw WalkError(.invalidValue, "path and base64 exclude each other", field: "path")
    }
    return SubmitRequest(
      photo: photo, originalURL: arguments.string("originalURL"), isAgain: arguments.flag("again"),
      given: arguments.pose, era: arguments.string("era"),
      isEraStrict: arguments.flag("strictEra"), limit: arguments.limit,
      output: arguments.string("output"), stripLocation: arguments.flag("stripLocation"),
      stripMetadata: arguments.flag("stripMetadata"), inline: arguments.flag("inline"),
      maxBytes: arguments.integer("maxBytes") ?? SubmitRequest.usualMaxBytes,
      keepProfile: arguments.flag("keepProfile"),
      compose: try arguments.string("compose").map(Composition.read))
  }
}

/// The answer to `ping`.
struct PingReport: Codable {
  /// TimeWalk's version.
  var pong: String
}

/// The answer to `cancel`.
struct CancelReport: Codable {
  /// Where the request was met.
  enum State: String, Codable, CaseIterable {
    /// It waited, and was answered with the error `cancelled`.
    case waiting
    /// It ran; it ends before its next step, unless it is at its last.
    case running
    /// There was none: it has been answered already, or was never asked.
    case unknown
  }

  var state: State

  static let fields = [
    WireField("id", .token, "The id of the request to call off.").required
  ]
}
