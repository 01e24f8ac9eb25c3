import Foundation

/// Pairs of an old and a new picture whose control points are known, each with several draws of its
/// reported poses.
struct AlignedPairs: Decodable {
  /// A pose as the file writes it.
  struct Pose: Decodable {
    let heading: Double, pitch: Double, roll: Double
    let hfov: Double
    let projection: String?
    let horizonRow: Double?

    private enum CodingKeys: String, CodingKey {
      case heading, pitch, roll, hfov, projection
      case horizonRow = "horizon_row"
    }

    var flag: String { "\(heading),\(pitch),\(roll),\(hfov)" }
  }

  struct Draw: Decodable {
    let then: Pose, now: Pose
  }

  struct Pair: Decodable {
    let kind: String
    let then: String, now: String
    /// Old x and y, new x and y.
    let points: [[Double]]
    let nowSize: [Double]
    let priors: [Draw]

    private enum CodingKeys: String, CodingKey {
      case kind, then, now, points, priors
      case nowSize = "now_size"
    }

    /// The median distance of the control points, as a share of the new picture's width.
    func error(of answer: AlignWay) -> Double {
      let errors = points.map { point in
        let (x, y) = answer.place(point[0], point[1])
        let (a, b) = (x - point[2], y - point[3])
        return (a * a + b * b).squareRoot()
      }.sorted()
      let middle = errors.count / 2
      let median =
        errors.count % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2
      return median / nowSize[0]
    }
  }

  let pairs: [String: Pair]
}

/// The program's answer, as far as it is judged.
struct AlignAnswer: Codable {
  enum Grade: String, Codable { case fits, mayFit, none }

  private enum CodingKeys: String, CodingKey { case grade, offered }

  let way: AlignWay
  let grade: Grade
  let offered: AlignWay?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    way = try AlignWay(from: decoder)
    grade = try values.decode(Grade.self, forKey: .grade)
    offered = try values.decodeIfPresent(AlignWay.self, forKey: .offered)
  }

  func encode(to encoder: any Encoder) throws {
    try way.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(grade, forKey: .grade)
    try values.encodeIfPresent(offered, forKey: .offered)
  }
}

/// An alignment of an answer.
struct AlignWay: Codable {
  struct Mesh: Codable {
    let xs: [Double], ys: [Double]
    let to: [[[Double]]]
  }

  let method: String
  let homography: [[Double]]?
  let mesh: Mesh?
  let margin: Double?
  let uncertainty: Double

  private enum CodingKeys: String, CodingKey {
    case method, mesh, margin, uncertainty
    case homography = "H"
  }

  /// The new picture's pixel for one of the old.
  func place(_ x: Double, _ y: Double) -> (Double, Double) {
    if let rows = homography {
      let found = rows.map { $0[0] * x + $0[1] * y + $0[2] }
      return (found[0] / found[2], found[1] / found[2])
    }
    guard let mesh, mesh.xs.count > 1, mesh.ys.count > 1 else { return (.infinity, .infinity) }
    func cell(_ steps: [Double], _ value: Double) -> (index: Int, share: Double) {
      let above = steps.firstIndex { $0 > value } ?? steps.count
      let index = max(0, min(steps.count - 2, above - 1))
      return (index, (value - steps[index]) / (steps[index + 1] - steps[index]))
    }
    let ((column, u), (row, v)) = (cell(mesh.xs, x), cell(mesh.ys, y))
    func mixed(_ axis: Int) -> Double {
      let (above, below) = (mesh.to[row], mesh.to[row + 1])
      return (1 - v) * ((1 - u) * above[column][axis] + u * above[column + 1][axis])
        + v * ((1 - u) * below[column][axis] + u * below[column + 1][axis])
    }
    return (mixed(0), mixed(1))
  }
}
