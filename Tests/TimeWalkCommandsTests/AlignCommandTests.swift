import Foundation
import Testing
import TimeWalkTestSupport

@Suite("timewalk align", .waitsForProcesses, .serialized)
struct AlignCommandTests {
  /// A pair of the development data, with one draw of its poses.
  struct Pair {
    let then: String, now: String
    let thenPose: String, nowPose: String
    let thenProjection: String
    let horizon: Double?
    /// Old x and y, new x and y.
    let points: [[Double]]
    let width: Double

    init(_ name: String, prior: Int = 0) throws {
      let folder = try #require(TestData.folder).appendingPathComponent("thennow")
      let set = try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.appendingPathComponent("pairs.json")))
      let pairs = try #require((set as? [String: Any])?["pairs"] as? [String: [String: Any]])
      let pair = try #require(pairs[name])
      then = folder.appendingPathComponent(try #require(pair["then"] as? String)).path
      now = folder.appendingPathComponent(try #require(pair["now"] as? String)).path
      points = (pair["points"] as? [[Double]]) ?? []
      width = try #require((pair["now_size"] as? [Double])?.first)
      let draw = try #require((pair["priors"] as? [[String: Any]])?[prior])
      func pose(_ key: String) throws -> String {
        let pose = try #require(draw[key] as? [String: Any])
        return try ["heading", "pitch", "roll", "hfov"].map {
          "\(try #require(pose[$0] as? Double))"
        }.joined(separator: ",")
      }
      thenPose = try pose("then")
      nowPose = try pose("now")
      let old = try #require(draw["then"] as? [String: Any])
      thenProjection = old["projection"] as? String ?? "rectilinear"
      horizon = old["horizon_row"] as? Double
    }

    var arguments: [String] {
      [
        "align", then, now, "--then-pose", thenPose, "--now-pose", nowPose, "--then-projection",
        thenProjection,
      ]
        + (horizon.map { ["--then-horizon", "\($0)"] } ?? []) + ["--json"]
    }

    /// The median distance of the control points, as a share of the new picture's width.
    func error(_ place: (Double, Double) -> (Double, Double)) -> Double {
      let errors = points.map { point in
        let (x, y) = place(point[0], point[1])
        return ((x - point[2]) * (x - point[2]) + (y - point[3]) * (y - point[3])).squareRoot()
      }
      return errors.sorted()[errors.count / 2] / width
    }
  }

  static func answer(_ arguments: [String], input: String = "") throws -> [String: Any] {
    let result = try Workplace().run(arguments, input: input)
    #expect(result.status == 0, "\(result.errors)")
    let answer = try #require(try result.json().first)
    #expect(
      Set(answer.keys) == [
        "accepted", "method", "H", "mesh", "margin", "uncertainty", "thenPose", "warnings",
        "grade", "offered",
      ])
    #expect((answer["accepted"] as? Bool == true) == (answer["grade"] as? String == "fits"))
    #expect((answer["offered"] is NSNull) == (answer["grade"] as? String != "mayFit"))
    return answer
  }

  static func place(_ rows: [[Double]]) -> (Double, Double) -> (Double, Double) {
    { x, y in
      let v = rows.map { $0[0] * x + $0[1] * y + $0[2] }
      return (v[0] / v[2], v[1] / v[2])
    }
  }

  @Test("A real pair is found within 2 %, and the way is a homography", TestData.isPresent)
  func realPair() throws {
    let pair = try Pair("tallinn-gate", prior: 1)
    let answer = try Self.answer(pair.arguments)
    #expect(answer["accepted"] as? Bool == true && answer["method"] as? String == "pictures")
    #expect(answer["mesh"] is NSNull)
    let way = try #require(answer["H"] as? [[Double]])
    #expect(pair.error(Self.place(way)) < 0.02)
    #expect(try #require(answer["uncertainty"] as? Double) < 0.05)
    #expect(answer["margin"] is Double)
  }

  @Test("A panorama is a mesh, within 2 %", TestData.isPresent)
  func panorama() throws {
    let pair = try Pair("pano-9bdd")
    let answer = try Self.answer(pair.arguments)
    #expect(answer["accepted"] as? Bool == true)
    #expect(answer["H"] is NSNull)
    let mesh = try #require(answer["mesh"] as? [String: Any])
    let xs = try #require(mesh["xs"] as? [Double])
    let ys = try #require(mesh["ys"] as? [Double])
    let to = try #require(mesh["to"] as? [[[Double]]])
    #expect(to.count == ys.count && to.allSatisfy { $0.count == xs.count })
    func cell(_ steps: [Double], _ value: Double) -> (Int, Double) {
      let index = max(0, min(steps.count - 2, (steps.firstIndex { $0 > value } ?? steps.count) - 1))
      return (index, (value - steps[index]) / (steps[index + 1] - steps[index]))
    }
    let error = pair.error { x, y in
      let ((i, u), (j, v)) = (cell(xs, x), cell(ys, y))
      func at(_ k: Int) -> Double {
        (1 - v) * ((1 - u) * to[j][i][k] + u * to[j][i + 1][k])
          + v * ((1 - u) * to[j + 1][i][k] + u * to[j + 1][i + 1][k])
      }
      return (at(0), at(1))
    }
    #expect(error < 0.02)
  }

  @Test("Two places are rejected, and keep the poses' alignment", TestData.isPresent)
  func impostor() throws {
    let pair = try Pair("impostor-tallinn-gate--budaors-02-cross")
    let answer = try Self.answer(pair.arguments)
    #expect(answer["grade"] as? String == "none" && answer["method"] as? String == "poses")
    #expect(answer["margin"] is NSNull)
    #expect(answer["H"] is [[Double]])
    #expect(try #require(answer["uncertainty"] as? Double) > 0.05)
  }

  @Test("Points win over everything, from a file or standard input", TestData.isPresent)
  func points() throws {
    let pair = try Pair("impostor-tallinn-gate--budaors-02-cross")
    let text = """
      then_x,then_y,now_x,now_y
      # four corners, moved by 10 and 20

      100,100,110,120
      600;100;610;120
      100 500 110 520
      600\t500\t610\t520
      """
    let place = try Workplace()
    let file = try place.write(Array(text.utf8), to: "points.csv")
    for (flag, input) in [(file, ""), ("-", text)] {
      let answer = try Self.answer(
        ["align", pair.then, pair.now, "--points", flag, "--json"], input: input)
      #expect(answer["accepted"] as? Bool == true)
      #expect(answer["method"] as? String == "points-similarity")
      let way = try #require(answer["H"] as? [[Double]])
      let (x, y) = Self.place(way)(300, 300)
      #expect(abs(x - 310) < 0.01 && abs(y - 320) < 0.01)
    }
    // With poses they give the camera's rotation.
    let posed = try Self.answer(pair.arguments + ["--points", file])
    #expect((posed["method"] as? String)?.hasPrefix("points-") == true)
  }

  @Test("Impossible requests are refused with the reason", TestData.isPresent)
  func faults() throws {
    let pair = try Pair("tallinn-gate")
    let place = try Workplace()
    func refused(_ arguments: [String], _ status: Int32, _ words: String) throws {
      let result = try place.run(["align"] + arguments)
      #expect(result.status == status, "\(arguments): \(result.errors)")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    let both = [pair.then, pair.now]
    try refused([pair.then], 64, "now")
    try refused([place.folder.path("none.jpg"), pair.now], 66, "none.jpg")
    try refused(both, 64, "field of view")
    try refused(both + ["--now-pose", "1,2,3"], 64, "--now-pose")
    try refused(both + ["--now-pose", "0,0,0,500"], 64, "tallinn-gate")
    try refused(both + ["--now-pose", "0,95,0,50"], 64, "pitch")
    try refused(both + ["--now-pose", "0,0,0,50", "--then-horizon", "9"], 64, "horizon")
    try refused(both + ["--then-projection", "ball"], 64, "ball")
    try refused(both + ["--points", place.folder.path("none.csv")], 66, "none.csv")
    for (text, words) in [
      ("1,2,3", "line 1"), ("1,2,3,4\n1,2,x,4", "line 2"), ("1,2,3,4", "two points"),
      ("1,2,3,4\n1,2,90,90", "the same"), ("", "needed, not 0"),
    ] {
      let file = try place.write(Array(text.utf8), to: "points.csv")
      try refused(both + ["--points", file], 64, words)
    }
  }

  @Test("Text output describes the reliability in words", TestData.isPresent)
  func text() throws {
    let pair = try Pair("tallinn-gate")
    let result = try Workplace().run(Array(pair.arguments.dropLast()))
    #expect(result.status == 0)
    #expect(result.output.contains("The pictures show the alignment"))
  }
}
