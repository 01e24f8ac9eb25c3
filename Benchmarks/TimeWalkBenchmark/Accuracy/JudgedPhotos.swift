import Foundation
internal import TimeWalk
internal import TimeWalkArchive
import TimeWalkCatalogue
internal import TimeWalkCore
import TimeWalkSpatiaLite

/// A folder with a catalogue (`archive.csv`), photos' poses (`photos.jsonl`) and the true matches
/// of each (`truth.json`).
struct JudgedPhotos {
  /// A photo's name and its pose as its sensors told it.
  struct Photo: Decodable {
    var photo: String
    var pose: GivenPose

    private enum Key: CodingKey { case photo }

    init(from decoder: any Decoder) throws {
      photo = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .photo)
      pose = try GivenPose(from: decoder)
    }
  }

  /// The answer to one photo.
  struct Answers {
    /// Identifiers of items with their confidence, best first.
    var found: [(item: String, confidence: Double)] = []
    /// The stated probability that nothing shows the same scene.
    var noMatch = 1.0
  }

  let folder: URL
  let photos: [Photo]

  init(folder: URL) throws {
    self.folder = folder
    let lines = try String(
      contentsOf: folder.appendingPathComponent("photos.jsonl"), encoding: .utf8)
    photos = try lines.split(separator: "\n").map {
      try JSONDecoder().decode(Photo.self, from: Data($0.utf8))
    }
  }

  /// The true matches of each photo.
  func truth<Truth: Decodable>(_ type: Truth.Type) throws -> [String: Truth] {
    let file = folder.appendingPathComponent("truth.json")
    return try JSONDecoder().decode([String: Truth].self, from: Data(contentsOf: file))
  }

  /// Asks for every photo, the way that a front does.
  func answers(
    of archive: SpatiaLiteArchive, _ matcher: Matcher, times: inout Timings
  ) throws -> [String: Answers] {
    let pipeline = Pipeline(archive: archive, archivePath: "", matcher: matcher)
    var answers: [String: Answers] = [:]
    for photo in photos {
      let response = try times.measure { try pipeline.match(MatchRequest(pose: photo.pose)) }
      let found = response.matches.map {
        (item: String($0.id.drop { $0 != ":" }.dropFirst()), confidence: $0.confidence)
      }
      answers[photo.photo] = Answers(found: found, noMatch: response.noMatch)
    }
    return answers
  }

  /// The manual method without a judge: the nearest items, limited to similar directions if `cone`
  /// is given.
  ///
  /// - Parameters:
  ///   - archive: the archive imported from the catalogue.
  ///   - cone: the angle in degrees that both directions lie within.
  /// - Returns: up to ten of each photo, nearest first.
  /// - Throws: the archive's errors.
  func nearest(of archive: SpatiaLiteArchive, cone: Double?) throws -> [String: Answers] {
    var answers: [String: Answers] = [:]
    for photo in photos {
      guard let latitude = photo.pose.latitude, let longitude = photo.pose.longitude,
        let place = Coordinate(latitude: latitude, longitude: longitude),
        let reach = Distance(meters: 150)
      else { continue }
      let plane = LocalPlane(origin: place)
      let near = try archive.candidates(near: place, within: reach).filter { candidate in
        guard let cone else { return true }
        guard let heading = candidate.pose.heading?.degrees, let own = photo.pose.heading
        else { return false }
        return abs((heading - own + 540).truncatingRemainder(dividingBy: 360) - 180) <= cone / 2
      }
      let first = near.map { (plane.offset(of: $0.pose.coordinate).length, $0.key) }.sorted(by: <)
        .prefix(10)
      let items = try archive.items(keys: first.map(\.1))
      let found = first.compactMap { items[$0.1] }.map {
        (item: $0.id.identifier, confidence: 0.5)
      }
      answers[photo.photo] = Answers(found: found)
    }
    return answers
  }

  /// An archive imported from the catalogue, for the duration of the work.
  func withArchive<Result>(_ body: (SpatiaLiteArchive) throws -> Result) throws -> Result {
    let temporary = FileManager.default.temporaryDirectory
      .appendingPathComponent("timewalk-accuracy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }
    let archive = try SpatiaLiteArchive(
      path: temporary.appendingPathComponent("archive.sqlite").path, mode: .create)
    try archive.importCatalogue(
      at: folder.appendingPathComponent("archive.csv").path,
      options: ImportOptions(collection: "judged"))
    return try body(archive)
  }
}
