import Foundation
import TimeWalkCore

/// Writes items as rows of the design's catalogue CSV.
struct CatalogueWriter {
  /// The folder that the CSV will lie in, to name media files relative to; ends in a slash.
  let folder: String
  /// The columns: the design's, and those optional ones that say something.
  let columns: [CatalogueColumn]

  /// Makes a writer.
  init(folder: String, optional: [CatalogueColumn]) {
    self.folder = folder
    columns = CatalogueColumn.allCases.filter {
      !CatalogueColumn.optional.contains($0) || optional.contains($0)
    }
  }

  /// The header.
  var header: String {
    columns.map(\.rawValue).joined(separator: ",") + "\n"
  }

  /// One item's row; the license and credit are written as they are in the item.
  func row(_ item: Item, copyOf: String?) -> String {
    columns.map { CatalogueWriter.quoted(value($0, of: item, copyOf: copyOf)) }
      .joined(separator: ",") + "\n"
  }

  /// Whether a reader of the CSV could find the item's picture.
  func reaches(_ media: Media?) -> Bool {
    guard case .file(let path) = media else { return true }
    return path.hasPrefix(folder)
  }

  func value(_ column: CatalogueColumn, of item: Item, copyOf: String?) -> String {
    let pose = item.pose
    func text(_ number: Double?) -> String { number.map(DecimalText.write) ?? "" }
    return switch column {
    case .id: item.id.identifier
    case .title: item.title
    case .date: item.date?.edtf ?? ""
    case .latitude: text(pose.coordinate.latitude)
    case .longitude: CatalogueWriter.longitude(pose.coordinate)
    case .accuracy: text(pose.coordinate.horizontalAccuracy?.meters)
    case .locationOf: pose.locationOf.rawValue
    case .heading: text(pose.heading?.degrees)
    case .headingAccuracy: text(pose.headingAccuracy?.degrees)
    case .fieldOfView: text(pose.fieldOfView?.degrees)
    case .pitch: text(pose.pitch?.degrees)
    case .altitude: text(pose.altitude?.meters)
    case .viewDistance: text(pose.viewDistance?.meters)
    case .creator: item.creator ?? ""
    case .license: item.license ?? ""
    case .credit: item.credit ?? ""
    case .source: item.source ?? ""
    case .copyOf: copyOf ?? ""
    case .media:
      switch item.media {
      case .url(let address): address
      case .file(let path): path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
      case nil: ""
      }
    case .dateText: item.dateText ?? ""
    }
  }

  /// The longitude as somebody would have typed it, if that reads as the same coordinate.
  ///
  /// A coordinate's longitude has gone through a wrap that can cost its last bits.
  private static func longitude(_ coordinate: Coordinate) -> String {
    let short = DecimalText.write((coordinate.longitude * 1e10).rounded() / 1e10)
    let read = DecimalText.parse(short.utf8).flatMap {
      Coordinate(latitude: coordinate.latitude, longitude: $0)
    }
    return read?.longitude == coordinate.longitude
      ? short : DecimalText.write(coordinate.longitude)
  }

  static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
