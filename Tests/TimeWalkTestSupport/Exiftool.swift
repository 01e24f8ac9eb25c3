import Foundation
package import Testing

/// The program exiftool, an independent judge of metadata; Debian's package libimage-exiftool-perl.
package enum Exiftool {
  private static let program: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { URL(fileURLWithPath: $0 + "/exiftool") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  /// Makes a test skip, with a notice, where it is not installed.
  package static var isInstalled: ConditionTrait {
    .enabled(if: program != nil, "exiftool is not installed (Debian: libimage-exiftool-perl)")
  }

  /// Its output.
  package static func run(_ arguments: [String]) throws -> String {
    try TimeWalkCommand.run(try #require(program), arguments).output
  }

  /// The values of each `Group:Tag` of each file, by path; a tag may be in a group more than once.
  package static func listing(of files: [String]) throws -> [String: [String: Set<String>]] {
    let folder = try TemporaryFolder()
    // Paths go through a file: there may be more than a command line holds.
    let list = folder.url.appendingPathComponent("files")
    try Data(files.joined(separator: "\n").utf8).write(to: list)
    let output = try run(["-j", "-G1:4", "-a", "-u", "-b", "-n", "-q", "-@", list.path])
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    var listing: [String: [String: Set<String>]] = [:]
    for row in rows {
      guard let path = row["SourceFile"] as? String else { continue }
      var tags: [String: Set<String>] = [:]
      for (key, value) in row {
        // Copies are numbered over the whole file: the numbers depend on the omitted tags.
        let parts = key.split(separator: ":").filter { !$0.hasPrefix("Copy") }
        tags[parts.joined(separator: ":"), default: []].insert("\(value)")
      }
      listing[path] = tags
    }
    return listing
  }

  /// The tags that one file has and another lacks or has otherwise, less those that are documented
  /// to change.
  package static func lost(
    from original: [String: Set<String>], in output: [String: Set<String>]
  ) -> [String] {
    original.filter { key, values in
      !mayChange(key) && !values.isSubset(of: output[key] ?? [])
    }.map(\.key).sorted()
  }

  /// Returns true if a tag is about the file rather than the metadata, or became false with the new
  /// picture.
  private static func mayChange(_ key: String) -> Bool {
    let parts = key.split(separator: ":")
    guard parts.count >= 2, let group = parts.first, let name = parts.last else { return true }
    switch group {
    // The file, its coding, computed values, and pictures after the first.
    case "File": return name != "Comment"
    case "System", "ExifTool", "Composite", "Adobe", "MPF0", "JFXX": return true
    // How other containers are built and coded.
    case "QuickTime", "Meta", "Track1", "ItemList", "RIFF": return true
    case let group where group.hasPrefix("MPImage") || group.hasPrefix("IFD1"): return true
    case "JFIF": return !["XResolution", "YResolution", "ResolutionUnit"].contains(name)
    case "IFD0": return ["Orientation", "ImageWidth", "ImageHeight"].contains(name)
    // Where the subject is counts pixels of the old picture.
    case "ExifIFD":
      return ["ExifImageWidth", "ExifImageHeight", "SubjectArea", "SubjectLocation"].contains(name)
    case "Photoshop": return ["PhotoshopThumbnail", "ThumbnailImage"].contains(name)
    case "XMP-tiff": return ["Orientation", "ImageWidth", "ImageHeight"].contains(name)
    case "XMP-exif": return ["ExifImageWidth", "ExifImageHeight"].contains(name)
    case "XMP-GPano": return name.contains("Pixels")
    // Gain maps and films behind the picture, which outputs don't have.
    case "XMP-hdrgm", "XMP-HDRGainMap", "XMP-Container", "XMP-GContainer", "XMP-Device": return true
    case "XMP-GCamera": return name.hasPrefix("MotionPhoto") || name.hasPrefix("MicroVideo")
    case "XMP-xmp": return name.hasPrefix("Thumbnail") || name.hasPrefix("PageImage")
    // The link to the original replaces them.
    case "XMP-xmpMM": return name == "InstanceID" || name.hasPrefix("DerivedFrom")
    default: return false
    }
  }
}
