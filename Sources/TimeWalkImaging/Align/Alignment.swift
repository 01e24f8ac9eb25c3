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

  /// The source of the alignment.
  package let method: Method
  /// True if the alignment is reliable; otherwise it is as rough as the poses.
  package let isAccepted: Bool
  /// The way from the old picture's pixels to the new one's.
  package let transform: PictureTransform
  /// The relative difference between the agreement and the next best one elsewhere; `nil` without a
  /// search.
  package let margin: Double?
  /// The uncertainty as a share of the new picture's width: two times out of three the error is
  /// less.
  package let uncertainty: Double
}
