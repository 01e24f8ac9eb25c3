internal import Foundation
internal import TimeWalkArchive
import TimeWalkCatalogue
internal import TimeWalkCore

/// The selection and the format of an export, for every front.
public struct ExportRequest: Hashable, Sendable {
  /// The formats' names.
  public static var formats: [String] { ExportFormat.allCases.map(\.rawValue) }
  /// The default viewing range of drawn views, metres.
  public static let usualViewDistance = ExportOptions.usualViewDistance

  /// The file or folder; `-` is standard output.
  public var output: String
  /// A format's name; the one for the output's name when `nil`.
  public var format: String?
  /// The collection; all when `nil`.
  public var collection: String?
  /// True if GeoJSON has the polygons of the images' footprints.
  public var hasFootprints = false
  /// The default viewing range of drawn views, metres.
  public var viewDistance = ExportRequest.usualViewDistance
  /// The address below which a IIIF manifest will be published.
  public var baseAddress: String?

  /// Makes a request for the whole archive.
  public init(output: String) { self.output = output }

  func options() throws(TimeWalkError) -> ExportOptions {
    let known = format.map { ExportFormat(rawValue: $0.lowercased()) }
    if let known, known == nil {
      throw TimeWalkError(
        .invalidValue,
        "\"\(format ?? "")\" isn't a format; it must be one of "
          + ExportRequest.formats.joined(separator: ", "), field: "format")
    }
    guard viewDistance > 0, viewDistance <= 1_000_000,
      let distance = Distance(meters: viewDistance)
    else {
      throw TimeWalkError(
        .invalidValue, "the view distance must be more than 0 and at most 1000000 metres",
        field: "viewDistance")
    }
    return ExportOptions(
      format: known ?? nil, collection: collection, hasFootprints: hasFootprints,
      viewDistance: distance, baseAddress: baseAddress)
  }
}

extension Curator {
  /// Writes a collection, or the whole archive, in one of the formats.
  ///
  /// - Returns: the number of written items, and notes about them.
  public func export(_ request: ExportRequest) throws(TimeWalkError) -> ExportSummary {
    let options = try request.options()
    do throws(ArchiveError) {
      let destination: ExportDestination =
        request.output == "-" ? .stream(FileHandle.standardOutput) : .file(path: request.output)
      return ExportSummary(try archive.export(to: destination, options: options))
    } catch { throw TimeWalkError(error) }
  }
}
