package import Foundation
internal import TimeWalkBase

/// The time from which all pictures are visible.
package enum GalleryOpening: String, Codable, Hashable, Sendable, CaseIterable {
  /// Immediately.
  case atOnce
  /// After the end of the event, as film is developed.
  case atEnd
}

/// What the organiser calls an event.
package enum EventKind: String, Codable, Hashable, Sendable, CaseIterable {
  case event, celebration
  case stroll = "walk"
  case schoolTrip

  /// Its English name.
  package var name: String { self == .schoolTrip ? "school trip" : rawValue }

  /// An English sentence about an event, with this name in it.
  package func words(_ sentence: String) -> String {
    // Unicode's words, the default, include an apostrophe: "event's" would be another word.
    self == .event
      ? sentence
      : sentence.replacing(#/\bevent\b/#.wordBoundaryKind(.simple), with: name)
  }
}

/// An organiser's settings of an event, which can be changed until it begins.
package struct EventSettings: Hashable, Sendable {
  /// Its title.
  package var name: String
  /// What it is called.
  package var kind = EventKind.event
  /// The time from which pictures are accepted.
  package var begins: Date
  /// The end of that time.
  package var ends: Date
  /// The greatest number of a guest's pictures.
  package var photosPerGuest = 24
  /// The number of expected guests: as many may join from one address within an hour.
  package var guests = 300
  /// The rule for opening the gallery.
  package var gallery = GalleryOpening.atOnce
  /// The group that may add pictures.
  package var uploaders = Audience.everyone
  /// The group that may download pictures.
  package var downloaders = Audience.everyone
  /// True if positions are shown; if not, they are neither stored nor sent.
  package var showsPositions = false
  /// True if JPEG pictures aren't encoded again where positions aren't shown.
  package var keepsQuality = false
  /// True if pictures wait for the organiser's look before others see them.
  package var isReviewed = false
  /// The views to be found, as items of the archive, in their order.
  package var stops: [String] = []

  /// Begins with a name and a time.
  package init(name: String, begins: Date, ends: Date) {
    self.name = name
    self.begins = begins
    self.ends = ends
  }

  /// - Throws: `invalidValue` for a view that isn't among the stops.
  func demand(_ stop: String) throws(EventError) {
    guard stops.contains(stop) else {
      throw EventError(.invalidValue, "the event has no such view to find", field: "stop")
    }
  }

  /// The same in whole seconds, with a tidy name.
  ///
  /// - Throws: `invalidValue` with the field that can't be.
  func checked() throws(EventError) -> EventSettings {
    var checked = self
    checked.name = try PersonName.checked(name, field: "name", most: EventLimits.longestName)
    checked.begins = begins.wholeSecond
    checked.ends = ends.wholeSecond
    guard checked.ends > checked.begins else {
      throw EventError(.invalidValue, "an event must end after it begins", field: "ends")
    }
    guard checked.ends.timeIntervalSince(checked.begins) <= EventLimits.longest else {
      throw EventError(.invalidValue, "an event can last at most 30 days", field: "ends")
    }
    guard EventLimits.photos.contains(photosPerGuest) else {
      throw EventError(
        .invalidValue, "a guest has 1 to \(EventLimits.photos.upperBound) photos", field: "photos")
    }
    guard EventLimits.guests.contains(guests) else {
      throw EventError(
        .invalidValue, "an event has 1 to \(EventLimits.guests.upperBound) guests", field: "guests")
    }
    guard stops.count <= EventLimits.mostStops else {
      throw EventError(
        .invalidValue, "an event can have at most \(EventLimits.mostStops) stops", field: "stops")
    }
    guard stops.allSatisfy({ !$0.isEmpty && $0.utf8.count <= EventLimits.longestStop }) else {
      throw EventError(.invalidValue, "a stop must be the id of an item", field: "stops")
    }
    guard Set(stops).count == stops.count else {
      throw EventError(.invalidValue, "an event can have each stop only once", field: "stops")
    }
    return checked
  }
}

/// People photographing together for a time.
package struct Event: Hashable, Sendable {
  /// The code that its guests type or scan.
  package let id: EventID
  /// The organiser.
  package let organiser: String
  /// The time of the event's creation.
  package let made: Date
  /// The organiser's settings.
  package var settings: EventSettings
  /// The picture at its head, if the organiser chose one.
  package var cover: String?

  /// The time of its deletion: thirty times 24 hours after its end, regardless of local clock
  /// changes.
  package var erases: Date { settings.ends.addingTimeInterval(EventLimits.kept) }

  /// Its state at a time.
  package func state(at now: Date) -> EventState {
    if now < settings.begins { return .planned }
    if now < settings.ends { return .running }
    return now < erases ? .ended : .gone
  }

  /// A question about this event.
  func question(_ role: EventRole, _ action: EventAction, at now: Date) -> PermissionQuestion {
    var question = PermissionQuestion(role, action, state(at: now))
    question.uploaders = settings.uploaders
    question.downloaders = settings.downloaders
    question.opensAtEnd = settings.gallery == .atEnd
    return question
  }
}

/// The limits of events, and their times of storage.
package enum EventLimits {
  /// The time that everything is kept after the end, in seconds: thirty days.
  package static let kept: TimeInterval = 30 * 86_400
  /// The time that expired data are kept if the clock may be wrong, in seconds.
  package static let hold: TimeInterval = 86_400
  /// The longest duration of an event, in seconds.
  package static let longest: TimeInterval = 30 * 86_400
  /// The time in seconds after the end in which pictures from before the end are still accepted.
  package static let late: TimeInterval = 86_400
  /// The length of a session of a guest who joined by the code alone, seconds.
  package static let session: TimeInterval = 12 * 3600
  /// The possible numbers of a guest's photos.
  package static let photos = 1...1000
  /// The most stops of an event.
  package static let mostStops = 200
  /// The longest id of a stop, bytes.
  package static let longestStop = 1000
  /// The numbers of people that an event may have; the maximum keeps names from filling the disk.
  package static let guests = 1...2000
  /// The most pictures of an event.
  package static let mostPictures = 50_000
  /// The possible numbers of pictures; those of deleted pictures aren't given again.
  package static let numbers = 1...Int(Int32.max)
  /// The largest picture, bytes.
  package static let largestPicture = 100 << 20
  /// The longest name, in characters.
  package static let longestName = 100
  /// The longest report in characters, and the most of a guest's once half of all is used.
  static let longestReport = 5000
  /// The most characters of an event's reports.
  package static let mostReported = 200_000
}

/// Names as people give them.
enum PersonName {
  /// A name on one line, without invisible characters around it.
  ///
  /// - Throws: `invalidValue` for a text that is empty, too long, or has control characters.
  static func checked(_ name: String, field: String, most: Int = 60) throws(EventError) -> String {
    let tidy = name.trimmingCharacters(in: .whitespacesAndNewlines)
    // Bytes, too: a single character may have any number of marks.
    guard !tidy.isEmpty, tidy.count <= most, tidy.utf8.count <= most * 8,
      VisibleText.line(tidy) == tidy
    else {
      throw EventError(
        .invalidValue, "a name must have 1 to \(most) visible characters", field: field)
    }
    return tidy
  }
}

extension Date {
  /// Rounded up to whole seconds; an event never ends early.
  var wholeSecond: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.up)) }

  /// As the database keeps it.
  var seconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

  /// The last second of the year 9999, since 1970.
  private static let lastSeconds = 253_402_300_799

  /// As the database keeps it; a damaged file may hold any number, which is cut to usual years.
  init(seconds: Int) {
    let possible = max(-Date.lastSeconds, min(seconds, Date.lastSeconds))
    self.init(timeIntervalSince1970: TimeInterval(possible))
  }
}
