internal import ArgumentParser
import Foundation
import TimeWalkImaging

/// `benchmark pictures`: whole processes that make two small pictures of a photo, beside the
/// machine's floor and peers.
struct PicturesBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pictures", abstract: "Measure how photos are taken in, beside what others do.",
    discussion: """
      A peer is NAME=COMMAND, a line for the shell with {out} for an empty folder and {photos} for the photos. Photos of
      40 megapixels and more are measured one by one, of the others one alone and up to 50 together.
      """)

  @Option(help: "A folder with JPEG photos; two are drawn when it is left out.") var photos: String?
  @Option(help: "The number of measurements of each.") var repeats = 15
  @Option(help: "The number of measurements of a batch.") var batchRepeats = 3
  @Option(help: "The folder for what is made.") var folder: String
  @Option(help: "The `timewalk` program.") var program: String
  @Option(help: "The archive that is searched; left out, the starter archive is imported.")
  var archive: String?
  @Option(help: "A program whose `two` and `batch` are the floor.") var floor: String?
  @Option(help: "A peer for single photos.") var peer: [String] = []
  @Option(help: "A peer for many photos at once.") var batchPeer: [String] = []

  func validate() throws {
    guard repeats >= 1, batchRepeats >= 1 else {
      throw ValidationError("There must be at least one repeat.")
    }
    for peer in peer + batchPeer where Contender(argument: peer) == nil {
      throw ValidationError("\(peer) is not NAME=COMMAND")
    }
  }

  func run() throws {
    let folder = URL(fileURLWithPath: folder).appendingPathComponent("pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let archive = try archive ?? starterArchive(in: folder)
    let (usual, large) = try sorted(photos.map(files(in:)) ?? drawn(in: folder))
    if let first = usual.first ?? large.first {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: first)))
      Report.table(
        try PictureStages.table(of: bytes, orientation: .turnClockwise, repeats: repeats))
      print()
    }
    for photo in [usual.first, large.first] {
      if let photo { try checkQuality(photo, archive, folder) }
    }
    print()
    var rows = [PictureJob.header]
    for (name, photo) in [("one photo of 12 MP", usual.first), ("one of 48 MP", large.first)] {
      guard let photo else { continue }
      let job = PictureJob(
        name: name, photos: [photo],
        contenders: contenders(
          floor: "two {photos} {out}/clean.jpg {out}/overlay.jpg", peers: peer, archive))
      rows += try job.rows(repeats: repeats, folder: folder)
    }
    if usual.count > 1 {
      let job = PictureJob(
        name: "\(usual.count) photos of 12 MP", photos: usual,
        contenders: contenders(
          floor: "batch {out} 2 {photos}", peers: batchPeer, archive, options: "--jobs 2"))
      rows += try job.rows(repeats: batchRepeats, folder: folder)
    }
    Report.table(rows)
    print("\n\(Report.machine)")
  }

  /// The floor comes first where there is one; all others are measured against the first.
  private func contenders(
    floor arguments: String, peers: [String], _ archive: String, options: String = ""
  ) -> [Contender] {
    (floor.map { [Contender(name: "floor", command: "\(Contender.quoted($0)) \(arguments)")] } ?? [])
      + [timewalk(archive, options)] + peers.compactMap(Contender.init(argument:))
  }

  private func timewalk(_ archive: String, _ options: String) -> Contender {
    Contender(
      name: "TimeWalk",
      command:
        "\(Contender.quoted(program)) submit {photos} --archive \(Contender.quoted(archive)) "
        + "--library {out}/library --output {out} --latitude 40.7536 --longitude -73.9808 "
        + "--heading 29 \(options)")
  }

  private func starterArchive(in folder: URL) throws -> String {
    let path = folder.appendingPathComponent("starter.sqlite").path
    if !FileManager.default.fileExists(atPath: path) {
      try Child(command: [
        program, "archive", "import", "Archive/new-york/items.csv", "--archive", path,
      ]).run()
    }
    return path
  }

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.lowercased().hasSuffix(".jpg") }.map { folder + "/" + $0 }
  }

  /// Photos of some 12 megapixels, at most 50, and those of 40 and more.
  private func sorted(_ files: [String]) throws -> (usual: [String], large: [String]) {
    var (usual, large): ([String], [String]) = ([], [])
    for file in files {
      let size = try JPEGInfo.read([UInt8](Data(contentsOf: URL(fileURLWithPath: file)))).size
      let pixels = size.width * size.height
      if pixels >= 40_000_000 { large.append(file) } else { usual.append(file) }
    }
    return (Array(usual.prefix(50)), large)
  }

  /// Drawn photos, if none are given: slopes, edges and a sensor's noise.
  private func drawn(in folder: URL) throws -> [String] {
    try [(4032, 3024), (8064, 6048)].map { width, height in
      let path = folder.appendingPathComponent("drawn-\(width).jpg")
      guard !FileManager.default.fileExists(atPath: path.path) else { return path.path }
      var chance = SystemRandomNumberGenerator()
      var luma = [UInt8](repeating: 0, count: width * height)
      for y in 0..<height {
        for x in 0..<width {
          let edge = (x / 97 + y / 61) % 3 * 40
          luma[y * width + x] = UInt8(
            40 + 90 * y / height + edge + Int(chance.next() as UInt8) % 9)
        }
      }
      let colour = [UInt8](repeating: 120, count: width / 2 * height / 2)
      let picture = try PlanarImage(
        size: PixelSize(width: width, height: height), planes: [luma, colour, colour])
      try Data(picture.encode(quality: 92, restartsEachRow: false)).write(to: path)
      return path.path
    }
  }

  /// Compares the program's output with the whole picture reduced, and with the loss of encoding
  /// that.
  private func checkQuality(_ photo: String, _ archive: String, _ folder: URL) throws {
    let out = try PictureJob.emptyFolder(in: folder)
    _ = try timewalk(archive, "").child([photo], out: out).run()
    let written = try JPEGPicture.decode(
      [UInt8](Data(contentsOf: URL(fileURLWithPath: out + "/TW-000001.jpg")))
    ).image
    let whole = try JPEGPicture.decode([UInt8](Data(contentsOf: URL(fileURLWithPath: photo)))).image
    guard
      let reference = try Orientation.allCases.map({
        try whole.fitted(within: 2048, orientation: $0)
      }).max(by: { Likeness.ssim($0, written) < Likeness.ssim($1, written) })
    else { return }
    let own = Likeness.ssim(written, reference)
    let best = Likeness.ssim(try JPEGPicture.decode(reference.encode()).image, reference)
    let name = URL(fileURLWithPath: photo).lastPathComponent
    print(
      "\(name): SSIM of what is written against the whole picture made small "
        + "\(Report.number(own, 5)); of that one encoded \(Report.number(best, 5))")
    guard own >= best - 0.001 else {
      throw MeasuredRun.Failure(description: "the quality of \(name) is not what it should be")
    }
  }
}
