internal import HTTPTypes
internal import Synchronization
internal import TimeWalk

/// A fault of a page, without anything that tells of a person.
struct PageFault: Codable, Hashable, Sendable {
  /// What the browser said, cut and cleaned.
  var text: String
  /// The page's address as a pattern: `/events/{id}`.
  var page: String
  /// The browser's family.
  var browser: String
  /// How often it came.
  var count: Int
}

/// What the pages' scripts reported since the server began; nothing of it is written to a disk.
final class PageFaults: Sendable {
  /// How many different ones are kept; the oldest goes.
  static let most = 100
  /// How much of a text is kept, in characters.
  static let longest = 200

  private let faults = Mutex<[PageFault]>([])

  /// All of them, the newest kind first.
  var all: [PageFault] { faults.withLock { Array($0.reversed()) } }

  /// Keeps one; of one that is known only the number grows.
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

  /// A fault's text without what may be somebody's: all between quotes, addresses, long numbers and
  /// codes, all that isn't plain ASCII; one line of it.
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

/// What a page's script reports.
struct PageFaultRequest: DescribedRequest {
  var text: String?
  var page: String?

  static let fields: [RequestField<PageFaultRequest>] = [
    RequestField(
      "text", \.text, "What the browser said; it is cut, and cleaned of what may be somebody's.",
      .text(most: 2000)
    ).required,
    RequestField("page", \.page, "The page's path; its pattern alone is kept.", .text(most: 2000))
      .required,
  ]
}

/// The faults of pages.
struct PageFaultsAnswer: Codable, Sendable {
  /// The newest kind first.
  var faults: [PageFault]
}
