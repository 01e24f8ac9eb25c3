import Foundation
internal import TimeWalk
internal import TimeWalkArchive
internal import TimeWalkCore

/// A folder with a catalogue (`archive.csv`), photos' poses (`photos.jsonl`) and what each really shows (`truth.json`).
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

  /// One answer: the identifier of an item, with its confidence.
  typealias Answer = (item: String, confidence: Double)

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

  /// What each photo really shows.
  func truth<Truth: Decodable>(_ type: Truth.Type) throws -> [String: Truth] {
    let file = folder.appendingPathComponent("truth.json")
    return try JSONDecoder().decode([String: Truth].self, from: Data(contentsOf: file))
  }

  /// Asks for every photo, the way that a front does, in an archive that was imported from the catalogue.
  func answers(_ matcher: Matcher, times: inout Timings) throws -> [String: [Answer]] {
    let temporary = FileManager.default.temporaryDirectory
      .appendingPathComponent("timewalk-accuracy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }
    let file = temporary.appendingPathComponent("archive.sqlite").path
    let archive = try SpatiaLiteArchive(path: file, mode: .create)
    try archive.importCatalogue(
      at: folder.appendingPathComponent("archive.csv").path,
      options: ImportOptions(collection: "judged"))
    let walker = Walker(archive: archive, archivePath: file, matcher: matcher)
    var answers: [String: [Answer]] = [:]
    for photo in photos {
      let response = try times.measure { try walker.match(MatchRequest(pose: photo.pose)) }
      answers[photo.photo] = response.matches.map {
        (item: String($0.id.drop { $0 != ":" }.dropFirst()), confidence: $0.confidence)
      }
    }
    return answers
  }
}
