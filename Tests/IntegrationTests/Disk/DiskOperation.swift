import Foundation
import GRDB
import Testing
import TimeWalkTestSupport

/// One thing that a person asks of `timewalk`.
struct DiskOperation: Sendable, CustomTestStringConvertible {
  let name: String
  /// True if a new call continues after an interruption by a fault.
  var isResumable = false
  /// True if the next program removes the files that this one could not; an export's hidden file
  /// stays.
  var isSweptLater = true
  /// Makes the prerequisites.
  let prepare: @Sendable (DiskPlace) throws -> Void
  let arguments: @Sendable (DiskPlace) throws -> [String]

  var testDescription: String { name }

  /// Those of the check that runs: in the short one a submit and a change of the archive.
  static let chosen = all.filter {
    Project.isLongCheck || ["submit", "set"].contains($0.name)
  }

  static let all: [DiskOperation] = [
    DiskOperation(name: "submit first", prepare: photos) { submit($0, 0) },
    DiskOperation(
      name: "submit",
      prepare: {
        try archive($0)
        try photos($0)
        try done($0.run(submit($0, 1)))
      }, arguments: { submit($0, 0) }),
    DiskOperation(
      name: "submit again otherwise", isResumable: true,
      prepare: {
        try photos($0)
        try done($0.run(submit($0, 0)))
      }, arguments: { submit($0, 0) + ["--max-bytes", "3000"] }),
    migrate,
    // Brings an empty file up to this version first.
    DiskOperation(name: "import first", prepare: catalogues) { importing($0, "a") },
    DiskOperation(name: "import", prepare: archive) { importing($0, "b") },
    DiskOperation(
      name: "import with pictures",
      prepare: {
        try archive($0)
        // The photos are on another disk: an unreadable picture is reported and left out, which
        // isn't a fault of ours.
        try FileManager.default.createDirectory(
          atPath: $0.aside("photos"), withIntermediateDirectories: true)
        for number in 0..<2 {
          let path = $0.aside("photos/p\(number).jpg")
          try Data(SmallPhoto.bytes(number)).write(to: URL(fileURLWithPath: path))
        }
        let (one, two) = ($0.aside("photos/p0.jpg"), $0.aside("photos/p1.jpg"))
        let csv = "id,latitude,longitude,media\nx,1,2,\(one)\ny,1,2,\(two)\n"
        try $0.write(Array(csv.utf8), to: "pictures.csv")
      },
      arguments: {
        [
          "archive", "import", $0.path("pictures.csv"), "--media", "copy", "--media-folder",
          $0.aside("photos"), "--archive", $0.archive,
        ]
      }),
    DiskOperation(
      name: "set", prepare: archive,
      arguments: { ["archive", "set", "a:one", "title=Changed", "--archive", $0.archive] }),
    DiskOperation(
      name: "undo", prepare: archive,
      arguments: { ["archive", "undo", "1", "--archive", $0.archive] }),
    DiskOperation(
      name: "archive remove", prepare: archive,
      arguments: { ["archive", "remove", "a:two", "--archive", $0.archive] }),
    compose,
    DiskOperation(
      name: "library remove", isResumable: true,
      prepare: {
        try photos($0)
        for number in 0..<2 { try done($0.run(submit($0, number))) }
      }, arguments: { _ in ["library", "remove", "1"] }),
    DiskOperation(
      name: "archive export", isSweptLater: false, prepare: archive,
      arguments: { ["archive", "export", $0.path("export.csv"), "--archive", $0.archive] }),
    DiskOperation(
      name: "library export", isSweptLater: false,
      prepare: {
        try photos($0)
        try done($0.run(submit($0, 0)))
      }, arguments: { ["library", "export", $0.path("export.zip")] }),
    DiskOperation(
      name: "backup", isSweptLater: false, prepare: archive,
      arguments: { ["archive", "backup", $0.path("backup.sqlite"), "--archive", $0.archive] }),
  ]

  /// Brings a library of the first version up to this one first, with its photos.
  static let migrate = DiskOperation(
    name: "submit into a library of version 1",
    prepare: { place in
      try photos(place)
      let path = place.library + "/library.sqlite"
      try KeptFile.unpack("library-1.sqlite", to: path)
      let queue = try DatabaseQueue(path: path)
      // Its files were on another machine.
      try queue.write { db in
        try db.execute(
          sql: """
            UPDATE photos SET output = ?, asked = '{}';
            UPDATE renditions
            SET path = replace(path, rtrim(path, replace(path, '/', '')), ?), bytes = 4;
            """, arguments: [place.output, place.output + "/"])
        for path in try String.fetchAll(db, sql: "SELECT path FROM renditions") {
          try place.write(
            [0xFF, 0xD8, 0xFF, 0xD9], to: "out/" + (path as NSString).lastPathComponent)
        }
        for photo in try Row.fetchAll(db, sql: "SELECT sequence, response FROM photos") {
          let name = String(format: "out/TW-%06d.json", photo[0] as Int)
          try place.write(Array((photo[1] as String).utf8), to: name)
        }
      }
      try queue.close()
    }, arguments: { submit($0, 0) })

  /// Replaces a file of the photo, and adds another.
  static let compose = DiskOperation(
    name: "compose",
    prepare: {
      try photos($0)
      // The old picture is read from another disk.
      let folder = $0.aside("pictures")
      let old = folder + "/old.jpg"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try Data(SmallPhoto.bytes(7, width: 320, height: 240)).write(to: URL(fileURLWithPath: old))
      let csv = """
        id,title,latitude,longitude,heading,field_of_view,media
        one,The corner,40.758,-73.9855,0,66,\(old)

        """
      try $0.write(Array(csv.utf8), to: "a.csv")
      try done($0.run(importing($0, "a") + ["--media-folder", folder]))
      try done($0.run(submit($0, 0) + ["--compose", "beside"]))
    },
    arguments: { _ in ["compose", "1", "--compose", "beside,then", "--max-bytes", "15000"] })

  static func photos(_ place: DiskPlace) throws {
    for number in 0..<3 {
      try place.write(SmallPhoto.bytes(number), to: "photos/p\(number).jpg")
    }
  }

  static func submit(_ place: DiskPlace, _ number: Int) -> [String] {
    ["submit", place.path("photos/p\(number).jpg"), "--output", place.output, "--json"]
  }

  static func catalogues(_ place: DiskPlace) throws {
    for name in ["a", "b"] {
      let rows = ["one", "two", "three"].map { "\($0),The \($0),1911,40.7,-73.9\n" }.joined()
      try place.write(Array(("id,title,date,latitude,longitude\n" + rows).utf8), to: "\(name).csv")
    }
  }

  static func importing(_ place: DiskPlace, _ name: String) -> [String] {
    ["archive", "import", place.path("\(name).csv"), "--archive", place.archive]
  }

  static func archive(_ place: DiskPlace) throws {
    try catalogues(place)
    try done(place.run(importing(place, "a")))
  }

  static func done(_ result: TimeWalkCommand.Result) throws {
    try #require(result.status == 0, "\(result.errors)")
  }
}
