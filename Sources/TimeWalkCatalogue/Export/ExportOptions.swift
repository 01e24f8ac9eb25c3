package import Foundation
import TimeWalkArchive
package import TimeWalkCore

/// The formats that an archive can be written in.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// The catalogue CSV.
  case csv
  /// The same, separated by tabs.
  case tsv
  /// GeoJSON after RFC 7946.
  case geojson
  /// One JSON object a line.
  case ndjson
  /// A GeoPackage, for QGIS and the like.
  case gpkg
  /// A manifest of the IIIF Presentation API 3.
  case iiif
  /// KML, for Google Earth and the like.
  case kml
  /// KML in a zip.
  case kmz
  /// A page of IIIF Georeference Annotations, of the maps that have them.
  case georef
  /// An item collection of the SpatioTemporal Asset Catalog.
  case stac

  /// True if the format is text, which can be written to a stream.
  package var isText: Bool { self != .gpkg && self != .kmz }

  /// The format for a file's name; `nil` for an ambiguous extension such as `.json`.
  package init?(fileName: String) {
    let ending = (fileName as NSString).pathExtension.lowercased()
    switch ending {
    case "txt", "": self = .csv
    case "tab": self = .tsv
    case "jsonl": self = .ndjson
    default: self.init(rawValue: ending)
    }
  }
}

/// The destination of an export.
package enum ExportDestination: Sendable {
  /// A file, which appears complete or not at all and replaces one of its name.
  ///
  /// For CSV and TSV also a folder: it gets `items.csv` and `collection.json`, or a folder with
  /// both for each of several collections.
  case file(path: String)
  /// An open handle, for formats that are text.
  case stream(FileHandle)
}

/// The selection and the format of an export.
package struct ExportOptions: Sendable {
  /// The default viewing range of drawn views.
  package static let usualViewDistance = 100.0

  /// The format; `nil` derives it from the file's name.
  package var format: ExportFormat?
  /// The collection; `nil` takes all.
  package var collection: String?
  /// True if GeoJSON has, after each point, the polygon of the image's footprint.
  ///
  /// A GeoPackage and KML always have them.
  package var hasFootprints: Bool
  /// The default viewing range of drawn views.
  package var viewDistance: Distance
  /// The address below which a IIIF manifest will be published; `nil` makes addresses that lead
  /// nowhere, with a warning.
  package var baseAddress: String?

  /// Makes options.
  package init(
    format: ExportFormat? = nil, collection: String? = nil, hasFootprints: Bool = false,
    viewDistance: Distance? = nil, baseAddress: String? = nil
  ) {
    self.format = format
    self.collection = collection
    self.hasFootprints = hasFootprints
    self.viewDistance =
      viewDistance ?? Distance(meters: ExportOptions.usualViewDistance) ?? .zero
    self.baseAddress = baseAddress
  }
}
