internal import TimeWalkImaging
internal import TimeWalkMetadata

/// A stranger's file that may be a picture, and what can be asked about it.
///
/// Strangers' bytes are looked at behind it only: by ``InProcessPicture`` in this process, or by
/// ``IsolatedPicture`` in one that can do nothing else and whose end is no more than an error.
package protocol PictureContent: AnyObject, Sendable {
  /// Answers a question.
  ///
  /// - Throws: `unsupportedFormat`, `imageDamaged`, `limitExceeded`, `componentMissing`, `busy`.
  func answer(_ question: PictureQuestion) throws(ReadingError) -> PictureAnswer

  /// Has the answer to a question made meanwhile, where that is another process's work.
  func begin(_ question: PictureQuestion)
}
