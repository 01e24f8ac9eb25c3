package import Foundation
package import TimeWalkEvents

/// An event, as fronts tell it to its organiser.
package struct EventReport: Codable, Hashable, Sendable {
  /// What guests type.
  package var id: String
  /// What it is called.
  package var name: String
  /// The address that its QR code leads to.
  package var join: String
  /// Where it is in its time.
  package var state: EventState
  /// When pictures can be taken from on, ISO 8601 in UTC.
  package var begins: String
  /// When that ends.
  package var ends: String
  /// When everything of it goes.
  package var erases: String
  /// How many pictures each guest has.
  package var photos: Int
  /// When the gallery opens.
  package var gallery: GalleryOpening
  /// Who may add pictures.
  package var uploads: Audience
  /// Who may take pictures along.
  package var downloads: Audience
  /// Whether positions are shown.
  package var positions: Bool
  /// Whether pictures wait for a look.
  package var review: Bool
  /// The views to be found, in their order.
  package var stops: [String]
  /// How many there are of what; only where one event is asked for.
  package var counts: EventCounts?
}

extension EventReport {
  /// Tells of an event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - base: what the server's addresses begin with, without a slash at the end.
  ///   - now: the time.
  package init(_ event: Event, base: String, at now: Date) {
    let settings = event.settings
    self.init(
      id: event.id.text, name: settings.name, join: "\(base)/events/\(event.id.text)",
      state: event.state(at: now), begins: EventTime.text(settings.begins),
      ends: EventTime.text(settings.ends), erases: EventTime.text(event.erases),
      photos: settings.photosPerGuest, gallery: settings.gallery, uploads: settings.uploaders,
      downloads: settings.downloaders, positions: settings.showsPositions,
      review: settings.isReviewed, stops: settings.stops)
  }
}

/// Events, the newest first.
package struct EventsReport: Codable, Hashable, Sendable {
  /// The events that aren't gone.
  package var events: [EventReport]

  package init(events: [EventReport]) { self.events = events }
}

/// What of an event was written into a zip.
package struct EventExportReport: Codable, Hashable, Sendable {
  /// How many pictures.
  package var pictures: Int
  /// The zip's length in bytes.
  package var bytes: Int

  package init(pictures: Int, bytes: Int) { (self.pictures, self.bytes) = (pictures, bytes) }
}

/// What was removed of an event.
package struct EventRemovalReport: Codable, Hashable, Sendable {
  /// The event.
  package var id: String
  /// Whether nothing is left in any file; where another program hinders that, it is done later.
  package var erased: Bool

  package init(id: String, erased: Bool) { (self.id, self.erased) = (id, erased) }
}

/// Terms and privacy notice.
package struct EventPolicyReport: Codable, Hashable, Sendable {
  /// What a consent refers to.
  package var version: String
  /// The text, a paragraph a line.
  package var text: String

  package init(version: String, text: String) { (self.version, self.text) = (version, text) }
}
