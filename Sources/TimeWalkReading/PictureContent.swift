internal import TimeWalkImaging
internal import TimeWalkMetadata

/// An untrusted file that may be a picture, with the possible questions about it.
///
/// Untrusted bytes are parsed only behind this protocol: by ``InProcessPicture`` in this process,
/// or by ``IsolatedPicture`` in a restricted process whose crash is just an error.
package protocol PictureContent: AnyObject, Sendable {
  /// Answers a question.
  ///
  /// - Throws: `unsupportedFormat`, `imageDamaged`, `limitExceeded`, `componentMissing`, `busy`.
  func answer(_ question: PictureQuestion) throws(ReadingError) -> PictureAnswer

  /// Starts computing the answer to a question, if another process does the work.
  func begin(_ question: PictureQuestion)
}
