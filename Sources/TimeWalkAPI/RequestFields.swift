internal import TimeWalkBase
internal import TimeWalkImaging

extension MatchRequest: DescribedRequest {
  /// The parameters of `match`.
  package static let fields: [RequestField<MatchRequest>] = {
    let required: Set = ["latitude", "longitude"]
    return GivenPose.fields.map {
      (required.contains($0.wire.name) ? $0.required : $0).at(\.pose)
    } + SearchTerms.fields.map { $0.at(\.search) }
  }()
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

extension SubmitRequest: DescribedRequest {
  /// The parameters of `submit`.
  package static let fields: [RequestField<SubmitRequest>] =
    photoFields + GivenPose.fields.map { $0.at(\.given) }
    + SearchTerms.fields.map { $0.at(\.search) } + outputFields

  /// The treatment of the photo.
  private static let outputFields: [RequestField<SubmitRequest>] = [
    RequestField(
      "originalURL", \.originalURL,
      "The address of the original, for example in a cloud. It is stored, never opened.",
      unit: "url"),
    RequestField(
      "again", \.isAgain,
      "Process again even if already in the library, with a new number."),
    RequestField(
      "output", \.output, "The folder for the pictures. Default: the library's own.", .path,
      unit: "folder"),
    RequestField(
      "stripLocation", \.stripLocation,
      "Leave the position out of the pictures, the answer and the photo's record. The titles of the matches can still reveal the area."
    ),
    RequestField(
      "stripMetadata", \.stripMetadata,
      "Remove all metadata except the colour profile."),
    RequestField(
      "maxBytes", \.maxBytes, 1...Int(Int32.max),
      "The largest size of each picture. Reduces quality first, then dimensions.",
      unit: "bytes", usual: SubmitRequest.usualMaxBytes),
    RequestField(
      "placesRadius", \.placesRadius, SubmitRequest.placesRadii,
      "The radius in metres of the maps on a page, and of a map that replaces a view.",
      unit: "metres", usual: SubmitRequest().placesRadius),
    RequestField(
      "keepProfile", \.keepProfile,
      "Keep the photo's own colour profile. Default: convert to sRGB."
    ),
    RequestField(
      WireField(
        "compose", .text(most: WireField.usualText),
        "More pictures, comma-separated. Use \"then\" for the historical picture in the photo's frame, \"beside\" for both side by side, or \"blend\" for a half-transparent overlay. Use \"wipe\" for an animated WebP, or \"page\" for an HTML page with all periods.",
        unit: "words"
      ).matching(TextPattern.list(of: Composition.allCases.map(\.rawValue)))
    ) { (value, request) throws(TimeWalkError) in
      request.compose = try value.string.map(Composition.read)
    } write: {
      $0.compose.map { .string($0.map(\.rawValue).joined(separator: ",")) }
    },
    RequestField(
      "inline", \.inline, "Also return the pictures as base64."),
    .readByCaller(
      WireField(
        "progressToken", .token,
        "A token; requests a notification $/progress with it before each step.")),
  ]

  /// The location of the photo; a waiting request is stored with its photo, not in it.
  private static let photoFields = [
    RequestField<SubmitRequest>(
      WireField(
        "path", .path,
        "The photo's file on TimeWalk's machine. Give either path or base64.")
    ) { (value, request) throws(TimeWalkError) in
      request.photo = .file(path: value.string ?? "")
    } write: { _ in
      nil
    },
    RequestField<SubmitRequest>(
      WireField("base64", .base64(most: (ImagingLimits().bytes + 2) / 3 * 4), "The photo's bytes.")
    ) { (value, request) throws(TimeWalkError) in
      if case .file = request.photo {
        throw TimeWalkError(.invalidValue, "give either path or base64, not both", field: "path")
      }
      request.photo = .base64(value.string ?? "")
    } write: { _ in
      nil
    },
  ]
}

extension SearchRequest: DescribedRequest {
  /// The parameters of `archive.search`.
  package static let fields: [RequestField<SearchRequest>] = [
    RequestField(
      "text", \.text,
      "Words to find in the title, the creator, the id or other columns of the catalogue."
    ),
    RequestField(
      "shows", \.shows,
      "A spot that the views must show: latitude and longitude in degrees, comma-separated.",
      unit: "latitude,longitude"
    ).matching(TextPattern.spot),
    RequestField(
      "latitude", \.latitude, -90...90, "Degrees north of the place to search around.",
      unit: "degrees"),
    RequestField(
      "longitude", \.longitude, -180...180, "Degrees east of that place.", unit: "degrees"),
    RequestField(
      "radius", \.radius, 0...20_100_000,
      "The largest distance of an item from the place, in metres.",
      unit: "metres", usual: SearchRequest().radius),
    RequestField(
      "box", \.box,
      "The area to search: west, south, east and north in degrees, comma-separated. Across the antimeridian, west is greater than east.",
      .text(most: 100), unit: "west,south,east,north"
    ).matching(TextPattern.box),
    RequestField(
      "era", \.era,
      "The period that an item's date must overlap: EDTF, or a named era of the archive.",
      unit: "era"),
    RequestField(
      "strictEra", \.isEraStrict,
      "Leave out undated items and items that are only near the era."),
    RequestField(
      "collection", \.collection, "The name of the collection to search.", unit: "name"),
    RequestField(
      "limit", \.most, 0...1000, "The most items to return.", unit: "count",
      usual: 50),
    RequestField(
      "offset", \.offset, 0...Int(Int32.max), "The number of items to skip first.", unit: "count",
      usual: 0),
    RequestField(
      "after", \.after,
      "The \"next\" of the previous page, to continue after it. Deep pages are as fast as the first.",
      unit: "name"
    ).matching(TextPattern.item),
  ]

  /// The limit, if any.
  private var most: Int {
    get { limit ?? .max }
    set { limit = newValue }
  }
}

/// The parameters of `archive.item`.
package struct ItemRequest: DescribedRequest {
  /// The item's name.
  package var id: String?

  /// The one field.
  package static let fields = [
    RequestField<ItemRequest>("id", \.id, "The item's name, collection:identifier.").required
      .matching(TextPattern.item)
  ]

  /// Makes a request without an item.
  package init() {}
}
