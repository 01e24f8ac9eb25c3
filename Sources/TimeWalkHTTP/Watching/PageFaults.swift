internal import HTTPTypes
internal import Synchronization
internal import TimeWalk

/// An error of a page, without personal data.
struct PageFault: Codable, Hashable, Sendable {
  /// The browser's message, shortened and anonymised.
  var text: String
  /// The page's address as a pattern: `/events/{id}`.
  var page: String
  /// The browser's family.
  var browser: String
  /// The number of times that it occurred.
  var count: Int
}

/// The errors that pages' scripts reported since the server started; they aren't written to a disk.
final class PageFaults: Sendable {
  /// The most different errors; beyond it the oldest goes.
  static let most = 100
  /// The most characters of a text.
  static let longest = 200

  private let faults = Mutex<[PageFault]>([])

  /// All errors, the newest kind first.
  var all: [PageFault] { faults.withLock { Array($0.reversed()) } }

  /// Adds an error; a known one is only counted.
  func add(_ text: String, page: String, browser: String) {
    let text = PageFaults.cleaned(text)
    guard !text.isEmpty else { return }
    faults.withLock { faults in
      let known = faults.firstIndex {
        $0.text == text && $0.page == page && $0.browser == browser
      }
      if let known {
        faults[known].count = min(faults[known].count + 1, 1_000_000)
        return
      }
      if faults.count == PageFaults.most { faults.removeFirst() }
      faults.append(PageFault(text: text, page: page, browser: browser, count: 1))
    }
  }

  /// The first line of an error's text, without possible personal data: quoted texts, words with an
  /// address, a path or a number of several digits, and all but plain ASCII.
  ///
  /// It reads the bytes once: strangers send these texts.
  static func cleaned(_ text: String) -> String {
    let line = text.utf8.prefix { !(0x0a...0x0d).contains($0) }
    let isQuote = { (byte: UInt8) in byte == 0x22 || byte == 0x27 || byte == 0x60 }
    var cleaned: [UInt8] = []
    if let first = line.firstIndex(where: isQuote) {
      append(line[..<first], to: &cleaned)
      cleaned += mark
      // A quotation that doesn't end goes to the end of the line.
      if let last = line.lastIndex(where: isQuote), last != first {
        append(line[line.index(after: last)...], to: &cleaned)
      }
    } else {
      append(line, to: &cleaned)
    }
    return String(String(decoding: cleaned, as: UTF8.self).prefix(longest))
  }

  private static let mark = Array("…".utf8)

  private static func append(_ text: Substring.UTF8View, to cleaned: inout [UInt8]) {
    for word in text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      if word.startIndex != text.startIndex { cleaned.append(0x20) }
      cleaned += isPrivate(word) ? mark : word.filter { (0x20..<0x7f).contains($0) }
    }
  }

  /// Returns true if a word has an address, a path, a decimal number or three digits in a row.
  private static func isPrivate(_ word: Substring.UTF8View) -> Bool {
    var slashes = 0, digits = 0
    var isAfterDigit = false
    for byte in word {
      switch byte {
      case UInt8(ascii: "@"): return true
      case UInt8(ascii: "/"): slashes += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if digits == 3 { return true }
        // Behind a digit and a point or a comma, as in 40.7.
        if isAfterDigit { return true }
        continue
      case UInt8(ascii: "."), UInt8(ascii: ","):
        isAfterDigit = digits > 0
        digits = 0
        continue
      default: break
      }
      (digits, isAfterDigit) = (0, false)
      if slashes == 2 { return true }
    }
    return false
  }

  /// The pattern of a page's address.
  static func page(_ path: String) -> String {
    let path = String(path.prefix(2000).prefix { $0 != "?" && $0 != "#" })
    guard let route = try? RouteTable.find(.get, path).route else { return "?" }
    return route.path
  }

  /// A browser's family by its header, without version or device.
  static func browser(_ agent: String) -> String {
    let families = [
      ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"),
      ("SamsungBrowser/", "Samsung Internet"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
      ("Safari/", "Safari"),
    ]
    return families.first { agent.contains($0.0) }?.1 ?? "?"
  }
}

/// A report of a page's script.
struct PageFaultRequest: DescribedRequest {
  var text: String?
  var page: String?

  static let fields: [RequestField<PageFaultRequest>] = [
    RequestField(
      "text", \.text, "The browser's message; it is shortened and anonymised.",
      .text(most: 2000)
    ).required,
    RequestField("page", \.page, "The page's path; only its pattern is stored.", .text(most: 2000))
      .required,
  ]
}

/// The errors of pages.
struct PageFaultsAnswer: Codable, Sendable {
  /// The errors, the newest kind first.
  var faults: [PageFault]
}
