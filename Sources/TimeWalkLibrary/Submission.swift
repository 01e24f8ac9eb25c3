/// A photo that needs a number.
package struct Submission: Hashable, Sendable {
  /// The photo as it was submitted.
  package var original: Original
  /// The folder that its outputs will be written to; absolute.
  package var output: String
  /// True if that folder was requested: a photo with its outputs in another is then a different
  /// one.
  package var isOutputNamed: Bool
  /// The time of the submission, ISO 8601 in UTC.
  package var submitted: String
  /// Its request, as a text that is equal for equal requests; after an @ it contains the `time`.
  package var asked: String
  /// The requested time, as a text without an @; empty for all.
  ///
  /// A request for another time has its own answer and number.
  package var time: String
  /// True if it gets a new number even when its bytes are known.
  package var isAgain: Bool
  /// Real paths of folders that others may change meanwhile: no link is followed to an output
  /// folder within them.
  package var roots: [String]
  /// Its owner: the same bytes of another owner are another photo.
  package var account = "local"

  /// Makes a submission.
  package init(
    original: Original, output: String, isOutputNamed: Bool = false, submitted: String,
    asked: String = "", time: String = "", isAgain: Bool = false, roots: [String] = []
  ) {
    self.original = original
    self.output = output
    self.isOutputNamed = isOutputNamed
    self.submitted = submitted
    self.asked = time.isEmpty ? asked : "\(asked)@\(time)"
    self.time = time
    self.isAgain = isAgain
    self.roots = roots
  }
}

/// The library's knowledge of a submission's bytes.
package enum EarlierPhoto: Hashable, Sendable {
  /// They are this photo, with the same request and all its files.
  case whole(PhotoRecord)
  /// They are this photo, with another request or with missing files.
  case other(PhotoRecord)
}

/// The treatment of a submission.
package enum Admission {
  /// Its files must be written: under a new number, or in place of the current or former files of
  /// the photo with the same bytes.
  case write(sequence: Int, OutputFiles)
  /// Its bytes are this photo.
  case earlier(PhotoRecord)
}
