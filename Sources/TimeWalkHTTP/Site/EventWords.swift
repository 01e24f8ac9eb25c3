package import Foundation
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents
package import TimeWalkAPI

/// The texts about events' times.
///
/// Times are markup: scripts show them in the reader's zone. Without scripts they are in
/// UTC, with a note.
package enum EventWords {
  /// The placeholder of a time in a sentence; no user's text contains it.
  package static let place = "\u{F8FF}"

  /// A moment.
  ///
  /// - Returns: markup.
  package static func moment(_ text: String, _ language: PageLanguage) -> String {
    guard let date = try? Date(text, strategy: .iso8601) else { return HTMLText.escaped(text) }
    let words = HTMLText.escaped(words(date, language))
    return "<time datetime=\"\(EventTime.text(date))\">\(words)</time>"
  }

  /// A time in words, in UTC.
  package static func words(_ date: Date, _ language: PageLanguage) -> String {
    var style = Date.FormatStyle(date: .long, time: .shortened, locale: language.locale)
    style.timeZone = .gmt
    return date.formatted(style) + " UTC"
  }

  /// A sentence with a time at its placeholder.
  ///
  /// - Returns: markup.
  package static func sentence(_ words: String, _ moment: String, _ language: PageLanguage)
    -> String
  {
    words.split(separator: place, omittingEmptySubsequences: false).map {
      HTMLText.escaped(String($0))
    }.joined(separator: Self.moment(moment, language))
  }

  /// The state of an event, as markup.
  package static func state(_ event: EventReport, _ language: PageLanguage) -> String {
    let text = language.text
    return switch event.state {
    case .planned: sentence(text("It begins on %1.", place), event.begins, language)
    case .running: sentence(text("It goes on until %1.", place), event.ends, language)
    case .ended, .gone: HTMLText.escaped(text("It has ended."))
    }
  }

  /// The time of the erasure, as markup.
  package static func erases(_ event: EventReport, _ language: PageLanguage) -> String {
    sentence(
      language.words("All data of this event is erased on %1.", of: event.kind)
        .replacing("%1", with: place), event.erases, language)
  }
}
