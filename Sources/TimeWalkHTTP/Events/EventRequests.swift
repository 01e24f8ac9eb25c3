internal import Foundation
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkMetadata
internal import TimeWalkEvents

/// What an organiser says of an event; what is absent stays as it is.
struct EventSettingsRequest: DescribedRequest {
  var name: String?
  var begins: String?
  var ends: String?
  var hours: Double?
  var photos: Int?
  var gallery: String?
  var uploads: String?
  var downloads: String?
  var positions: Bool?
  var review: Bool?
  var stops: String?

  static let fields: [RequestField<EventSettingsRequest>] = [
    RequestField("name", \.name, "What the event is called.", .text(most: EventLimits.longestName)),
    RequestField(
      "begins", \.begins, "When pictures can be taken from on, ISO 8601; now unless said.",
      .text(most: 40)
    ).matching(TextPattern.moment),
    RequestField("ends", \.ends, "When that ends, ISO 8601.", .text(most: 40))
      .matching(TextPattern.moment),
    RequestField(
      "hours", \.hours, 0.01...720, "How long it lasts, in the place of its end.", unit: "hours"),
    RequestField(
      WireField("photos", .integer(EventLimits.photos), "How many photos each guest has."),
      read: { (value, request) throws(TimeWalkError) in request.photos = WireField.whole(value) },
      write: { $0.photos.map { .number(String($0)) } }),
    RequestField(
      "gallery", \.gallery, "When guests see each other's pictures.",
      .word(GalleryOpening.allCases.map(\.rawValue))),
    RequestField(
      "uploads", \.uploads, "Who may add pictures.", .word(Audience.allCases.map(\.rawValue))),
    RequestField(
      "downloads", \.downloads, "Who may take pictures along.",
      .word(Audience.allCases.map(\.rawValue))),
    flag("positions", \.positions, "Whether positions are shown; else they aren't kept at all."),
    flag("review", \.review, "Whether pictures wait for the organiser's look."),
    RequestField(
      "stops", \.stops, "The views to be found: items of the archive, one a line.",
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

  /// The stops that are named.
  var namedStops: [String]? {
    stops?.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// A new event.
  ///
  /// - Throws: `invalidValue` without a name, and for times that are none.
  func settings(at now: Date) throws(TimeWalkError) -> EventSettings {
    guard let name else { throw TimeWalkError(.invalidValue, "name is required", field: "name") }
    // Whole seconds downwards, so that it has begun when this is answered.
    let now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    var settings = EventSettings(name: name, begins: now, ends: now.addingTimeInterval(86_400))
    try apply(to: &settings)
    return settings
  }

  /// Changes what is said.
  ///
  /// - Throws: `invalidValue` for times that are none.
  func apply(to settings: inout EventSettings) throws(TimeWalkError) {
    if let name { settings.name = name }
    let length = settings.ends.timeIntervalSince(settings.begins)
    if let begins {
      settings.begins = try EventTimes.date(begins, field: "begins")
      settings.ends = settings.begins.addingTimeInterval(length)
    }
    if let hours { settings.ends = settings.begins.addingTimeInterval(hours * 3600) }
    if let ends { settings.ends = try EventTimes.date(ends, field: "ends") }
    if let photos { settings.photosPerGuest = photos }
    if let gallery = gallery.flatMap(GalleryOpening.init) { settings.gallery = gallery }
    if let uploads = uploads.flatMap(Audience.init) { settings.uploaders = uploads }
    if let downloads = downloads.flatMap(Audience.init) { settings.downloaders = downloads }
    if let positions { settings.showsPositions = positions }
    if let review { settings.isReviewed = review }
    if let namedStops { settings.stops = namedStops }
  }
}

/// Times in requests.
enum EventTimes {
  /// - Throws: `invalidValue` for what is no time with a zone.
  static func date(_ text: String, field: String) throws(TimeWalkError) -> Date {
    // Foundation's own reader takes the 30th of February, and what stands behind a time.
    guard let time = CaptureTime(iso8601: text), time.offsetMinutes != nil,
      let date = try? Date(time.description, strategy: .iso8601)
    else {
      throw TimeWalkError(
        .invalidValue, "\(field) must be like 2026-11-23T10:00:00+01:00", field: field)
    }
    return date
  }
}

/// When an event is to end.
struct EventExtensionRequest: DescribedRequest {
  var ends: String?

  static let fields: [RequestField<EventExtensionRequest>] = [
    RequestField("ends", \.ends, "When it ends then, ISO 8601; later than before.", .text(most: 40))
      .matching(TextPattern.moment).required
  ]
}

/// Somebody who comes in.
struct EventJoiningRequest: DescribedRequest {
  var name: String?
  var isByCodeAlone = false
  var consent: String?

  static let fields: [RequestField<EventJoiningRequest>] = [
    RequestField("name", \.name, "The name to be shown.", .text(most: 60)).required,
    RequestField("codeAlone", \.isByCodeAlone, "Whether by the code alone, for some hours."),
    consentField,
  ]

  private static let consentField = RequestField<EventJoiningRequest>(
    "consent", \.consent, "The version of the privacy notice that is agreed to.", .text(most: 64))
}

/// What somebody changes of what is kept of them.
struct EventPersonRequest: DescribedRequest {
  var name: String?
  var consent: String?

  static let fields: [RequestField<EventPersonRequest>] = [
    RequestField("name", \.name, "The name to be shown.", .text(most: 60)),
    RequestField(
      "consent", \.consent, "The version of the privacy notice that is agreed to.", .text(most: 64)),
  ]
}

/// What is changed of a picture.
struct EventPictureRequest: DescribedRequest {
  var name: String?
  var isShown = false
  var stop: String?

  static let fields: [RequestField<EventPictureRequest>] = [
    RequestField(
      "name", \.name, "What the picture is called; an empty one takes the name away.",
      .text(most: 100)),
    RequestField("shown", \.isShown, "Lets everybody see a picture that waited."),
    RequestField(
      "stop", \.stop, "Which of the event's views it shows; an empty one says none.",
      .text(most: EventLimits.longestStop)),
  ]
}

/// Which pictures are asked for.
struct EventPicturesRequest: DescribedRequest {
  var after = 0
  var before: Int?
  var limit = 100
  var isOwn = false

  /// A number that no picture has.
  static let greatest = Int(Int32.max)

  static let fields: [RequestField<EventPicturesRequest>] = [
    RequestField(
      "after", \.after, 0...Int(Int32.max), "Only those after this number.", usual: 0),
    RequestField(
      WireField(
        "before", .integer(1...greatest), "Only those before this number, the newest first."),
      read: { (value, request) throws(TimeWalkError) in request.before = WireField.whole(value) },
      write: { $0.before.map { .number(String($0)) } }),
    RequestField("limit", \.limit, 1...500, "How many at most.", usual: 100),
    RequestField("own", \.isOwn, "Only one's own."),
  ]
}

/// What is said of a picture that comes.
struct EventSendingRequest: DescribedRequest {
  var key: String?
  var name: String?
  var taken: String?
  var stop: String?
  var latitude: Double?
  var longitude: Double?

  static let fields: [RequestField<EventSendingRequest>] = [
    RequestField(
      "key", \.key, "The client's own key: the same one again is the same picture.",
      .text(most: 64)
    ).matching(TextPattern.something),
    RequestField("name", \.name, "What the picture is called.", .text(most: 100)),
    RequestField("taken", \.taken, "When it was taken, ISO 8601.", .text(most: 40))
      .matching(TextPattern.moment),
    RequestField(
      "stop", \.stop, "Which of the event's views it shows.", .text(most: EventLimits.longestStop)),
    RequestField(
      "latitude", \.latitude, -90...90,
      "Where it was taken, if the file doesn't say; dropped where the event shows no positions.",
      unit: "degrees"),
    RequestField("longitude", \.longitude, -180...180, "The same, to the east.", unit: "degrees"),
  ]

  /// Where it was taken, by what is said.
  ///
  /// - Throws: `invalidValue` for half a position.
  func position() throws(TimeWalkError) -> PicturePosition? {
    guard let latitude, let longitude else {
      guard latitude == nil, longitude == nil else {
        throw TimeWalkError(
          .invalidValue, "a position needs latitude and longitude",
          field: latitude == nil ? "latitude" : "longitude")
      }
      return nil
    }
    return PicturePosition(latitude: latitude, longitude: longitude)
  }

  /// The same for the store.
  func sending() throws(TimeWalkError) -> PictureSending {
    var sending = PictureSending()
    sending.key = key
    sending.name = name
    sending.stop = stop
    if let taken { sending.taken = try EventTimes.date(taken, field: "taken") }
    return sending
  }
}

/// What a zip holds.
struct EventZipRequest: DescribedRequest {
  var pictures: String?
  var isWhole = false

  static let fields: [RequestField<EventZipRequest>] = [
    RequestField(
      "pictures", \.pictures, "The ids of pictures, with commas between; else all.",
      .text(most: 8000)
    ).matching(TextPattern.names),
    RequestField(
      "whole", \.isWhole, "Everything, for the organiser: also what waits for a look."),
  ]

  /// The ids that are named; `nil` for all pictures.
  ///
  /// - Throws: `invalidValue` for what can't be an id.
  func chosen() throws(TimeWalkError) -> Set<String>? {
    guard let pictures else { return nil }
    let ids = pictures.split(separator: ",", omittingEmptySubsequences: false)
    guard ids.allSatisfy({ $0.wholeMatch(of: #/[0-9a-f]{32}/#) != nil }) else {
      throw TimeWalkError(
        .invalidValue, "pictures must be ids of pictures, with commas between", field: "pictures")
    }
    return Set(ids.map(String.init))
  }
}

/// A problem that somebody has.
struct EventProblemRequest: DescribedRequest {
  var text: String?

  static let fields: [RequestField<EventProblemRequest>] = [
    RequestField("text", \.text, "What is wrong, in words.", .text(most: 5000))
      .matching(TextPattern.something).required
  ]
}

/// An organiser who signs in.
struct AccountRequest: DescribedRequest {
  var name: String?
  var passphrase: String?

  static let fields: [RequestField<AccountRequest>] = [
    RequestField("name", \.name, "The account's name.", .text(most: 64)).required,
    RequestField("passphrase", \.passphrase, "Its passphrase.", .text(most: 1000)).required,
  ]
}
