internal import Foundation
internal import TimeWalkArchive
import TimeWalkCatalogue
internal import TimeWalkCore

/// What is taken out of the archive, and how, in the words of every front.
public struct ExportRequest: Hashable, Sendable {
  /// The formats' names.
  public static var formats: [String] { ExportFormat.allCases.map(\.rawValue) }
  /// How far a view is drawn that doesn't say how far it looks, metres.
  public static let usualViewDistance = ExportOptions.usualViewDistance

  /// The file or folder; `-` is standard output.
  public var output: String
  /// A format's name; the one that the output's name asks for when `nil`.
  public var format: String?
  /// The collection; all when `nil`.
  public var collection: String?
  /// Whether GeoJSON has the polygons of what the images show.
  public var hasFootprints = false
  /// How far a view is drawn that doesn't say how far it looks, metres.
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
  /// - Returns: how many items were written, and what to know about them.
  public func export(_ request: ExportRequest) throws(TimeWalkError) -> ExportSummary {
    let options = try request.options()
    do throws(ArchiveError) {
      let destination: ExportDestination =
        request.output == "-" ? .stream(FileHandle.standardOutput) : .file(path: request.output)
      return ExportSummary(try archive.export(to: destination, options: options))
    } catch { throw TimeWalkError(error) }
  }
}
