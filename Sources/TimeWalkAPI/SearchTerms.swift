/// The query.
public struct SearchTerms: Hashable, Sendable {
  /// The span of time to look in, EDTF, for instance `1890/1930`, or a name that the archive knows;
  /// all when absent.
  public var era: String?
  /// True if only items are requested whose date overlaps the era; others are then not ranked at
  /// all.
  public var isEraStrict = false
  /// The greatest number of matches to return, 1...1000.
  public var limit = MatchRequest.usualLimit

  /// True if items near the place that don't show the view are always requested; by default they
  /// are searched only if no view of the requested era is likely.
  public var places = false

  /// Looks for anything.
  public init() {}
}

extension SearchTerms: DescribedRequest {
  /// The query, in `match` and `submit`.
  package static let fields: [RequestField<SearchTerms>] = [
    RequestField(
      "era", \.era,
      "The period to search: EDTF, such as 1890/1930, or a named era of the archive.",
      unit: "era"),
    RequestField(
      "strictEra", \.isEraStrict, "Leave out items outside the era; needs an era."),
    RequestField(
      "limit", \.limit, MatchRequest.limits, "The most matches to return, 1...1000.",
      unit: "count", usual: MatchRequest.usualLimit),
    RequestField(
      "places", \.places,
      "Also list items near the place that do not show this view. They are always listed if no view of the era is likely."
    ),
  ]
}
