import TimeWalkArchive
import TimeWalkCore

extension CatalogueRow {
  /// The row's values in columns without a TimeWalk field; invalid ones are left out with a
  /// warning.
  mutating func otherColumns() -> [String: String] {
    var others = values.others
    // Another archive, and an edit, have all of them as one text.
    if !values.isEmpty(.otherColumns), let text = values.text(.otherColumns) {
      others.merge(FieldsText.dictionary(of: text)) { $1 }
    }
    guard !others.isEmpty else { return others }
    for (name, text) in others.sorted(by: { $0.key < $1.key }) where text.hasNUL || name.hasNUL {
      others[name] = nil
      warnOfOther(name, "has a NUL character; ignored in this row")
    }
    var size = others.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    let longestFirst = others.sorted {
      ($0.value.utf8.count, $1.key) > ($1.value.utf8.count, $0.key)
    }
    for (name, text) in longestFirst where size > ArchiveLimits.longestExtras {
      others[name] = nil
      size -= name.utf8.count + text.utf8.count
      warnOfOther(
        name,
        "is too long; ignored in this row. All extra columns of a row may have \(ArchiveLimits.longestExtras) bytes"
      )
    }
    return others
  }
}
