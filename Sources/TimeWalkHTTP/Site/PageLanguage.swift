package import Foundation
internal import TimeWalkBase
internal import TimeWalkCore
package import TimeWalk
package import TimeWalkEvents

/// A language of the pages.
package enum PageLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"

  /// The language as `EventPolicy` names it.
  package var ofNotice: EventNotice.Language {
    EventNotice.Language(rawValue: rawValue) ?? .english
  }

  /// Its own name.
  package var ownName: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    case .french: "Français"
    case .spanish: "Español"
    }
  }

  /// The reader's preferred language by the header `Accept-Language` (RFC 9110, section 12.5.4);
  /// English if no language matches.
  package init(accepting header: String?) {
    var best = (language: PageLanguage.english, weight: 0.0)
    for part in (header ?? "").split(separator: ",").prefix(20) {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let name = pieces.first?.lowercased().split(separator: "-").first,
        let language = PageLanguage(rawValue: String(name))
      else { continue }
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }
      let weight = quality.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if weight > best.weight { best = (language, weight) }
    }
    self = best.language
  }

  /// The translations of the English texts; empty for English.
  package var translations: [String: String] { PageLanguage.catalogue[self] ?? [:] }

  private static let catalogue: [PageLanguage: [String: String]] = [
    .german: read("de"), .french: read("fr"), .spanish: read("es"),
  ]

  private static func read(_ language: String) -> [String: String] {
    let value = try? JSONValue(document: PageFiles.bytes("Texts/\(language).json"))
    guard let members = value?.members else {
      preconditionFailure("a file of translations isn't a JSON object")
    }
    return members.compactMapValues(\.string)
  }

  /// A sentence about an event of a kind, in this language.
  package func words(_ english: String, of kind: EventKind) -> String {
    let own = kind.words(english)
    return self == .english ? own : translations[own] ?? translations[english] ?? english
  }

  /// The texts of pages in this language.
  package var text: PageText {
    let locale = locale
    return PageText(language: rawValue, translations: translations) { edtf in
      PageLanguage.date(edtf, locale)
    }
  }

  /// The locale of dates and numbers; English days stand before their months, as on pictures.
  package var locale: Locale { Locale(identifier: self == .english ? "en-GB" : rawValue) }

  /// A year, month or day in words; `nil` for a less precise date.
  package static func date(_ edtf: String, _ locale: Locale) -> String? {
    let parts = edtf.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.count <= 3, parts[0].count == 4, numbers.count == parts.count,
      parts.allSatisfy({ $0.allSatisfy(\.isNumber) }), let zone = TimeZone(identifier: "UTC")
    else { return nil }
    if numbers.count == 1 { return edtf }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    var wanted = DateComponents()
    (wanted.year, wanted.month) = (numbers[0], numbers[1])
    wanted.day = numbers.count == 3 ? numbers[2] : 1
    guard wanted.isValidDate(in: calendar), let date = calendar.date(from: wanted) else {
      return nil
    }
    var style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: zone)
      .year().month(.wide)
    if numbers.count == 3 { style = style.day() }
    return date.formatted(style)
  }

  /// A number in this language's format.
  package func number(_ value: Int) -> String { value.formatted(.number.locale(locale)) }

  /// A distance, given in metres.
  package func distance(_ meters: Double) -> String {
    meters < 1000
      ? "\(number(Int(nearest: meters)))\u{A0}m"
      : (meters / 1000).formatted(
        .number.precision(.fractionLength(0...(meters < 10_000 ? 1 : 0))).locale(locale))
        + "\u{A0}km"
  }

  /// The size of a file.
  package func size(_ bytes: Int) -> String {
    bytes < 1_000_000
      ? "\(max(1, bytes / 1000))\u{A0}kB"
      : (Double(bytes) / 1_000_000).formatted(
        .number.precision(.fractionLength(1)).locale(locale)) + "\u{A0}MB"
  }
}
