internal import TimeWalkJSON
internal import TimeWalkImaging

extension MatchRequest: DescribedRequest {
  /// What `match` is asked.
  package static let fields: [RequestField<MatchRequest>] = {
    let required: Set = ["latitude", "longitude"]
    return GivenPose.fields.map {
      (required.contains($0.wire.name) ? $0.required : $0).at(\.pose)
    } + SearchTerms.fields.map { $0.at(\.search) }
  }()
}

extension SearchTerms: DescribedRequest {
  /// What to look for, in `match` and `submit`.
  package static let fields: [RequestField<SearchTerms>] = [
    RequestField(
      "era", \.era,
      "The span of time to look in: EDTF, such as 1890/1930, or a name that the archive knows.",
      unit: "era"),
    RequestField(
      "strictEra", \.isEraStrict, "Whether only items of that era are wanted; needs an era."),
    RequestField(
      "limit", \.limit, MatchRequest.limits, "How many matches are returned at most, 1...1000.",
      unit: "count", usual: MatchRequest.usualLimit),
    RequestField(
      "places", \.places,
      "Whether what shows the place though not the view is told in any case; else it is where no view of the wanted era is likely."
    ),
  ]
}

extension SubmitRequest: DescribedRequest {
  /// What `submit` is asked.
  package static let fields: [RequestField<SubmitRequest>] =
    photoFields + GivenPose.fields.map { $0.at(\.given) }
    + SearchTerms.fields.map { $0.at(\.search) } + outputFields

  /// What becomes of the photo.
  private static let outputFields: [RequestField<SubmitRequest>] = [
    RequestField(
      "originalURL", \.originalURL,
      "Where the original is, for instance in a cloud; kept, never opened.", unit: "url"),
    RequestField(
      "again", \.isAgain,
      "Whether the photo gets a new number even when the library has its bytes."),
    RequestField(
      "output", \.output, "The folder for the pictures; the library's own when absent.", .path,
      unit: "folder"),
    RequestField(
      "stripLocation", \.stripLocation,
      "Whether to leave the position out of the pictures, the answer and the photo's record; the titles of the matches still tell roughly where it was."
    ),
    RequestField(
      "stripMetadata", \.stripMetadata,
      "Whether to leave all metadata out of the pictures but what their colours mean."),
    RequestField(
      "maxBytes", \.maxBytes, 1...Int(Int32.max),
      "How large each picture may be at most: quality gives way first, then size.",
      unit: "bytes", usual: SubmitRequest.usualMaxBytes),
    RequestField(
      "placesRadius", \.placesRadius, SubmitRequest.placesRadii,
      "How far around the place maps are shown, in metres: the one that stands in for a view, and those of a page.",
      unit: "metres", usual: SubmitRequest().placesRadius),
    RequestField(
      "keepProfile", \.keepProfile,
      "Whether the pictures keep the photo's own colour profile instead of being turned to sRGB."
    ),
    RequestField(
      WireField(
        "compose", .text(most: WireField.usualText),
        "Pictures besides the usual ones, parted by commas: \"then\", the historical picture in the photo's frame; \"beside\", both side by side; \"blend\", both half through each other; \"wipe\", an animated WebP; \"page\", an HTML page with all periods.",
        unit: "words"
      ).matching(TextPattern.list(of: Composition.allCases.map(\.rawValue)))
    ) { (value, request) throws(WalkError) in
      request.compose = try value.string.map(Composition.read)
    } write: {
      $0.compose.map { .string($0.map(\.rawValue).joined(separator: ",")) }
    },
    RequestField(
      "inline", \.inline, "Whether the pictures come back as base64, too."),
    .besides(
      WireField(
        "progressToken", .token,
        "Asks for a notification $/progress before each step, with this token.")),
  ]

  /// Where the photo is; a request that waits is kept beside its photo, not with it.
  private static let photoFields = [
    RequestField<SubmitRequest>(
      WireField(
        "path", .path,
        "The photo, as a file of the machine that TimeWalk runs on; either this or base64.")
    ) { (value, request) throws(WalkError) in
      request.photo = .file(path: value.string ?? "")
    } write: { _ in
      nil
    },
    RequestField<SubmitRequest>(
      WireField("base64", .base64(most: (ImagingLimits().bytes + 2) / 3 * 4), "The photo's bytes.")
    ) { (value, request) throws(WalkError) in
      if case .file = request.photo {
        throw WalkError(.invalidValue, "path and base64 exclude each other", field: "path")
      }
      request.photo = .base64(value.string ?? "")
    } write: { _ in
      nil
    },
  ]
}

extension SearchRequest: DescribedRequest {
  /// What `archive.search` is asked.
  package static let fields: [RequestField<SearchRequest>] = [
    RequestField(
      "text", \.text,
      "Words that must occur in the title, the creator, the id or a column of the catalogue's own."
    ),
    RequestField(
      "shows", \.shows,
      "A spot that the views must show: latitude and longitude in degrees, parted by a comma.",
      unit: "latitude,longitude"
    ).matching(TextPattern.spot),
    RequestField(
      "latitude", \.latitude, -90...90, "Degrees north of a place to look around.",
      unit: "degrees"),
    RequestField(
      "longitude", \.longitude, -180...180, "Degrees east of that place.", unit: "degrees"),
    RequestField(
      "radius", \.radius, 0...20_100_000, "How far away an item's place may lie, in metres.",
      unit: "metres", usual: SearchRequest().radius),
    RequestField(
      "box", \.box,
      "Where the items' places must lie: west, south, east and north in degrees, parted by commas; west is more than east across the antimeridian.",
      .text(most: 100), unit: "west,south,east,north"
    ).matching(TextPattern.box),
    RequestField(
      "era", \.era,
      "The span of time that an item's date may overlap: EDTF, or a name that the archive knows.",
      unit: "era"),
    RequestField(
      "strictEra", \.isEraStrict,
      "Whether undated items and those that only nearly overlap are left out."),
    RequestField(
      "collection", \.collection, "The name of the collection to look in.", unit: "name"),
    RequestField(
      "limit", \.most, 0...1000, "How many items are returned at most.", unit: "count",
      usual: 50),
    RequestField(
      "offset", \.offset, 0...Int(Int32.max), "How many are passed over first.", unit: "count",
      usual: 0),
    RequestField(
      "after", \.after,
      "The \"next\" of the page before; only what follows is returned, however deep as quickly.",
      unit: "name"
    ).matching(TextPattern.item),
  ]

  /// The limit where there is one.
  private var most: Int {
    get { limit ?? .max }
    set { limit = newValue }
  }
}

/// What `archive.item` is asked.
package struct ItemRequest: DescribedRequest {
  /// The item's name.
  package var id: String?

  /// The one field.
  package static let fields = [
    RequestField<ItemRequest>("id", \.id, "The item's name, collection:identifier.").required
      .matching(TextPattern.item)
  ]

  /// Asks for none yet.
  package init() {}
}
