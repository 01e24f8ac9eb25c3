package import TimeWalkCore

/// An item's value in a column of the catalogue.
package enum CatalogueValue: Hashable {
  case number(Double)
  case text(String)

  /// The value as a catalogue writes it.
  package var text: String {
    switch self {
    case .number(let number): DecimalText.write(number)
    case .text(let text): text
    }
  }
}

/// The names of media files in a catalogue: relative to its folder if they are below it.
package struct MediaNames {
  /// The folder, ending in a slash; `nil` when the catalogue goes into no file, and names files by
  /// their whole path.
  package let folder: String?

  package init(folder: String?) {
    self.folder = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// The text of the column.
  package func name(of media: Media) -> String {
    switch media {
    case .url(let address): return address
    case .file(let path):
      guard let folder, path.hasPrefix(folder) else { return path }
      let name = String(path.dropFirst(folder.count))
      // `scan:1.jpg` would be read as an address, and spaces at the ends are not kept.
      return WebAddress.scheme(of: name) == nil && name == name.trimmed ? name : "./" + name
    }
  }

  /// Returns true if a reader of the catalogue finds the picture without being allowed another
  /// folder.
  package func reaches(_ media: Media?) -> Bool {
    guard case .file(let path) = media, let folder else { return true }
    return path.hasPrefix(folder)
  }
}
