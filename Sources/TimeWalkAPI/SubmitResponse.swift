/// The answer to `submit`: that of `match` for the photo's pose, with what was made of the photo.
///
/// The fields of `search` are also fields of the answer itself, in Swift as in JSON.
@dynamicMemberLookup
public struct SubmitResponse: Codable, Hashable, Sendable {
  /// The photo's number and original.
  public var photo: PhotoReport
  /// The pose that was used, and what the archive has for it.
  public var search: MatchResponse
  /// The outputs.
  public var renditions: [RenditionReport]
  /// How the historical picture lies in the photo's frame; absent where that wasn't asked for, or
  /// nothing can be said.
  public var alignment: AlignmentReport?
  /// How much space is left on the disk; absent while there is plenty.
  public var space: SpaceReport?

  /// Takes what it says.
  package init(photo: PhotoReport, search: MatchResponse, alignment: AlignmentReport? = nil) {
    self.photo = photo
    self.search = search
    self.alignment = alignment
    renditions = []
  }

  /// A field of `search`.
  public subscript<Value>(dynamicMember field: WritableKeyPath<MatchResponse, Value>) -> Value {
    get { search[keyPath: field] }
    set { search[keyPath: field] = newValue }
  }
}

extension SubmitResponse {
  private enum CodingKeys: String, CodingKey {
    case photo, renditions, alignment, space
  }

  /// Reads an answer, the fields of `search` beside its own.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    photo = try fields.decode(PhotoReport.self, forKey: .photo)
    renditions = try fields.decode([RenditionReport].self, forKey: .renditions)
    alignment = try fields.decodeIfPresent(AlignmentReport.self, forKey: .alignment)
    space = try fields.decodeIfPresent(SpaceReport.self, forKey: .space)
    search = try MatchResponse(from: decoder)
  }

  /// Writes an answer, the fields of `search` beside its own.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(photo, forKey: .photo)
    try fields.encode(renditions, forKey: .renditions)
    try fields.encodeIfPresent(alignment, forKey: .alignment)
    try fields.encodeIfPresent(space, forKey: .space)
    try search.encode(to: encoder)
  }
}

/// The answer to `match`.
public struct MatchResponse: Codable, Hashable, Sendable {
  /// The pose that was used.
  public var viewpoint: ViewpointReport
  /// The historical images of the same view, best first.
  public var matches: [MatchReport]
  /// The best match of each period present, oldest first.
  public var timeline: [MatchReport]
  /// The probability that nothing in the archive shows this view.
  public var noMatch: Double
  /// What shows the place though not the view, what says most first; absent unless asked for, or
  /// where no match of the wanted era is likely.
  public var places: [PlaceReport]?
  /// Where nothing is near, the item that is nearest; else absent, and with the location withheld.
  public var nearest: NearestReport?
  /// The span of time that was asked for; absent when none was.
  public var era: EraReport?
  /// What the user should know, in plain sentences.
  public var warnings: [String]

  /// Takes what it says.
  package init(
    viewpoint: ViewpointReport, matches: [MatchReport], timeline: [MatchReport], noMatch: Double,
    places: [PlaceReport]? = nil, nearest: NearestReport? = nil, era: EraReport? = nil,
    warnings: [String]
  ) {
    self.viewpoint = viewpoint
    self.matches = matches
    self.timeline = timeline
    self.noMatch = noMatch
    self.places = places
    self.nearest = nearest
    self.era = era
    self.warnings = warnings
  }
}

/// A submitted photo.
public struct PhotoReport: Codable, Hashable, Sendable {
  /// Its number in the library; absent when it failed before it got one.
  public var sequence: Int?
  /// Where the original is; absent when its bytes came over a wire.
  public var original: String?
  /// The SHA-256 of the original's bytes; absent when it could not be read.
  public var sha256: String?
  /// Where the client said that the original is; absent when it didn't.
  public var originalURL: String?
  /// Whether the same bytes were submitted before, so that this is the number of then; else absent.
  public var earlier: Bool?

  /// Writes what is known of a photo.
  public init(
    sequence: Int? = nil, original: String?, sha256: String? = nil, originalURL: String? = nil
  ) {
    self.sequence = sequence
    self.original = original
    self.sha256 = sha256
    self.originalURL = originalURL
  }
}

/// One output image.
public struct RenditionReport: Codable, Hashable, Sendable {
  /// `clean`, `overlaid`, `historical`, `then`, `beside`, `blend`, `wipe` or `page`.
  public var role: String
  /// Where it is, as an absolute path.
  public var path: String?
  /// Its bytes in base64, when they were asked for inline.
  public var base64: String?
  /// Its width, pixels; of a page, that of the photo in it.
  public var width: Int
  /// Its height, pixels; of a page, that of the photo in it.
  public var height: Int
  /// Its length in bytes.
  public var bytes: Int
  /// The JPEG quality that it was written with, 1...100, in libjpeg's scale, or that of WebP;
  /// absent in lists.
  public var quality: Int?
  /// Of an overlaid rendition, the rectangle that is written on.
  public var overlay: Region?
  /// Of all but the clean and the overlaid rendition, the item that it shows.
  public var item: String?
  /// Of a historical rendition, whether it is a `picture`, a `plate` that names one kept elsewhere,
  /// or a crop of a `map` around the place; of `then`, whether it is `aligned` or `approximate`, as
  /// rough as the poses are.
  public var kind: String?

  /// Takes what it says.
  package init(
    role: String, path: String? = nil, base64: String? = nil, width: Int, height: Int, bytes: Int,
    quality: Int? = nil, overlay: Region? = nil, item: String? = nil, kind: String? = nil
  ) {
    self.role = role
    self.path = path
    self.base64 = base64
    self.width = width
    self.height = height
    self.bytes = bytes
    self.quality = quality
    self.overlay = overlay
    self.item = item
    self.kind = kind
  }

  /// A rectangle of pixels.
  public struct Region: Codable, Hashable, Sendable {
    /// Pixels from the left.
    public var x: Int
    /// Pixels from the top.
    public var y: Int
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// Takes what it says.
    package init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }
}

/// A photo that failed, in a batch that goes on.
package struct FailureReport: Codable, Hashable, Sendable {
  /// The photo, as far as it is known.
  package var photo: PhotoReport
  /// What went wrong.
  package var error: ErrorReport

  /// Writes a failure.
  package init(photo: PhotoReport, error: TimeWalkError) {
    self.photo = photo
    self.error = ErrorReport(error)
  }
}

/// An error as every front writes it.
public struct ErrorReport: Codable, Hashable, Sendable {
  /// A stable word.
  public var code: String
  /// What happened.
  public var message: String
  /// The field at fault.
  public var field: String?

  /// Writes an error that was kept.
  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// Writes an error.
  public init(_ error: TimeWalkError) {
    code = error.code.rawValue
    message = error.message
    field = error.field
  }
}
