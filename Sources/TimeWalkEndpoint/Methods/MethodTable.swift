internal import Foundation
internal import TimeWalk
internal import TimeWalkBase

/// The methods of the endpoint: checking, `describe` and the committed document all come from here.
enum MethodTable {
  static let all: [Method] = [
    submit, match, search, item, places, map, collections, eras, stats, photos, photo, removal,
    cancel, ping, describe,
  ]

  static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The field that asks for notifications of progress.
  static let progressToken = "progressToken"

  private static let submit = Method(
    "submit",
    "Takes a photo in: finds its historical views, writes it clean, overlaid and beside its best match.",
    errors: [
      .inputMissing, .unsupportedFormat, .imageDamaged, .limitExceeded, .positionMissing,
      .notAllowed, .componentMissing, .cannotCreate, .noSpace,
    ]
  ) { (request: SubmitRequest, occasion) throws(WalkError) in
    guard request.photo != .bytes([]) else {
      throw WalkError(.invalidValue, "either path or base64 is required", field: "path")
    }
    return try occasion.walker.submit(request, step: occasion.step)
  }

  private static let match = Method(
    "match", "Finds the historical images that show what a pose shows."
  ) { (request: MatchRequest, occasion) throws(WalkError) in
    try occasion.walker.match(request, step: occasion.step)
  }

  private static let search = Method(
    "archive.search",
    "Items of the archive by words, place, era and collection, or that show a spot.",
    errors: [.notFound, .inputMissing]
  ) { (request: SearchRequest, occasion) throws(WalkError) in
    try occasion.walker.search(request)
  }

  private static let item = Method(
    "archive.item", "One item of the archive.", errors: [.notFound, .inputMissing]
  ) { (request: ItemRequest, occasion) throws(WalkError) in
    try occasion.walker.item(request.id ?? "")
  }

  private static let places = Method(
    "archive.places",
    "What shows a spot: maps that cover it, views that hold it, and what is near.",
    errors: [.inputMissing]
  ) { (request: PlacesRequest, occasion) throws(WalkError) in
    try occasion.walker.places(request)
  }

  private static let map = Method(
    "archive.map",
    "A tile of the map in Web Mercator as GeoJSON: views, clusters of them where there are many, and maps by their outlines.",
    errors: [.inputMissing]
  ) { (request: MapRequest, occasion) throws(WalkError) in try occasion.walker.map(request) }

  private static let collections = Method(
    "archive.collections", "The collections of the archive with their sizes.",
    errors: [.inputMissing]
  ) { (_: NoRequest, occasion) throws(WalkError) in try occasion.walker.collections() }

  private static let eras = Method(
    "archive.eras", "The spans of time that the archive knows by name.", errors: [.inputMissing]
  ) { (_: NoRequest, occasion) throws(WalkError) in try occasion.walker.eras() }

  private static let photos = Method(
    "photos.list", "The photos of the library, the newest first, a page at a time."
  ) { (request: PhotosRequest, occasion) throws(WalkError) in
    try occasion.walker.album().photos(request)
  }

  private static let photo = Method(
    "photos.get", "One photo of the library, with the answer that was given.", errors: [.notFound]
  ) { (request: PhotoRequest, occasion) throws(WalkError) in
    try occasion.walker.album().photo(id: request.id ?? "")
  }

  private static let removal = Method(
    "photos.remove",
    "Removes photos from the library for good, with their pictures; originals stay as they are.",
    errors: [.notFound, .unconfirmed]
  ) { (request: PhotoRemovalRequest, occasion) throws(WalkError) in
    try occasion.walker.album().remove(ids: request.ids, isAgreed: request.isAgreed)
  }

  private static let stats = Method(
    "archive.stats", "How much the archive holds, and how much of it is known.",
    errors: [.inputMissing]
  ) { (_: NoRequest, occasion) throws(WalkError) in try occasion.walker.statistics() }

  private static let cancel = Method(
    "cancel",
    "Calls off a request: one that waits is not begun, one that runs ends before its next step."
  ) { (request: CancelRequest, occasion) throws(WalkError) in
    CancelReport(state: occasion.cancel(request.id))
  }

  private static let ping = Method("ping", "Says that the endpoint is there, and its version.") {
    (_: NoRequest, occasion) throws(WalkError) in PingReport(pong: occasion.version)
  }

  private static let describe = Method(
    describing: "describe", "The description of all methods, an OpenRPC document."
  ) { OpenRPCDocument.make(version: $0.version) }
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
}

/// What `cancel` is asked.
struct CancelRequest: DescribedRequest {
  /// The id of the request.
  var id = JSONValue.null

  static let fields = [
    RequestField<CancelRequest>(
      WireField("id", .token, "The id of the request to call off."),
      read: { (value, request) throws(WalkError) in request.id = value }, write: { $0.id }
    ).required
  ]
}
