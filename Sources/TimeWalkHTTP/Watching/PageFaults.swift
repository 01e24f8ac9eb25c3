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
  /// How often it occurred.
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

  /// One line of an error's text, without possible personal data: quoted texts, addresses, long
  /// numbers and codes, and all but plain ASCII.
  static func cleaned(_ text: String) -> String {
    let line = text.prefix(2000).prefix { !$0.isNewline }
    let cleaned =
      String(line)
      .replacing(#/["'`].*["'`]|["'`].*/#, with: "…")
      .replacing(#/[a-zA-Z][a-zA-Z0-9+.\-]*:\/\/\S+|\S*@\S*|\/\S*\/\S*/#, with: "…")
      .replacing(#/\S*\d{3,}\S*|[0-9.,\-]*\d[.,]\d[0-9.,]*/#, with: "…")
      .filter { $0 == "…" || $0.isASCII && !($0.asciiValue.map { $0 < 32 || $0 == 127 } ?? true) }
    return String(cleaned.prefix(longest))
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
