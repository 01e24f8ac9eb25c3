import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// A small archive, and a pipeline through it.
struct Town {
  let folder: TemporaryFolder
  let places: StorePaths

  /// Two views from one corner, a generation apart, and one far away.
  static let catalogue = """
    id,title,date,latitude,longitude,accuracy,heading,field_of_view,creator,license,credit,source,media
    old,The corner,1899,40.758,-73.9855,5,205,60,A. Person,CC0-1.0,A library,https://example.org/old,https://example.org/old.jpg
    new,The corner again,1931,40.758,-73.9855,5,206,60,B. Person,CC0-1.0,,https://example.org/new,
    far,Elsewhere,1911,41.758,-73.9855,5,205,60,,,,,

    """

  init() throws {
    folder = try TemporaryFolder()
    places = StorePaths(
      archive: folder.path("archive.sqlite"), library: folder.path("library"), environment: [:])
    let csv = folder.path("items.csv")
    try Data(Town.catalogue.utf8).write(to: URL(fileURLWithPath: csv))
    let summary = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: csv, collection: "town"))
    try #require(summary.added == 3, "\(summary.findings)")
  }

  func pipeline(forPhotos: Bool = false) throws -> Pipeline {
    try Pipeline(places: places, forPhotos: forPhotos)
  }

  /// A photo from the corner with the photographers' heading.
  static var pose: GivenPose {
    var pose = GivenPose()
    pose.latitude = 40.758
    pose.longitude = -73.9855
    pose.horizontalAccuracy = 8
    pose.heading = 205
    pose.headingReference = "true"
    pose.headingAccuracy = 10
    pose.fieldOfView = 60
    return pose
  }

  /// An answer as a program gets it.
  static func object(_ answer: some Encodable) throws -> [String: Any] {
    let line = try WireFormat.line(answer)
    #expect(!line.contains("\n"))
    return try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
}
