/// The position of a historical picture in a photo's frame.
package struct Alignment: Sendable {
  /// The source of the alignment.
  package enum Method: String, Sendable, CaseIterable {
    /// The reported poses alone.
    case poses
    /// The pictures themselves, by the directions of their edges.
    case pictures
    /// Points given by hand, fitted by a pose and a field of view.
    case pointsPose = "points-pose"
    /// Points given by hand, fitted by a similarity: moved, turned and scaled.
    case pointsSimilarity = "points-similarity"
    /// Points given by hand, fitted by a homography.
    case pointsHomography = "points-homography"
  }

  /// The reliability of an alignment.
  package enum Grade: String, Sendable, CaseIterable {
    /// The pictures or points show it, and it is drawn.
    case fits
    /// The pictures suggest it, but pictures of other places may as well. It is offered, and the
    /// poses' alignment is drawn.
    case mayFit
    /// Only the poses show it.
    case none
  }

  /// One position of the old picture.
  package struct Placement: Sendable {
    /// The way from the old picture's pixels to the new one's.
    package let transform: PictureTransform
    /// The relative difference between the agreement and the next best one elsewhere; `nil` without
    /// a search.
    package let margin: Double?
    /// The uncertainty as a share of the new picture's width: two times out of three the error is
    /// less.
    package let uncertainty: Double
  }

  /// The source of the alignment.
  package let method: Method
  /// The reliability.
  package let grade: Grade
  /// The position that is drawn.
  package let drawn: Placement
  /// The position that the pictures suggest, if the grade is `mayFit`.
  package let offered: Placement?

  init(_ method: Method, _ grade: Grade, _ drawn: Placement, offered: Placement? = nil) {
    self.method = method
    self.grade = grade
    self.drawn = drawn
    self.offered = offered
  }

  /// The way from the old picture's pixels to the new one's.
  package var transform: PictureTransform { drawn.transform }
  /// The uncertainty as a share of the new picture's width.
  package var uncertainty: Double { drawn.uncertainty }
}
