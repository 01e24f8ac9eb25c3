internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// The form that makes a walk, and changes one that has not begun.
enum WalkForm {
  /// What was filled in.
  ///
  /// - Parameter fields: the form's; `minutes` says how far the reader's clock is behind UTC, which
  ///   a script fills in. Without it the time is UTC.
  /// - Returns: the request, as programs send it.
  /// - Throws: a problem for what is no number, switch or time.
  static func settings(_ fields: [String: String]) throws -> WalkSettingsRequest {
    var fields = fields.filter { !$0.value.isEmpty }
    fields["stops"] = fields["stops"]?.replacing("\r\n", with: "\n")
    let minutes = fields.removeValue(forKey: "minutes").flatMap { Int($0) } ?? 0
    if let local = fields["begins"] {
      fields["begins"] = WalkTime.text(try moment(local, behind: minutes))
    }
    var values: [String: JSONValue] = [:]
    for (name, text) in fields {
      let kind = WalkSettingsRequest.fields.first { $0.wire.name == name }?.wire.kind
      values[name] = try Query.value(text, of: name, kind)
    }
    return try WalkSettingsRequest(values)
  }

  private static func moment(_ local: String, behind minutes: Int) throws -> Date {
    guard local.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/#) != nil,
      abs(minutes) <= 24 * 60
    else { throw WalkError(.invalidValue, "the time can't be read", field: "begins") }
    let date = try WalkTimes.date((local + ":00").prefix(19) + "Z", field: "begins")
    return date.addingTimeInterval(TimeInterval(minutes * 60))
  }

  /// The form filled with a walk as it is, in UTC: a script turns the time to the reader's.
  static func html(_ walk: WalkReport, _ language: PageLanguage) -> String {
    let length = (try? Date(walk.ends, strategy: .iso8601)).flatMap { ends in
      (try? Date(walk.begins, strategy: .iso8601)).map { ends.timeIntervalSince($0) / 3600 }
    }
    return PageTemplate.walkForm.html(
      language,
      [
        "name": walk.name, "begins": String(walk.begins.prefix(16)),
        "hours": String(format: "%.10g", length ?? 24), "photos": String(walk.photos),
        "atEnd": walk.gallery == .atEnd, "uploadsGuests": walk.uploads == .guests,
        "uploadsOrganiser": walk.uploads == .organiser,
        "downloadsGuests": walk.downloads == .guests,
        "downloadsOrganiser": walk.downloads == .organiser, "review": walk.review,
        "positions": walk.positions, "stops": walk.stops.joined(separator: "\n"),
      ])
  }
}

extension Call {
  /// `/walks/{id}/change`.
  func changeWalkPage() async throws -> Response {
    try refuseParameters()
    let base = base
    let walk = try await askWalk { ask in
      try ask.demand(.changeWalk)
      return WalkReport(try ask.store.walk(ask.id, at: ask.now), base: base, at: ask.now)
    }
    return page(
      walkPage(
        .walkChange, walk.name,
        ["name": walk.name, "formHTML": WalkForm.html(walk, language)], id: walk.id))
  }

  /// Leads to a zip of what was ticked; back where nothing was.
  func chosenPictures() async throws -> Response {
    let fields = try await formFields()
    let chosen = fields.filter { $0.value == "true" && $0.key != "own" }.map(\.key).sorted()
    let walk = parameter("id")
    guard !chosen.isEmpty else {
      let before = fields["before"].flatMap { Int($0) } ?? WalkPicturesRequest.greatest
      return see(
        "/walks/\(walk)?choose=true&before=\(before)"
          + (fields["own"] == "true" ? "&own=true" : ""))
    }
    let list = PercentCoding.encoded(chosen.joined(separator: ","))
    return see("/v1/walks/\(walk)/zip?pictures=\(list)")
  }
}
