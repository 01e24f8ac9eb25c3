/// A file with metadata of a picture, from programs that don't change the picture.
package enum Sidecar: CaseIterable {
  /// XMP: `a.jpg.xmp` (darktable, digiKam), `a.xmp` (Lightroom, Bridge).
  case metadata
  /// Google Takeout's JSON: `a.jpg.json`, `a.jpg.supplemental-metadata.json`.
  case takeout
  /// A world file: `a.jgw`, `a.jpgw`, `a.wld`.
  case world
  /// The coordinate system of a world file, as well-known text: `a.prj`.
  case projection
  /// GDAL's metadata of a picture: `a.jpg.aux.xml`.
  case auxiliary
  /// Its overviews, without metadata: `a.tif.ovr`.
  case overviews

  /// The possible names of a file's sidecar, that of one picture alone first.
  package func names(of file: String) -> [String] {
    let start = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    let dot = file[start...].lastIndex(of: ".").flatMap { $0 > start ? $0 : nil }
    let stem = String(file[..<(dot ?? file.endIndex)])
    let ending = dot.map { file[file.index(after: $0)...].lowercased() } ?? ""
    let names: [(String, String)] =
      switch self {
      case .metadata: [(file, "xmp"), (stem, "xmp")]
      case .takeout: Sidecar.takeoutNames(of: file, from: start).map { ($0, "json") }
      case .world:
        // The ending's first and last letter with a w, or all of it (GDAL, Esri).
        [(stem, ending.prefix(1) + ending.suffix(1) + "w"), (stem, ending + "w"), (stem, "wld")]
      case .projection: [(stem, "prj")]
      case .auxiliary: [(file, "aux.xml")]
      case .overviews: [(file, "ovr")]
      }
    var seen: Set<String> = []
    return names.flatMap { ["\($0).\($1)", "\($0).\($1.uppercased())"] }
      .filter { seen.insert($0).inserted }
  }

  /// Takeout's names without their ending.
  ///
  /// Takeout cuts a name to some 46 characters, and writes the number of `a(1).jpg` at the end:
  /// `a.jpg(1).json`.
  private static func takeoutNames(of file: String, from start: String.Index) -> [String] {
    func written(_ name: String) -> [String] {
      let added = name + ".supplemental-metadata"
      return [name, added] + cuts.filter { $0 < added.count }.map { String(added.prefix($0)) }
    }
    let name = String(file[start...])
    var names = written(name)
    if let parts = name.wholeMatch(of: #/(.+)(\([0-9]{1,4}\))(\.[^.]+)/#)?.output {
      names += written("\(parts.1)\(parts.3)").map { $0 + parts.2 }
    }
    return names.map { String(file[..<start]) + $0 }
  }

  /// The lengths of cut names, the usual one first.
  private static let cuts = [46, 47, 45, 48, 44]
}
