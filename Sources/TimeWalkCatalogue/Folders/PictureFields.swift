package import TimeWalkArchive

/// A picture's own metadata, by a catalogue's columns.
package struct PictureFields: Hashable, Sendable {
  /// The texts, as a catalogue would have them; never `id` or `media`.
  package var fields: [CatalogueColumn: String]
  /// The metadata's description, which may contain the camera's direction; `nil` without one.
  package var caption: String?
  /// The faults of the metadata, a sentence each.
  package var warnings: [String]

  /// Makes them.
  package init(
    fields: [CatalogueColumn: String] = [:], caption: String? = nil, warnings: [String] = []
  ) {
    self.fields = fields
    self.caption = caption
    self.warnings = warnings
  }
}
