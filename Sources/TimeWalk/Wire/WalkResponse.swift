/// The answer to `submit`.
package struct WalkResponse: Codable, Hashable, Sendable {
  /// The photo's number and original.
  package var photo: PhotoReport
  /// The pose that was used.
  package var viewpoint: ViewpointReport
  /// The outputs.
  package var renditions: [RenditionReport]
  /// How the historical picture lies in the photo's frame; absent where that wasn't asked for, or
  /// nothing can be said.
  package var alignment: AlignmentReport?
  /// The historical images of the same view, best first.
  package var matches: [MatchReport]
  /// The best match of each period present, oldest first.
  package var timeline: [MatchReport]
  /// The probability that nothing in the archive shows this view.
  package var noMatch: Double
  /// Where nothing is near, the item that is nearest; else absent, and with the location withheld.
  package var nearest: NearestReport?
  /// The span of time that was asked for; absent when none was.
  package var era: EraReport?
  /// What the user should know, in plain sentences.
  package var warnings: [String]
  /// How much room is left on the disk; absent while that is plenty.
  package var space: SpaceReport?
}

/// The answer to `match`.
package struct MatchResponse: Codable, Hashable, Sendable {
  /// The pose that was used.
  package var viewpoint: ViewpointReport
  /// The historical images of the same view, best first.
  package var matches: [MatchReport]
  /// The best match of each period present, oldest first.
  package var timeline: [MatchReport]
  /// The probability that nothing in the archive shows this view.
  package var noMatch: Double
  /// Where nothing is near, the item that is nearest; else absent, and with the location withheld.
  package var nearest: NearestReport?
  /// The span of time that was asked for; absent when none was.
  package var era: EraReport?
  /// What the user should know, in plain sentences.
  package var warnings: [String]
}

/// A submitted photo.
package struct PhotoReport: Codable, Hashable, Sendable {
  /// Its number in the library; absent when it failed before it got one.
  package var sequence: Int?
  /// Where the original is; absent when its bytes came over a wire.
  package var original: String?
  /// The SHA-256 of the original's bytes; absent when it could not be read.
  package var sha256: String?
  /// Where the client said that the original is; absent when it didn't.
  package var originalURL: String?
  /// Whether the same bytes were submitted before, so that this is the number of then; else absent.
  package var earlier: Bool?

  /// Writes what is known of a photo.
  package init(
    sequence: Int? = nil, original: String?, sha256: String? = nil, originalURL: String? = nil
  ) {
    self.sequence = sequence
    self.original = original
    self.sha256 = sha256
    self.originalURL = originalURL
  }
}

/// One output image.
package struct RenditionReport: Codable, Hashable, Sendable {
  /// `clean`, `overlaid`, `historical`, `then`, `beside`, `blend`, `wipe` or `page`.
  package var role: String
  /// Where it is, as an absolute path.
  package var path: String?
  /// Its bytes in base64, when they were asked for inline.
  package var base64: String?
  /// Its width, pixels; of a page, that of the photo in it.
  package var width: Int
  /// Its height, pixels; of a page, that of the photo in it.
  package var height: Int
  /// Its length in bytes.
  package var bytes: Int
  /// The JPEG quality that it was written with, 1...100, in libjpeg's scale, or that of WebP;
  /// absent in lists.
  package var quality: Int?
  /// Of an overlaid rendition, the rectangle that is written on.
  package var overlay: Region?
  /// Of all but the clean and the overlaid rendition, the item that it shows.
  package var item: String?
  /// Of a historical rendition, whether it is a `picture` or a `plate` that names one kept
  /// elsewhere; of `then`, whether it is `aligned` or `approximate`, as rough as the poses are.
  package var kind: String?

  /// A rectangle of pixels.
  package struct Region: Codable, Hashable, Sendable {
    /// Pixels from the left.
    package var x: Int
    /// Pixels from the top.
    package var y: Int
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
  }
}

/// A photo that failed, in a batch that goes on.
package struct FailureReport: Codable, Hashable, Sendable {
  /// The photo, as far as it is known.
  package var photo: PhotoReport
  /// What went wrong.
  package var error: ErrorReport

  /// Writes a failure.
  package init(photo: PhotoReport, error: WalkError) {
    self.photo = photo
    self.error = ErrorReport(error)
  }
}

/// An error as every front writes it.
package struct ErrorReport: Codable, Hashable, Sendable {
  /// A stable word.
  package var code: String
  /// What happened.
  package var message: String
  /// The field at fault.
  package var field: String?

  /// Writes an error that was kept.
  init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// Writes an error.
  package init(_ error: WalkError) {
    code = error.code.rawValue
    message = error.message
    field = error.field
  }
}
