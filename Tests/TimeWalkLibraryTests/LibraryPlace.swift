import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkLibrary

extension PhotoLibraryTests {
  /// A place with a library that is opened again for each call, as by another process.
  struct Place {
    let folder: TemporaryFolder
    /// The library's folder, or its address.
    let place: String
    var output: String { folder.path("out") }
    var directory: String { folder.path("library") }

    /// A place whose library is at an address.
    init(at address: String) throws {
      folder = try TemporaryFolder()
      place = address
    }

    init(_ engine: Workplace.Engine = .file) throws {
      folder = try TemporaryFolder()
      switch engine {
      case .file: place = folder.path("library")
      case .server: place = try ThrowawayServer.newArchive()
      }
    }

    func library(patience: Double = 60) throws -> PhotoLibrary {
      try PhotoLibrary(at: place, folder: directory, patience: patience)
    }

    /// A photo whose bytes are those of another one with the same name.
    func submission(
      _ name: String = "a", asked: String = "{}", isAgain: Bool = false
    ) -> Submission {
      Submission(
        original: Original(content: Array(name.utf8), path: "/photos/\(name).jpg"),
        output: output, submitted: "2026-11-21T00:00:00Z", asked: asked,
        isAgain: isAgain)
    }

    /// Takes a number that is expected to be a new one.
    func reserve(_ library: PhotoLibrary, _ submission: Submission) throws -> (Int, OutputFiles) {
      let admission = try library.admit(submission)
      guard case .write(let sequence, let files) = admission else {
        throw LibraryError(.busy, "\(admission)")
      }
      return (sequence, files)
    }

    /// Takes a photo in as a program does.
    func take(_ library: PhotoLibrary, _ submission: Submission, job: Int64? = nil) throws
      -> PhotoRecord
    {
      let (sequence, files) = try reserve(library, submission)
      return try finish(library, submission, sequence, files, job: job)
    }

    /// Writes the files of a photo that has its number, and records it.
    func finish(
      _ library: PhotoLibrary, _ submission: Submission, _ sequence: Int, _ files: OutputFiles,
      job: Int64? = nil
    ) throws -> PhotoRecord {
      let path = try files.add([1, 2, 3], named: OutputName.image(sequence, .clean))
      _ = try files.add([4], named: OutputName.response(sequence))
      try files.publish()
      var record = PhotoRecord(
        sequence: sequence, original: submission.original, submitted: submission.submitted,
        captured: "2026-11-20T10:00:00",
        coordinate: Coordinate(
          latitude: 40.758, longitude: -73.9855, horizontalAccuracy: Distance(meters: 5)),
        output: files.folder, asked: submission.asked,
        renditions: [Rendition(role: .clean, path: path, width: 3, height: 2, bytes: 3)],
        response: "{\"secret\":\"\(submission.original.path ?? "")\"}")
      try library.complete(record, files: files, job: job)
      record.id = try library.photo(sequence).id
      return record
    }

    var names: [String] { Workplace.names(in: output) }
  }
}
