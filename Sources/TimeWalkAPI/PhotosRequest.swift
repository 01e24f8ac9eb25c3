package import TimeWalkLibrary

/// A query for photos of the library.
public struct PhotosRequest: Hashable, Sendable {
  /// Submitted on this day or later, `YYYY-MM-DD` in UTC.
  public var since: String?
  /// Submitted on this day or earlier, `YYYY-MM-DD` in UTC.
  public var until: String?
  /// A part of the original's path or URL.
  public var original: String?
  /// The SHA-256 of the original.
  public var sha256: String?
  /// The greatest number to return.
  public var limit: Int
  /// The number to skip first.
  public var offset: Int
  /// The `next` of the page before; only later photos are returned.
  public var after: String?
  /// True if the oldest comes first.
  public var isOldestFirst = false

  /// Requests a page of all.
  public init(limit: Int = PhotosRequest.usualLimit, offset: Int = 0) {
    self.limit = limit
    self.offset = offset
  }

  /// Requests the newest.
  public init() { self.init(limit: PhotosRequest.usualLimit) }

  /// The default number of results.
  public static let usualLimit = 50

  package func filter() throws(TimeWalkError) -> PhotoFilter {
    var filter = PhotoFilter()
    filter.since = try PhotosRequest.day(since, "since")
    filter.until = try PhotosRequest.day(until, "until")
    filter.original = original
    filter.sha256 = sha256?.lowercased()
    return filter
  }

  package func page() throws(TimeWalkError) -> PhotoPage {
    var page = PhotoPage(limit: limit, offset: offset)
    page.isOldestFirst = isOldestFirst
    if let after {
      guard let number = Int(after), number > 0 else {
        throw TimeWalkError(
          .invalidValue, "after \"\(after.prefix(60))\" must be the \"next\" of an earlier answer",
          field: "after")
      }
      page.after = number
    }
    return page
  }

  private static func day(_ text: String?, _ field: String) throws(TimeWalkError) -> String? {
    guard let text else { return nil }
    guard text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) != nil else {
      throw TimeWalkError(
        .invalidValue, "\(field) \"\(text)\" must be a day like 2026-11-21", field: field)
    }
    return text
  }
}

extension PhotosRequest: DescribedRequest {
  /// The parameters of `photos.list`.
  package static let fields: [RequestField<PhotosRequest>] = [
    RequestField(
      "since", \.since, "Only photos submitted on or after this day, YYYY-MM-DD in UTC.",
      .text(most: 10),
      unit: "day"
    ).matching(TextPattern.day),
    RequestField(
      "until", \.until, "Only photos submitted on or before this day, YYYY-MM-DD in UTC.",
      .text(most: 10),
      unit: "day"
    ).matching(TextPattern.day),
    RequestField("original", \.original, "A part of the original's path or address."),
    RequestField(
      "sha256", \.sha256, "The SHA-256 of the original, in hexadecimal digits.",
      .text(most: 64), unit: "digits"),
    RequestField("oldestFirst", \.isOldestFirst, "List the oldest photo first."),
    RequestField(
      "limit", \.limit, 0...1000, "The most photos to return.", unit: "count",
      usual: usualLimit),
    RequestField(
      "after", \.after, "The \"next\" of the previous page, to continue after it.",
      .text(most: 20)
    ).matching(TextPattern.number),
  ]
}

/// The parameters of `photos.get`.
package struct PhotoRequest: DescribedRequest {
  /// The photo's id.
  package var id: String?

  /// The one field.
  package static let fields = [
    RequestField<PhotoRequest>("id", \.id, "The photo's id, from photos.list.").required
  ]

  /// Makes a request without a photo.
  package init() {}
}

/// The parameters of `photos.remove`.
package struct PhotoRemovalRequest: DescribedRequest {
  /// The maximum number of photos in a removal without confirmation.
  package static let mostWithoutAgreement = 20

  /// Comma-separated ids.
  package var list: String?
  /// True if the user confirmed the removal of many.
  package var isAgreed = false

  /// The ids, each once.
  package var ids: [String] {
    var seen: Set<Substring> = []
    return (list ?? "").split(separator: ",").filter { seen.insert($0).inserted }.map(String.init)
  }

  /// Both fields.
  package static let fields = [
    RequestField<PhotoRemovalRequest>(
      "ids", \.list, "The photos' ids, comma-separated.", .text(most: 100_000)
    ).required,
    RequestField<PhotoRemovalRequest>(
      "agreed", \.isAgreed,
      "Confirms the removal; required for \(mostWithoutAgreement + 1) photos or more."
    ),
  ]

  /// Makes a request without photos.
  package init() {}
}
