/// A photo that asks for a number.
package struct Submission: Hashable, Sendable {
  /// The photo as it was submitted.
  package var original: Original
  /// The folder that its outputs will be written to; absolute.
  package var output: String
  /// Whether that folder was asked for: then a photo whose outputs are in another isn't the same.
  package var isOutputNamed: Bool
  /// The time of the submission, ISO 8601 in UTC.
  package var submitted: String
  /// How it is asked for, in words that are equal where the same is asked; behind an @ they name
  /// the `time`.
  package var asked: String
  /// Which time is asked for, in words without an @; empty for all.
  ///
  /// What is asked of another time has an answer and a number of its own.
  package var time: String
  /// Whether it gets a new number even when its bytes are known.
  package var isAgain: Bool
  /// Real paths of folders that others may change meanwhile: no link is followed to an output
  /// folder within them.
  package var roots: [String]

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

/// What a library knows of a submission's bytes already.
package enum EarlierPhoto: Hashable, Sendable {
  /// They are this photo, which was asked for in the same way, and whose files are all there.
  case whole(PhotoRecord)
  /// They are this photo, which was asked for differently, or some of whose files are gone.
  case other(PhotoRecord)
}

/// What becomes of a submission.
package enum Admission {
  /// Its files are to be written: under a number that was never given before, or in place of those
  /// that the photo of the same bytes has, or had.
  case write(sequence: Int, OutputFiles)
  /// Its bytes are this photo.
  case earlier(PhotoRecord)
}
