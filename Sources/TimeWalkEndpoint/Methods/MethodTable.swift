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

  /// The field that requests notifications of progress.
  static let progressToken = "progressToken"

  private static let submit = Method(
    "submit",
    "Processes a photo: finds historical images of the same view, writes a clean, an overlaid and a historical picture.",
    errors: [
      .inputMissing, .unsupportedFormat, .imageDamaged, .limitExceeded, .positionMissing,
      .notAllowed, .componentMissing, .cannotCreate, .noSpace,
    ]
  ) { (request: SubmitRequest, context) throws(TimeWalkError) in
    guard request.photo != .bytes([]) else {
      throw TimeWalkError(.invalidValue, "give either path or base64", field: "path")
    }
    return try context.pipeline.submit(request, step: context.step)
  }

  private static let match = Method(
    "match", "Finds the historical images of the view from a pose."
  ) { (request: MatchRequest, context) throws(TimeWalkError) in
    try context.pipeline.match(request, step: context.step)
  }

  private static let search = Method(
    "archive.search",
    "Finds items of the archive by words, place, era and collection, or items that show a spot.",
    errors: [.notFound, .inputMissing]
  ) { (request: SearchRequest, context) throws(TimeWalkError) in
    try context.pipeline.search(request)
  }

  private static let item = Method(
    "archive.item", "Returns one item of the archive.", errors: [.notFound, .inputMissing]
  ) { (request: ItemRequest, context) throws(TimeWalkError) in
    try context.pipeline.item(request.id ?? "")
  }

  private static let places = Method(
    "archive.places",
    "Finds items that show a spot: maps that cover it, views of it, and items near it.",
    errors: [.inputMissing]
  ) { (request: PlacesRequest, context) throws(TimeWalkError) in
    try context.pipeline.places(request)
  }

  private static let map = Method(
    "archive.map",
    "Returns a map tile in Web Mercator as GeoJSON: views, clusters of many views, and outlines of maps.",
    errors: [.inputMissing]
  ) { (request: MapRequest, context) throws(TimeWalkError) in try context.pipeline.map(request) }

  private static let collections = Method(
    "archive.collections", "Lists the collections of the archive with their sizes.",
    errors: [.inputMissing]
  ) { (_: NoRequest, context) throws(TimeWalkError) in try context.pipeline.collections() }

  private static let eras = Method(
    "archive.eras", "Lists the named eras of the archive.", errors: [.inputMissing]
  ) { (_: NoRequest, context) throws(TimeWalkError) in try context.pipeline.eras() }

  private static let photos = Method(
    "photos.list", "Lists the photos of the library page by page, newest first."
  ) { (request: PhotosRequest, context) throws(TimeWalkError) in
    try context.pipeline.album().photos(request)
  }

  private static let photo = Method(
    "photos.get", "Returns one photo of the library with its answer.", errors: [.notFound]
  ) { (request: PhotoRequest, context) throws(TimeWalkError) in
    try context.pipeline.album().photo(id: request.id ?? "")
  }

  private static let removal = Method(
    "photos.remove",
    "Removes photos permanently, with their pictures; originals stay unchanged.",
    errors: [.notFound, .unconfirmed]
  ) { (request: PhotoRemovalRequest, context) throws(TimeWalkError) in
    try context.pipeline.album().remove(ids: request.ids, isAgreed: request.isAgreed)
  }

  private static let stats = Method(
    "archive.stats", "Counts the items of the archive, and the items with each field.",
    errors: [.inputMissing]
  ) { (_: NoRequest, context) throws(TimeWalkError) in try context.pipeline.statistics() }

  private static let cancel = Method(
    "cancel",
    "Cancels a request: a waiting request doesn't start, a running one ends before its next step."
  ) { (request: CancelRequest, context) throws(TimeWalkError) in
    CancelReport(state: context.cancel(request.id))
  }

  private static let ping = Method(
    "ping", "Returns the endpoint's version, to check that it answers."
  ) {
    (_: NoRequest, context) throws(TimeWalkError) in PingReport(pong: context.version)
  }

  private static let describe = Method(
    describing: "describe", "Returns the description of all methods, an OpenRPC document."
  ) { OpenRPCDocument.make(version: $0.version) }
}

/// The answer to `ping`.
struct PingReport: Codable {
  /// TimeWalk's version.
  var pong: String
}

/// The answer to `cancel`.
struct CancelReport: Codable {
  /// The state of the request.
  enum State: String, Codable, CaseIterable {
    /// It waited, and was answered with the error `cancelled`.
    case waiting
    /// It ran; it ends before its next step, unless it is at its last.
    case running
    /// Unknown: it has been answered already, or never existed.
    case unknown
  }

  var state: State
}

/// The parameters of `cancel`.
struct CancelRequest: DescribedRequest {
  /// The id of the request.
  var id = JSONValue.null

  static let fields = [
    RequestField<CancelRequest>(
      WireField("id", .token, "The id of the request to cancel."),
      read: { (value, request) throws(TimeWalkError) in request.id = value }, write: { $0.id }
    ).required
  ]
}
