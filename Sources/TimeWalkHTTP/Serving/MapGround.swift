internal import Foundation
package import TimeWalk
internal import TimeWalkBase
internal import TimeWalkStorage

/// The background of maps in one file of the operator: raster tiles as PMTiles or MBTiles.
package struct MapGround: Sendable {
  /// The zooms of its tiles.
  let zooms: ClosedRange<Int>
  /// The attribution in the file, as plain text; empty if it has none.
  let credit: String
  /// The media type of its tiles.
  let type: String
  private let file: File

  private enum File: Sendable {
    case pmtiles(PMTilesFile)
    case mbtiles(MBTilesFile)
  }

  /// Opens a file.
  ///
  /// - Throws: `inputMissing`, `unsupportedFormat` for vector tiles, MBTiles without an index and
  ///   other files, `dataRefused` for a damaged file.
  package init(path: String) throws(TimeWalkError) {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw TimeWalkError(.inputMissing, "--map-ground: \(path) can't be read")
    }
    let start = (try? handle.read(upToCount: 16)) ?? Data()
    if PMTilesFile.isMeant([UInt8](start)) {
      let tiles: PMTilesFile
      do throws(PMTilesFile.Fault) { tiles = try PMTilesFile(path: path) } catch {
        throw TimeWalkError(.dataRefused, "--map-ground: \(path) \(error.words)")
      }
      let formats = [1: "pbf", 2: "png", 3: "jpg", 4: "webp", 5: "avif"]
      type = try MapGround.type(formats[tiles.tileType] ?? "unknown", path)
      zooms = tiles.zooms
      let known = try? JSONDecoder().decode(Description.self, from: Data(tiles.metadata))
      credit = MapGround.plain(known?.attribution ?? "")
      file = .pmtiles(tiles)
    } else if start.starts(with: Data("SQLite format 3\0".utf8)) {
      let tiles: MBTilesFile
      do { tiles = try MBTilesFile(path: path) } catch let error as MBTilesFile.NoIndex {
        throw TimeWalkError(
          .unsupportedFormat,
          "--map-ground: \(path) has no index, so each tile would take a search through the file; "
            + "create one with SQLite: \(error.statements)")
      } catch {
        throw TimeWalkError(
          .dataRefused, "--map-ground: \(path) isn't MBTiles, or is damaged", cause: error)
      }
      type = try MapGround.type(tiles.metadata["format"] ?? "unknown", path)
      let (low, high) = (tiles.metadata["minzoom"], tiles.metadata["maxzoom"])
      let least = min(30, max(0, low.flatMap { Int($0) } ?? 0))
      zooms = least...min(30, max(least, high.flatMap { Int($0) } ?? 19))
      credit = MapGround.plain(tiles.metadata["attribution"] ?? "")
      file = .mbtiles(tiles)
    } else {
      throw TimeWalkError(
        .unsupportedFormat, "--map-ground: \(path) is neither PMTiles nor MBTiles")
    }
  }

  /// The addresses of its tiles on this server.
  ///
  /// - Parameter credit: the attribution; `nil` for the file's own.
  /// - Returns: the tiles, of this server alone.
  package func tiles(credit: String?) -> MapTiles {
    MapTiles(
      template: "/map/ground/{z}/{x}/{y}", credit: credit ?? self.credit, zooms: zooms)
  }

  /// A tile; `nil` if the file has none, or its part is damaged.
  func tile(zoom: Int, column: Int, row: Int) -> [UInt8]? {
    guard zooms.contains(zoom), (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row)
    else { return nil }
    switch file {
    case .pmtiles(let file): return try? file.tile(zoom: zoom, column: column, row: row)
    case .mbtiles(let file): return try? file.tile(zoom: zoom, column: column, row: row)
    }
  }

  private struct Description: Decodable {
    var attribution: String?
  }

  private static func type(_ format: String, _ path: String) throws(TimeWalkError) -> String {
    switch format.lowercased() {
    case "png": return "image/png"
    case "jpg", "jpeg": return "image/jpeg"
    case "webp": return "image/webp"
    case "avif": return "image/avif"
    case "pbf", "mvt":
      throw TimeWalkError(
        .unsupportedFormat,
        "--map-ground: \(path) has vector tiles; give a file of raster tiles (PNG, JPEG or WebP)")
    default:
      throw TimeWalkError(
        .unsupportedFormat, "--map-ground: \(path) has tiles of an unknown format")
    }
  }

  /// The text of an attribution, which may have HTML.
  private static func plain(_ text: String) -> String {
    // A tag without an end ends at the next one: one pass over any text.
    XMLText.unescaped(text.replacing(/<[^<>]*>/, with: ""))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
