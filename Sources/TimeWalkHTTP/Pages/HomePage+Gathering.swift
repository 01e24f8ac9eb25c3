internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import TimeWalk
internal import TimeWalkBase

struct GatheringContext: Decodable {
  struct Found: Decodable {
    let words, url, id: String
  }

  struct Offer: Decodable {
    let missing: Bool
    let words, command: String
  }

  let given: String
  let fault: PageWords?
  let isOpen, empty: Bool
  var there: Found?
  var offer: Offer?
}

/// For a place without items, the first page shows curators the command to import pictures from
/// other sources. The page itself sends no requests to them.
extension HomePage {
  /// The parameter for a place, named as in the command.
  static let placeName = "around"
  /// The greatest distance at which an item counts as near, metres; as in commands.
  private static let farthest = 5000.0

  /// The values of this part of the page; `nil` for clients that may not curate.
  static func gathering(_ call: Call) async throws -> GatheringContext? {
    guard call.canCurate else { return nil }
    let given = try Query.values(call.request.uri.query, fields: [])[placeName]?.string
    let text = call.language.text
    let place = given.flatMap(place)
    let pipeline = call.front.pipeline
    // Any place shows whether the archive is empty.
    let asked = place ?? (0, 0)
    let nearest: NearestReport?
    var isMissing = false
    do {
      nearest = try await call.front.pool.run { () throws(TimeWalkError) in
        try pipeline.nearest(latitude: asked.latitude, longitude: asked.longitude)
      }
    } catch let error as TimeWalkError where error.code == .inputMissing {
      nearest = nil
      isMissing = true
    }
    var context = GatheringContext(
      given: given ?? "",
      fault: given ?? "" == "" || place != nil
        ? nil : PageWords(words: text("This isn't a valid position. Example: 38.7139, -9.1394")),
      isOpen: nearest == nil || given != nil, empty: nearest == nil)
    guard let place else { return context }
    let shown = "\(place.latitude), \(place.longitude)"
    if let nearest, nearest.distance <= farthest {
      context.there = GatheringContext.Found(
        words: text(
          "The archive has pictures there already: the nearest is %1 away.",
          call.language.distance(nearest.distance)),
        url: Call.address(ofItem: nearest.id), id: nearest.id)
    } else {
      context.offer = GatheringContext.Offer(
        missing: isMissing, words: text("The archive has nothing within 5 km of %1.", shown),
        command: "timewalk archive gather commons --around \(place.latitude),\(place.longitude) "
          + "--within 2km --pictures --contact YOUR-ADDRESS")
    }
    return context
  }

  /// Reads `38.7139, -9.1394`, also separated by a space or a semicolon, then also with decimal
  /// commas; `nil` for anything but a valid position.
  static func place(_ text: String) -> (latitude: Double, longitude: Double)? {
    let hasSemicolon = text.contains(";")
    let parts = text.split { $0 == ";" || !hasSemicolon && ($0 == "," || $0.isWhitespace) }
      .map { $0.replacing(",", with: ".").filter { !$0.isWhitespace } }
    guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    return (latitude, longitude)
  }
}
