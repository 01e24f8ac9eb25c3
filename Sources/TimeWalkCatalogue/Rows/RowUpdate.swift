package import TimeWalkArchive
import TimeWalkCore

/// A row of an item that the archive has: the row's fields, and the archive's values of the others.
///
/// - A field that the source lacks stays. So does a place without new coordinates, and a date if
///   the row's has no certain year.
/// - A new value clears its companions that the source lacks: a new position has no old accuracy.
/// - The direction that a caption gave changes with the caption.
package final class RowUpdate {
  private let row: SourceRow
  private let id: ItemID
  /// The fields that the row says something in.
  private let given: GivenFields
  /// The findings of `row(after:)` for a curator.
  package private(set) var findings: [ImportFinding] = []

  /// `nil` for a row that replaces every field, or is refused.
  package init?(_ row: SourceRow) {
    guard let id = row.id,
      !row.given.isAll || !row.lost.isEmpty || row.unplaced != nil || row.isYearUnknown
    else {
      return nil
    }
    (self.row, self.id, given) = (row, id, row.given.without(row.lost))
  }

  /// The row with the archive's values.
  ///
  /// Values that are invalid together leave the item unchanged, with a finding.
  package func row(after current: ItemEdit.Current) -> SourceRow {
    let (incoming, stored) = (row.fields, current.fields)
    let taken = columns(of: incoming, over: stored)
    let others = given.others(incoming[.otherColumns], over: stored[.otherColumns])
    note(incoming, stored)
    var result = row
    if case .item(let old, let copyOf) = current, let new = row.item {
      var item = ItemEdit.merged(old, new, taken)
      item.otherColumns = FieldsText.dictionary(of: others)
      result.item = item
      if !taken.contains(.copyOf) { result.copyOf = copyOf }
      return result
    }
    if case .unplaced(let old) = current, row.unplaced != nil {
      var fields = old.fields
      for column in taken { fields[column] = incoming[column] }
      fields[.otherColumns] = others
      result.unplaced?.fields = fields
      return result
    }
    var texts: [CatalogueColumn: String] = [:]
    for column in taken where column != .media { texts[column] = incoming[column] ?? "" }
    texts[.otherColumns] = others ?? ""
    do throws(ArchiveError) {
      let edited = try ItemEdit(id, FieldEdit(texts)).row(after: current)
      (result.item, result.unplaced, result.copyOf) = (edited.item, edited.unplaced, edited.copyOf)
      if taken.contains(.media) {
        // The row's own was looked for already.
        result.item?.media = incoming[.media].map(ItemEdit.media)
        result.unplaced?.fields[.media] = incoming[.media]
      }
    } catch {
      findings.append(.itemIsKept(id, because: error.message, line: row.line))
      current.replace(&result)
    }
    return result
  }

  /// The values of a row for comparing with a source's earlier ones.
  static func fields(
    of row: SourceRow, over stored: [CatalogueColumn: String]
  ) -> [CatalogueColumn: String] {
    guard let update = RowUpdate(row) else { return row.fields }
    let incoming = row.fields
    var result = stored
    for column in update.columns(of: incoming, over: stored) { result[column] = incoming[column] }
    result[.otherColumns] = update.given.others(
      incoming[.otherColumns], over: stored[.otherColumns])
    return result
  }

  /// The columns in which the row's values replace the archive's.
  private func columns(
    of incoming: [CatalogueColumn: String], over stored: [CatalogueColumn: String]
  ) -> Set<CatalogueColumn> {
    var taken: Set<CatalogueColumn> = []
    for column in CatalogueColumn.allCases where column != .id && column != .otherColumns {
      let group = column.companions
      guard group.first == column else { continue }
      let changed = group.filter { isSaid($0, incoming) && incoming[$0] != stored[$0] }
      let isNewCaption =
        column == .heading && !isSaid(column, incoming) && captionChanged(incoming, stored)
      if isNewCaption || changed.contains(where: \.isMain) {
        taken.formUnion(group)
      } else {
        taken.formUnion(changed)
      }
    }
    // The blank place of a row clears none.
    if row.unplaced != nil { taken.subtract([.latitude, .longitude]) }
    if taken.contains(.date), row.isYearUnknown, hasYear(stored) {
      taken.subtract(CatalogueColumn.date.companions)
    }
    return taken
  }

  /// Returns true if the row says something in a column.
  ///
  /// The source has it, and it isn't the blank of a row without a place.
  private func isSaid(_ column: CatalogueColumn, _ incoming: [CatalogueColumn: String]) -> Bool {
    let isBlankPlace = row.unplaced != nil && incoming[column] == nil
    switch column {
    case .latitude, .longitude: return incoming[column] != nil
    case .accuracy, .locationOf: return given.columns.contains(column) && !isBlankPlace
    case .dateText:
      // Words in the column of the date.
      return given.columns.contains(column)
        || incoming[column] != nil && given.columns.contains(.date)
    // They are part of an altitude.
    case .altitudeReference, .altitudeAccuracy:
      return given.columns.contains(column) && given.columns.contains(.altitude)
    default: return given.columns.contains(column)
    }
  }

  /// Returns true if a heading comes from a caption, and the caption now has another.
  private func captionChanged(
    _ incoming: [CatalogueColumn: String], _ stored: [CatalogueColumn: String]
  ) -> Bool {
    guard let heading = stored[.heading] else { return incoming[.heading] != nil }
    guard incoming[.heading] != heading else { return false }
    let others = FieldsText.dictionary(of: stored[.otherColumns])
    let captions =
      (given.columns.contains(.title) ? [stored[.title]].compactMap(\.self) : [])
      + others.filter { given.others.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    return CaptionHeading.find(in: captions).map { DecimalText.write($0.degrees) } == heading
  }

  private func hasYear(_ fields: [CatalogueColumn: String]) -> Bool {
    guard let date = fields[.date].flatMap({ try? CaptureDate(edtf: $0) }) else { return false }
    return !date.isYearless
  }

  private func note(_ incoming: [CatalogueColumn: String], _ stored: [CatalogueColumn: String]) {
    if row.unplaced != nil, stored[.latitude] != nil, given.columns.contains(.latitude) {
      findings.append(.placeIsKept(of: id, line: row.line))
    }
    if row.isYearUnknown, hasYear(stored), let date = stored[.date] {
      let text = incoming[.dateText] ?? incoming[.date] ?? ""
      if text != stored[.dateText] {
        findings.append(.dateIsKept(date, of: id, insteadOf: text, line: row.line))
      }
    }
  }
}
