import TimeWalkArchive

/// The file beside a picture in which programs keep its XMP, as they don't touch the picture.
package enum Sidecar {
  /// The names that the sidecar of a file may have, that of one picture alone first: `a.jpg.xmp`
  /// (darktable, digiKam), `a.xmp` (Lightroom, Bridge).
  package static func names(of file: String) -> [String] {
    let start = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    var stems = [file]
    if let dot = file[start...].lastIndex(of: "."), dot > start {
      stems.append(String(file[..<dot]))
    }
    return stems.flatMap { [$0 + ".xmp", $0 + ".XMP"] }
  }
}
