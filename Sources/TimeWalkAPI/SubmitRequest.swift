internal import TimeWalkBase
internal import TimeWalkImaging

/// The parameters of `submit`: a photo, data in addition to its metadata, and the query.
///
/// Its `line` is the request without the photo itself, for the library's queue.
public struct SubmitRequest: Hashable, Sendable {
  /// A photo, by its place or by its bytes.
  public enum Photo: Hashable, Sendable {
    /// A file on this machine.
    case file(path: String)
    /// The file's bytes.
    case bytes([UInt8])
    /// The file's bytes in base64, which are decoded once there is memory for them.
    case base64(String)
    /// The bytes of a file that has been read, and its absolute path.
    case read([UInt8], path: String)
    /// A file that came over a connection and is stored on this machine until it is read; its path
    /// is neither recorded nor shown.
    case received(path: String)
  }

  /// The photo.
  public var photo = Photo.bytes([])
  /// The client's address of the original, for instance `file:` or in a cloud; stored, never
  /// opened.
  public var originalURL: String?
  /// True if the photo gets a new number even when its bytes are in the library.
  public var isAgain = false
  /// Values that win over the photo's metadata.
  public var given = GivenPose()
  /// The query.
  public var search = SearchTerms()
  /// The folder for the outputs; the library's own when absent.
  public var output: String?
  /// True to leave the position out of the outputs.
  public var stripLocation = false
  /// True if the pictures carry no metadata but their colour profile.
  public var stripMetadata = false
  /// True to return the renditions' bytes as base64 in addition to their paths.
  public var inline = false
  /// The greatest size of each rendition in bytes, metadata included.
  public var maxBytes = SubmitRequest.usualMaxBytes
  /// True if the outputs keep the photo's own colours and profile instead of sRGB.
  public var keepProfile = false
  /// The radius of maps around the place, metres: the one that replaces a view, and those of a
  /// page.
  public var placesRadius = 300.0
  /// The additional pictures; none when absent.
  public var compose: [Composition]?
  /// The photo's owner in the library; not a parameter, because the front knows its client.
  package var account = SubmitRequest.localAccount

  /// The owner of photos that a user on the library's machine submits.
  package static let localAccount = "local"
  /// The size that mail and messengers take, bytes.
  public static let usualMaxBytes = 5_000_000
  /// The radii in metres around a place in which maps can be shown.
  package static let placesRadii = 20.0...20_000

  /// Makes an empty request.
  public init() {}

  /// Makes a request for a photo.
  public init(
    photo: Photo, isAgain: Bool = false, given: GivenPose = GivenPose(), output: String? = nil
  ) {
    self.photo = photo
    self.isAgain = isAgain
    self.given = given
    self.output = output
  }
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
