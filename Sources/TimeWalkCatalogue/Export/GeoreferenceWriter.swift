import TimeWalkArchive

/// Writes the maps of an archive as a page of IIIF Georeference Annotations, each as it came.
///
/// Items without a georeference are left out.
final class GeoreferenceWriter: ExportWriter {
  private let output: OutputFile
  private var isFirst = true

  init(to output: OutputFile) { self.output = output }

  func begin() throws {
    try output.write(
      """
      {"@context":["http://iiif.io/api/extension/georef/1/context.json",\
      "http://iiif.io/api/presentation/3/context.json"],"type":"AnnotationPage","items":[
      """)
  }

  /// Returns true if the record is a map with a georeference.
  func write(_ record: CatalogueRecord) throws -> Bool {
    guard let annotation = record.text(.georeference) else { return false }
    try output.write((isFirst ? "\n" : ",\n") + annotation)
    isFirst = false
    return true
  }

  func finish() throws {
    try output.write("\n]}\n")
    try output.finish()
  }
}
