internal import Foundation
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkMetadata
internal import TimeWalkEvents

/// An organiser's settings of an event; absent ones stay as they are.
struct EventSettingsRequest: DescribedRequest {
  var name: String?
  var kind: String?
  var begins: String?
  var ends: String?
  var hours: Double?
  var photos: Int?
  var guests: Int?
  var gallery: String?
  var uploads: String?
  var downloads: String?
  var positions: Bool?
  var quality: Bool?
  var review: Bool?
  var stops: String?

  static let fields: [RequestField<EventSettingsRequest>] = [
    RequestField("name", \.name, "The event's name.", .text(most: EventLimits.longestName)),
    RequestField(
      "kind", \.kind, "The word for the event on its pages.",
      .word(EventKind.allCases.map(\.rawValue))),
    RequestField(
      "begins", \.begins, "The start of the event, ISO 8601; default: now.",
      .text(most: 40)
    ).matching(TextPattern.moment),
    RequestField("ends", \.ends, "When that ends, ISO 8601.", .text(most: 40))
      .matching(TextPattern.moment),
    RequestField(
      "hours", \.hours, 0.01...720, "The duration of the event, in place of its end.", unit: "hours"
    ),
    RequestField(
      WireField(
        "photos", .integer(EventLimits.photos), "The greatest number of photos of each guest."),
      read: { (value, request) throws(TimeWalkError) in request.photos = WireField.whole(value) },
      write: { $0.photos.map { .number(String($0)) } }),
    RequestField(
      WireField(
        "guests", .integer(EventLimits.guests),
        "The number of expected guests; as many may join from one address within an hour."),
      read: { (value, request) throws(TimeWalkError) in request.guests = WireField.whole(value) },
      write: { $0.guests.map { .number(String($0)) } }),
    RequestField(
      "gallery", \.gallery, "The time from which guests see each other's pictures.",
      .word(GalleryOpening.allCases.map(\.rawValue))),
    RequestField(
      "uploads", \.uploads, "The people who may add pictures.",
      .word(Audience.allCases.map(\.rawValue))),
    RequestField(
      "downloads", \.downloads, "The people who may download pictures.",
      .word(Audience.allCases.map(\.rawValue))),
    flag("positions", \.positions, "True to show positions; otherwise they aren't stored."),
    flag(
      "quality", \.quality,
      "True to keep the quality of JPEG pictures; otherwise they are encoded again."),
    flag("review", \.review, "True if pictures wait for the organiser's approval."),
    RequestField(
      "stops", \.stops, "The stops: items of the archive, one a line.",
      .text(most: 20_000)),
  ]

  private static func flag(
    _ name: String, _ path: any WritableKeyPath<EventSettingsRequest, Bool?> & Sendable,
    _ about: String
  ) -> RequestField<EventSettingsRequest> {
    RequestField(WireField(name, .flag, about)) { (value, request) throws(TimeWalkError) in
      request[keyPath: path] = value == .bool(true)
    } write: {
      $0[keyPath: path].map(JSONValue.bool)
    }
  }

  /// The stops in the request.
  var namedStops: [String]? {
    stops?.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// A new event.
  ///
  /// - Throws: `invalidValue` without a name, and for malformed times.
  func settings(at now: Date) throws(TimeWalkError) -> EventSettings {
    guard let name else { throw TimeWalkError(.invalidValue, "name is required", field: "name") }
    // Rounded down to seconds, so the event has begun when the answer is sent.
    let now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    var settings = EventSettings(name: name, begins: now, ends: now.addingTimeInterval(86_400))
    try apply(to: &settings)
    return settings
  }

  /// Changes the given settings.
  ///
  /// - Throws: `invalidValue` for malformed times.
  func apply(to settings: inout EventSettings) throws(TimeWalkError) {
    if let name { settings.name = name }
    if let kind = kind.flatMap(EventKind.init) { settings.kind = kind }
    let length = settings.ends.timeIntervalSince(settings.begins)
    if let begins {
      settings.begins = try EventTimes.date(begins, field: "begins")
      settings.ends = settings.begins.addingTimeInterval(length)
    }
    if let hours { settings.ends = settings.begins.addingTimeInterval(hours * 3600) }
    if let ends { settings.ends = try EventTimes.date(ends, field: "ends") }
    if let photos { settings.photosPerGuest = photos }
    if let guests { settings.guests = guests }
    if let gallery = gallery.flatMap(GalleryOpening.init) { settings.gallery = gallery }
    if let uploads = uploads.flatMap(Audience.init) { settings.uploaders = uploads }
    if let downloads = downloads.flatMap(Audience.init) { settings.downloaders = downloads }
    if let positions { settings.showsPositions = positions }
    if let quality { settings.keepsQuality = quality }
    if let review { settings.isReviewed = review }
    if let namedStops { settings.stops = namedStops }
  }
}

/// Reads times in requests.
enum EventTimes {
  /// - Throws: `invalidValue` for anything but a time with a zone.
  static func date(_ text: String, field: String) throws(TimeWalkError) -> Date {
    // Foundation's parser accepts the 30th of February, and text after a time.
    guard let time = CaptureTime(iso8601: text), time.offsetMinutes != nil,
      let date = try? Date(time.description, strategy: .iso8601)
    else {
      throw TimeWalkError(
        .invalidValue, "\(field) must be a time such as 2026-11-23T10:00:00+01:00", field: field)
    }
    return date
  }
}

/// A request to move the end of an event.
struct EventExtensionRequest: DescribedRequest {
  var ends: String?

  static let fields: [RequestField<EventExtensionRequest>] = [
    RequestField("ends", \.ends, "The new end, ISO 8601; later than before.", .text(most: 40))
      .matching(TextPattern.moment).required
  ]
}

/// A request to join an event.
struct EventJoinRequest: DescribedRequest {
  var name: String?
  var isByCodeAlone = false
  var consent: String?

  static let fields: [RequestField<EventJoinRequest>] = [
    RequestField("name", \.name, "The name to show.", .text(most: 60)).required,
    RequestField(
      "codeAlone", \.isByCodeAlone, "True if the code alone gives access, for some hours."),
    consentField,
  ]

  private static let consentField = RequestField<EventJoinRequest>(
    "consent", \.consent, "The version of the accepted privacy notice.", .text(most: 64))
}

/// A change of the caller's stored data.
struct EventPersonRequest: DescribedRequest {
  var name: String?
  var consent: String?

  static let fields: [RequestField<EventPersonRequest>] = [
    RequestField("name", \.name, "The name to show.", .text(most: 60)),
    RequestField(
      "consent", \.consent, "The version of the accepted privacy notice.", .text(most: 64)),
  ]
}

/// A change of a picture.
struct EventPictureRequest: DescribedRequest {
  var name: String?
  var isShown = false
  var stop: String?
  var isCover = false

  static let fields: [RequestField<EventPictureRequest>] = [
    RequestField(
      "name", \.name, "The picture's name; an empty text removes it.",
      .text(most: 100)),
    RequestField("shown", \.isShown, "Approves a waiting picture."),
    RequestField(
      "stop", \.stop, "The stop that it shows; an empty text removes it.",
      .text(most: EventLimits.longestStop)),
    RequestField("cover", \.isCover, "Makes it the cover of the event."),
  ]
}

/// A request for pictures.
struct EventPicturesRequest: DescribedRequest {
  var after = 0
  var before: Int?
  var limit = 100
  var isOwn = false

  /// A number greater than that of any picture.
  static let greatest = Int(Int32.max)

  static let fields: [RequestField<EventPicturesRequest>] = [
    RequestField(
      "after", \.after, 0...Int(Int32.max), "Only pictures after this number.", usual: 0),
    RequestField(
      WireField(
        "before", .integer(1...greatest), "Only pictures before this number, newest first."),
      read: { (value, request) throws(TimeWalkError) in request.before = WireField.whole(value) },
      write: { $0.before.map { .number(String($0)) } }),
    RequestField("limit", \.limit, 1...500, "The most pictures to return.", usual: 100),
    RequestField("own", \.isOwn, "Only the caller's own pictures."),
  ]
}

/// The fields sent with a picture.
struct EventUploadRequest: DescribedRequest {
  var key: String?
  var name: String?
  var taken: String?
  var stop: String?
  var latitude: Double?
  var longitude: Double?

  static let fields: [RequestField<EventUploadRequest>] = [
    RequestField(
      "key", \.key, "The client's key: the same key again means the same picture.",
      .text(most: 64)
    ).matching(TextPattern.something),
    RequestField("name", \.name, "The picture's name.", .text(most: 100)),
    RequestField("taken", \.taken, "When it was taken, ISO 8601.", .text(most: 40))
      .matching(TextPattern.moment),
    RequestField(
      "stop", \.stop, "Which of the event's views it shows.", .text(most: EventLimits.longestStop)),
    RequestField(
      "latitude", \.latitude, -90...90,
      "The latitude, if the file has none; dropped if the event shows no positions.",
      unit: "degrees"),
    RequestField(
      "longitude", \.longitude, -180...180,
      "The longitude, if the file has none; dropped if the event shows no positions.",
      unit: "degrees"),
  ]

  /// The position in the fields.
  ///
  /// - Throws: `invalidValue` for a latitude or longitude alone.
  func position() throws(TimeWalkError) -> PicturePosition? {
    guard let latitude, let longitude else {
      guard latitude == nil, longitude == nil else {
        throw TimeWalkError(
          .invalidValue, "give both latitude and longitude",
          field: latitude == nil ? "latitude" : "longitude")
      }
      return nil
    }
    return PicturePosition(latitude: latitude, longitude: longitude)
  }

  /// The fields as the store takes them.
  func sending() throws(TimeWalkError) -> PictureSending {
    var sending = PictureSending()
    sending.key = key
    sending.name = name
    sending.stop = stop
    if let taken { sending.taken = try EventTimes.date(taken, field: "taken") }
    return sending
  }
}

/// A request for a zip of pictures.
struct EventZipRequest: DescribedRequest {
  var pictures: String?
  var isWhole = false

  static let fields: [RequestField<EventZipRequest>] = [
    RequestField(
      "pictures", \.pictures, "Comma-separated ids of pictures; default: all.",
      .text(most: 8000)
    ).matching(TextPattern.names),
    RequestField(
      "whole", \.isWhole, "All pictures, for the organiser: also waiting ones."),
  ]

  /// The ids in the request; `nil` for all pictures.
  ///
  /// - Throws: `invalidValue` for a malformed id.
  func chosen() throws(TimeWalkError) -> Set<String>? {
    guard let pictures else { return nil }
    let ids = pictures.split(separator: ",", omittingEmptySubsequences: false)
    guard ids.allSatisfy({ $0.wholeMatch(of: #/[0-9a-f]{32}/#) != nil }) else {
      throw TimeWalkError(
        .invalidValue, "pictures must be comma-separated ids of pictures", field: "pictures")
    }
    return Set(ids.map(String.init))
  }
}

/// A report of a problem.
struct EventProblemRequest: DescribedRequest {
  var text: String?

  static let fields: [RequestField<EventProblemRequest>] = [
    RequestField("text", \.text, "The description of the problem.", .text(most: 5000))
      .matching(TextPattern.something).required
  ]
}

/// A request to sign in as an organiser.
struct AccountRequest: DescribedRequest {
  var name: String?
  var passphrase: String?

  static let fields: [RequestField<AccountRequest>] = [
    RequestField("name", \.name, "The account's name.", .text(most: 64)).required,
    RequestField("passphrase", \.passphrase, "Its passphrase.", .text(most: 1000)).required,
  ]
}
