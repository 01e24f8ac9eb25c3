internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkBase

/// smapshot, by its API.
///
/// Documentation: the OpenAPI description and JSON schemas in the repository
/// MediaComem/smapshot-api (`getImages`, `getImageAttributes`; `ImageList`, `Image`,
/// `ImageAttributes`).
///
/// The article "Where pictures come from" has the table of fields.
package struct SmapshotSource: GatherSource {
  /// Its description.
  package static let description = SourceDescription(
    name: "smapshot", title: "smapshot", homepage: "https://smapshot.heig-vd.ch/",
    holds:
      "pictures from archives, mainly of Switzerland; volunteers placed their cameras in three dimensions",
    terms: "each picture has its owner's licence, which is stored and shown",
    sent: "the middle of the area, the years, then the numbers of the pictures near it",
    verified: "verified against documentation only", keyVariable: nil, isChecked: true)
  /// Its usual address.
  package static let address = "https://smapshot.heig-vd.ch/api/v1"

  /// The number of pictures in one request.
  static let page = 100
  /// The number of pictures that one request asks for by their numbers.
  static let batch = 50
  /// The widest picture that the API gives.
  static let pictureWidth = 1024
  /// The assumed accuracy of volunteers' poses, metres.
  private static let accuracy = "50"

  private let address: String

  /// Makes one.
  package init(address: String, key: String) { self.address = address }

  /// Gathers its pictures.
  package func gather(
    _ question: GatherQuestion, by client: PoliteClient,
    _ take: (Result<GatheredRow, Exclusion>) throws(GatherError) -> Bool
  ) throws(GatherError) {
    let center = question.area.center
    var parameters = [
      ("latitude", Query.degrees(center.latitude)), ("longitude", Query.degrees(center.longitude)),
      ("sortKey", "distance"), ("limit", String(SmapshotSource.page)),
    ]
    if let first = question.years.first, first > 0 {
      parameters.append(("date_shot_min", "\(SmapshotSource.year(first))-01-01"))
    }
    if let last = question.years.last, (1...9999).contains(last) {
      parameters.append(("date_shot_max", "\(SmapshotSource.year(last))-12-31"))
    }
    var offset = 0
    while true {
      let images = try self.images(parameters + [("offset", String(offset))], client)
      var isBeyond = false
      for image in images {
        guard let number = image["id"]?.whole, number > 0 else {
          throw SmapshotSource.strange("an image without id")
        }
        guard let place = SmapshotSource.place(image) else {
          guard try take(.failure(.unplaced)) else { return }
          continue
        }
        // They come by their distance, which may be measured on another earth.
        isBeyond = question.area.distance(to: place) > question.area.radius * 1.02 + 100
        if isBeyond { break }
        guard question.area.contains(place) else {
          guard try take(.failure(.outside)) else { return }
          continue
        }
        if case .failure(let reason) = question.date(SmapshotSource.date(image)) {
          guard try take(.failure(reason)) else { return }
          continue
        }
        let said = try client.json(
          Query.address(
            "\(address)/images/\(number)/attributes",
            [("lang", "en"), ("image_width", String(SmapshotSource.pictureWidth))]),
          judge: SmapshotSource.judge)
        guard try take(SmapshotSource.row(said, number, for: question)) else { return }
      }
      guard images.count >= SmapshotSource.page, !isBeyond else { return }
      offset += images.count
    }
  }

  /// The identifiers that are missing from the list, both in a batch and in a single request.
  package func withdrawn(
    among identifiers: [String], by client: PoliteClient
  ) throws(GatherError) -> [String]? {
    let numbers = identifiers.compactMap { Int($0) }
    var gone: [String] = []
    for start in stride(from: 0, to: numbers.count, by: SmapshotSource.batch) {
      let part = numbers[start..<min(start + SmapshotSource.batch, numbers.count)]
      let together = part.map { ("id", String($0)) } + [("limit", String(SmapshotSource.batch))]
      let listed = Set(try images(together, client).compactMap { $0["id"]?.whole })
      for number in part where !listed.contains(number) {
        guard try images([("id", String(number)), ("limit", "1")], client).isEmpty else { continue }
        gone.append(String(number))
      }
    }
    return gone
  }

  private func images(
    _ parameters: [(String, String)], _ client: PoliteClient
  ) throws(GatherError) -> [JSONValue] {
    let answer = try client.json(
      Query.address("\(address)/images", parameters), judge: SmapshotSource.judge)
    guard let rows = answer["rows"]?.elements else { throw SmapshotSource.strange("no rows") }
    return rows
  }

  private static func row(
    _ said: JSONValue, _ number: Int, for question: GatherQuestion
  ) -> Result<GatheredRow, Exclusion> {
    let pose = said["pose"]
    guard let place = place(pose ?? .null) ?? place(said) else { return .failure(.unplaced) }
    guard question.area.contains(place) else { return .failure(.outside) }
    var row = GatheredRow(id: String(number))
    switch question.date(date(said)) {
    case .success(let date): row[.date] = date
    case .failure(let reason): return .failure(reason)
    }
    row[.title] = said["title"]?.string ?? said["original_id"]?.string
    row[.latitude] = DecimalText.write(place.latitude)
    row[.longitude] = DecimalText.write(place.longitude)
    row[.accuracy] = accuracy
    row[.locationOf] = "camera"
    row[.altitude] = pose?["altitude"]?.number.map(DecimalText.write)
    if let azimuth = pose?["azimuth"]?.number, let tilt = pose?["tilt"]?.number,
      let heading = Heading(degrees: tilt < -90 ? azimuth + 180 : azimuth)
    {
      row[.heading] = DecimalText.write(SmapshotSource.rounded(heading.degrees))
      let pitch = tilt < -90 ? -180 - tilt : tilt
      if abs(pitch) <= 90 { row[.pitch] = DecimalText.write(rounded(pitch)) }
    }
    if let focal = pose?["focal"]?.number, focal > 0, let width = said["width"]?.number, width > 0 {
      row[.fieldOfView] = DecimalText.write(
        rounded(2 * atan(width / 2 / focal) * 180 / .pi))
    }
    let names = said["photographers"]?.elements?.compactMap { $0["name"]?.string } ?? []
    row[.creator] = names.joined(separator: "; ")
    row[.credit] = said["owner"]?["name"]?.string
    let license = said["license"]?.string
    row[.license] = license.map(RightsWords.known)
    row[.source] = said["link"]?.string.flatMap { WebAddress.isWeb($0) ? $0 : nil }
    row[other: "original_id"] = said["original_id"]?.string
    row[other: "view_type"] = said["view_type"]?.string
    if CopyPermission.isGiven(by: license), let picture = said["media"]?["image_url"]?.string,
      WebAddress.isWeb(picture)
    {
      row[.media] = picture
    }
    return .success(row)
  }

  private static func place(_ value: JSONValue) -> Coordinate? {
    guard let latitude = value["latitude"]?.number, let longitude = value["longitude"]?.number
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func date(_ value: JSONValue) -> String? {
    let days = ["date_shot_min", "date_shot_max"].map { key in
      value[key]?.string.map { String($0.prefix { $0 != "T" }) }
    }
    switch (days[0], days[1]) {
    case (let first?, let last?): return first == last ? first : "\(first)/\(last)"
    case (let first?, nil): return "\(first)/.."
    case (nil, let last?): return "../\(last)"
    case (nil, nil): return nil
    }
  }

  private static func year(_ year: Int) -> String {
    String(repeating: "0", count: 4 - String(year).count) + String(year)
  }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 1000).rounded() / 1000 }

  private static func judge(_ answer: JSONValue) -> PoliteClient.Verdict {
    answer.members == nil ? .refused("no JSON object") : .good
  }

  private static func strange(_ what: String) -> GatherError {
    GatherError(
      .badAnswer,
      "the answer from smapshot differs from its documentation: \(what). For details run Scripts/gather-check."
    )
  }
}
