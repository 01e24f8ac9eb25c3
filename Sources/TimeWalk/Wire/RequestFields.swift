internal import TimeWalkJSON
internal import TimeWalkImaging

extension MatchRequest {
  /// What `match` is asked.
  package static let fields: [WireField] = {
    let required: Set = ["latitude", "longitude"]
    return GivenPose.fields.map { required.contains($0.name) ? $0.required : $0 } + search
  }()

  /// What to look for, in `match` and `submit`.
  static let search = [
    WireField(
      "era", .text(most: WireField.usualText),
      "The span of time to look in: EDTF, such as 1890/1930, or a name that the archive knows."),
    WireField(
      "strictEra", .flag, "Whether only items of that era are wanted; needs an era.",
      fallback: false),
    WireField(
      "limit", .integer(MatchRequest.limits), "How many matches are returned at most.",
      fallback: .number(String(MatchRequest.usualLimit))),
  ]
}

extension SubmitRequest {
  /// What `submit` is asked.
  package static let fields: [WireField] =
    [
      WireField(
        "path", .path,
        "The photo, as a file of the machine that TimeWalk runs on; either this or base64."),
      WireField(
        "base64", .base64(most: (ImagingLimits().bytes + 2) / 3 * 4), "The photo's bytes."),
    ] + GivenPose.fields + MatchRequest.search + [
      WireField(
        "originalURL", .text(most: WireField.usualText),
        "Where the original is, for instance in a cloud; kept, never opened."),
      WireField(
        "again", .flag, "Whether the photo gets a new number even when the library has its bytes.",
        fallback: false),
      WireField("output", .path, "The folder for the pictures; the library's own when absent."),
      WireField(
        "stripLocation", .flag, "Whether to leave the position out of the pictures.",
        fallback: false),
      WireField(
        "stripMetadata", .flag,
        "Whether to leave all metadata out of the pictures but what their colours mean.",
        fallback: false),
      WireField(
        "maxBytes", .integer(1...Int(Int32.max)),
        "How large each picture may be at most: quality gives way first, then size.",
        fallback: .number(String(SubmitRequest.usualMaxBytes))),
      WireField(
        "keepProfile", .flag,
        "Whether the pictures keep the photo's own colour profile instead of being turned to sRGB.",
        fallback: false),
      WireField(
        "compose", .text(most: WireField.usualText),
        "Pictures besides the usual ones, parted by commas: \"then\", the historical picture in the photo's frame; \"beside\", both side by side; \"blend\", both half through each other; \"wipe\", an animated WebP; \"page\", an HTML page with all periods."
      ),
      WireField(
        "inline", .flag, "Whether the pictures come back as base64, too.", fallback: false),
      WireField(
        "progressToken", .token,
        "Asks for a notification $/progress before each step, with this token."),
    ]
}

extension SearchRequest {
  /// What `archive.search` is asked.
  package static let fields = [
    WireField(
      "text", .text(most: WireField.usualText),
      "Words that must occur in the title, the creator, the id or a column of the catalogue's own."),
    WireField(
      "shows", .text(most: WireField.usualText),
      "A spot that the views must show: latitude and longitude in degrees, parted by a comma."),
    WireField("latitude", .number(-90...90), "Degrees north of a place to look around."),
    WireField("longitude", .number(-180...180), "Degrees east of that place."),
    WireField(
      "radius", .number(0...20_100_000), "How far away an item's place may lie, in metres.",
      fallback: .number("500")),
    WireField(
      "era", .text(most: WireField.usualText),
      "The span of time that an item's date may overlap: EDTF, or a name that the archive knows."),
    WireField(
      "strictEra", .flag, "Whether undated items and those that only nearly overlap are left out.",
      fallback: false),
    WireField(
      "collection", .text(most: WireField.usualText), "The name of the collection to look in."),
    WireField(
      "limit", .integer(0...1000), "How many items are returned at most.",
      fallback: .number("50")),
    WireField(
      "offset", .integer(0...Int(Int32.max)), "How many are passed over first.",
      fallback: .number("0")),
  ]
}

/// What `archive.item` is asked.
public enum ItemRequest {
  /// The one field.
  package static let fields = [
    WireField(
      "id", .text(most: WireField.usualText), "The item's name, collection:identifier."
    ).required
  ]
}
