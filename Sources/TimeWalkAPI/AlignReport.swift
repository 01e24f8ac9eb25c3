internal import Foundation

/// The reliability of an alignment.
public enum AlignmentGrade: String, Codable, Hashable, Sendable, CaseIterable {
  /// Both pictures or points show the alignment, and it is drawn.
  case fits
  /// The pictures suggest an alignment that other places may have as well. It is offered; the one
  /// by the poses is drawn.
  case mayFit
  /// The alignment is as rough as the poses.
  case none
}

/// The answer to `align`: the alignment with its grade, in one object.
public struct AlignAnswer: Codable, Hashable, Sendable {
  /// The alignment that is drawn.
  public var way: AlignReport
  /// Its grade.
  public var grade: AlignmentGrade
  /// The alignment that the pictures suggest, for `mayFit`; otherwise `null`.
  public var offered: AlignReport?

  /// Makes it from its values.
  package init(way: AlignReport, grade: AlignmentGrade, offered: AlignReport?) {
    self.way = way
    self.grade = grade
    self.offered = offered
  }

  private enum CodingKeys: String, CodingKey {
    case grade, offered
  }

  /// Reads the fields of the alignment beside the others.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    way = try AlignReport(from: decoder)
    grade = try values.decode(AlignmentGrade.self, forKey: .grade)
    offered = try values.decodeIfPresent(AlignReport.self, forKey: .offered)
  }

  /// Writes the fields of the alignment beside the others.
  public func encode(to encoder: any Encoder) throws {
    try way.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(grade, forKey: .grade)
    try values.encode(offered, forKey: .offered)
  }
}

/// The position of the old picture in the new one's frame, in pixels of both stored files.
public struct AlignReport: Codable, Hashable, Sendable {
  /// True for the grade `fits`: it is based on the pictures themselves or on points.
  public var accepted: Bool
  /// `pictures`, `poses`, `points-pose`, `points-similarity` or `points-homography`.
  public var method: String
  /// The homography from the old picture's pixels to the new one's; `null` if `mesh` replaces it.
  public var homography: [[Double]]?
  /// The same as a grid, where straight lines become bent; else `null`.
  public var mesh: Mesh?
  /// The relative difference between the agreement and the next best one elsewhere; `null` without
  /// a search.
  public var margin: Double?
  /// The uncertainty, as a share of the new picture's width.
  public var uncertainty: Double
  /// The old picture's heading, pitch, roll and field of view, degrees, by which it lies so;
  /// `null` where no pose makes it lie so.
  public var thenPose: [Double]?
  /// Notes for the user, in plain sentences.
  public var warnings: [String]

  /// Makes it from its values.
  package init(
    accepted: Bool, method: String, homography: [[Double]]? = nil, mesh: Mesh? = nil,
    margin: Double? = nil, uncertainty: Double, thenPose: [Double]? = nil, warnings: [String]
  ) {
    self.accepted = accepted
    self.method = method
    self.homography = homography
    self.mesh = mesh
    self.margin = margin
    self.uncertainty = uncertainty
    self.thenPose = thenPose
    self.warnings = warnings
  }

  /// A grid over the old picture; between its nodes it is bilinear.
  public struct Mesh: Codable, Hashable, Sendable {
    /// The columns of the nodes, rising.
    public var xs: [Double]
    /// The rows of the nodes, rising.
    public var ys: [Double]
    /// For each row, for each column, the new picture's x and y.
    public var to: [[[Double]]]

    /// Makes it from its values.
    package init(xs: [Double], ys: [Double], to: [[[Double]]]) {
      self.xs = xs
      self.ys = ys
      self.to = to
    }
  }

  private enum CodingKeys: String, CodingKey {
    case accepted, method, mesh, margin, uncertainty, thenPose, warnings
    case homography = "H"
  }

  /// Writes absent values as `null`; a client finds every key.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(accepted, forKey: .accepted)
    try values.encode(method, forKey: .method)
    try values.encode(homography, forKey: .homography)
    try values.encode(mesh, forKey: .mesh)
    try values.encode(margin, forKey: .margin)
    try values.encode(uncertainty, forKey: .uncertainty)
    try values.encode(thenPose, forKey: .thenPose)
    try values.encode(warnings, forKey: .warnings)
  }
}

/// The position of a photo's historical picture in its frame.
public struct AlignmentReport: Codable, Hashable, Sendable {
  /// The item.
  public var item: String
  /// The transformation from the historical rendition's pixels to the clean one's.
  ///
  /// If that rendition shows another item or a card, it is from the item's picture, upright and
  /// within 2048 pixels.
  public var way: AlignReport
  /// Its grade.
  public var grade: AlignmentGrade
  /// The alignment that the pictures suggest, for `mayFit`; absent otherwise.
  public var offered: AlignReport?

  /// Makes it from its values.
  package init(item: String, _ answer: AlignAnswer) {
    self.item = item
    way = answer.way
    grade = answer.grade
    offered = answer.offered
  }
}

/// The parameters of `align`.
public struct AlignRequest: Hashable, Sendable {
  /// The old picture's place.
  public var then: String
  /// The new picture's place.
  public var now: String
  /// The old picture's pose, in place of its own.
  public var thenPose: GivenView?
  /// The new picture's pose, in place of its own.
  public var nowPose: GivenView?
  /// True if the old picture is a cylinder; by its width and shape when absent.
  public var isCylinder: Bool?
  /// The row of the old picture's horizon, pixels of the stored file, of a cylinder; its middle
  /// when absent.
  public var thenHorizon: Double?
  /// A file with points; they win over everything.
  public var points: String?

  /// Makes a request for two pictures.
  public init(then: String, now: String) {
    self.then = then
    self.now = now
  }
}

/// A pose as a person gives it: degrees.
public struct GivenView: Hashable, Sendable {
  /// Clockwise from north, or from anything that both pictures share.
  public var heading: Double
  /// Above the horizon.
  public var pitch: Double
  /// Clockwise.
  public var roll: Double
  /// Across the picture's width.
  public var fieldOfView: Double

  /// Reads `HEADING,PITCH,ROLL,FOV`; `nil` unless these are four finite numbers.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    let numbers = parts.compactMap(\.self).filter(\.isFinite)
    guard parts.count == 4, numbers.count == 4 else { return nil }
    (heading, pitch, roll, fieldOfView) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }
}
