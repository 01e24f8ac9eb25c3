package import Foundation
package import TimeWalkEvents

/// An event, for its organiser.
package struct EventReport: Codable, Hashable, Sendable {
  /// The code for guests.
  package var id: String
  /// Its title.
  package var name: String
  /// What the organiser calls it.
  package var kind: EventKind
  /// The address that its QR code leads to.
  package var join: String
  /// Its state.
  package var state: EventState
  /// The start of the event, from which pictures are accepted, ISO 8601 in UTC.
  package var begins: String
  /// The end of the event.
  package var ends: String
  /// The time when all of the event is deleted.
  package var erases: String
  /// The greatest number of pictures of a guest.
  package var photos: Int
  /// The number of expected guests.
  package var guests: Int
  /// The rule for opening the gallery.
  package var gallery: GalleryOpening
  /// The group that may add pictures.
  package var uploads: Audience
  /// The group that may download pictures.
  package var downloads: Audience
  /// True if positions are shown.
  package var positions: Bool
  /// True if JPEG pictures aren't encoded again.
  package var quality: Bool
  /// True if pictures wait for a look.
  package var review: Bool
  /// The views to be found, in their order.
  package var stops: [String]
  /// The counts; only in an answer about a single event.
  package var counts: EventCounts?
}

extension EventReport {
  /// Makes it from an event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - base: the beginning of the server's addresses, without a slash at the end.
  ///   - now: the time.
  package init(_ event: Event, base: String, at now: Date) {
    let settings = event.settings
    self.init(
      id: event.id.text, name: settings.name, kind: settings.kind,
      join: "\(base)/events/\(event.id.text)",
      state: event.state(at: now), begins: EventTime.text(settings.begins),
      ends: EventTime.text(settings.ends), erases: EventTime.text(event.erases),
      photos: settings.photosPerGuest, guests: settings.guests, gallery: settings.gallery,
      uploads: settings.uploaders, downloads: settings.downloaders,
      positions: settings.showsPositions, quality: settings.keepsQuality,
      review: settings.isReviewed, stops: settings.stops)
  }
}

/// Events, the newest first.
package struct EventsReport: Codable, Hashable, Sendable {
  /// The events that aren't erased.
  package var events: [EventReport]

  package init(events: [EventReport]) { self.events = events }
}

/// The content of an event's zip.
package struct EventExportReport: Codable, Hashable, Sendable {
  /// The number of pictures.
  package var pictures: Int
  /// The zip's length in bytes.
  package var bytes: Int

  package init(pictures: Int, bytes: Int) { (self.pictures, self.bytes) = (pictures, bytes) }
}

/// The removed data of an event.
package struct EventRemovalReport: Codable, Hashable, Sendable {
  /// The event.
  package var id: String
  /// True if nothing is left in any file; where another program hinders that, it is done later.
  package var erased: Bool

  package init(id: String, erased: Bool) { (self.id, self.erased) = (id, erased) }
}

/// Terms and privacy notice.
package struct EventPolicyReport: Codable, Hashable, Sendable {
  /// The text that a consent refers to.
  package var version: String
  /// The text, a paragraph a line.
  package var text: String

  package init(version: String, text: String) { (self.version, self.text) = (version, text) }
}
