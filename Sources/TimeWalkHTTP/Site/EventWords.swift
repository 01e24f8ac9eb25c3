package import Foundation
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents
package import TimeWalkAPI

/// What pages say of events.
///
/// Moments are markup: scripts write them in the reader's own zone and manner; without scripts they
/// are in UTC, and say so.
package enum EventWords {
  /// What stands for the moment in a sentence; no text of people has it.
  package static let place = "\u{F8FF}"

  /// A moment.
  ///
  /// - Returns: markup.
  package static func moment(_ text: String, _ language: PageLanguage) -> String {
    guard let date = try? Date(text, strategy: .iso8601) else { return HTMLText.escaped(text) }
    let words = HTMLText.escaped(words(date, language))
    return "<time datetime=\"\(EventTime.text(date))\">\(words)</time>"
  }

  /// A moment in words, in UTC.
  package static func words(_ date: Date, _ language: PageLanguage) -> String {
    // A day before its month and 24 hours are misread by nobody.
    let locale = language == .english ? Locale(identifier: "en-GB") : language.locale
    var style = Date.FormatStyle(date: .long, time: .shortened, locale: locale)
    style.timeZone = .gmt
    return date.formatted(style) + " UTC"
  }

  /// A sentence with a moment in it, at its `place`.
  ///
  /// - Returns: markup.
  package static func sentence(_ words: String, _ moment: String, _ language: PageLanguage)
    -> String
  {
    words.split(separator: place, omittingEmptySubsequences: false).map {
      HTMLText.escaped(String($0))
    }.joined(separator: Self.moment(moment, language))
  }

  /// Where an event is in its time, as markup.
  package static func state(_ event: EventReport, _ language: PageLanguage) -> String {
    let text = language.text
    return switch event.state {
    case .planned: sentence(text("It begins on %1.", place), event.begins, language)
    case .running: sentence(text("It goes on until %1.", place), event.ends, language)
    case .ended, .gone: HTMLText.escaped(text("It has ended."))
    }
  }

  /// When everything goes, as markup.
  package static func erases(_ event: EventReport, _ language: PageLanguage) -> String {
    sentence(
      language.text("Everything of this event is erased on %1.", place), event.erases, language)
  }
}
