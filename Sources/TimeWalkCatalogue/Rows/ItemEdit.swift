package import TimeWalkArchive
package import TimeWalkCore

/// New values for fields of one item, read by the same rules as a catalogue's.
package struct ItemEdit {
  /// The item.
  package let id: ItemID
  private let edit: FieldEdit
  private var fields: [CatalogueColumn: String] { edit.fields }

  /// Makes an edit; one of nothing is good for finding the item.
  package init(_ id: ItemID, _ edit: FieldEdit = FieldEdit([:])) {
    self.id = id
    self.edit = edit
  }

  /// The archive's old values.
  package enum Current {
    case item(Item, copyOf: String?)
    case unplaced(UnplacedItem)

    package var fields: [CatalogueColumn: String] {
      switch self {
      case .item(let item, let copyOf): ItemFields.of(item, copyOf: copyOf)
      case .unplaced(let item): item.fields
      }
    }
  }

  /// The row that the item becomes.
  ///
  /// Throws `.invalidField` with all faults. Omitted fields stay exactly unchanged.
  package func row(after current: Current) throws(ArchiveError) -> SourceRow {
    if fields[.id] != nil {
      throw ArchiveError(
        .invalidField, "An item's id can't be changed, because other items may refer to it.")
    }
    guard edit.others.isEmpty else {
      var all = FieldsText.dictionary(of: current.fields[.otherColumns])
      for (name, text) in edit.others { all[name] = text.trimmed.isEmpty ? nil : text.trimmed }
      var fields = fields
      fields[.otherColumns] = all.isEmpty ? "" : FieldsText.text(of: all)
      return try ItemEdit(id, FieldEdit(fields, folder: edit.folder)).row(after: current)
    }
    var texts = current.fields
    // A picture that isn't given isn't looked for.
    texts[.media] = nil
    for (column, text) in fields { texts[column] = text.trimmed.isEmpty ? nil : text }
    let hasPlace = texts[.latitude] != nil || texts[.longitude] != nil
    if !hasPlace {
      // The rules are the same without a place, so any plausible place will do.
      texts[.latitude] = "1"
      texts[.longitude] = "1"
    }
    var read = try validated(texts)
    let faults = read.findings.filter { $0.severity == .fault }
    guard let item = read.item, faults.isEmpty else {
      let reasons = faults.map { finding in
        (finding.column.map { "\($0) \"\(finding.value ?? "")\": " } ?? "") + finding.reason
      }
      throw ArchiveError(.invalidField, reasons.joined(separator: "; ") + ".")
    }
    read.findings.removeAll { finding in !fields.keys.contains { $0.name == finding.column } }
    read.item = nil
    switch current {
    case .item(let old, let copyOf) where hasPlace:
      read.item = ItemEdit.merged(old, item, given)
      if fields[.copyOf] == nil { read.copyOf = copyOf }
    case .unplaced where hasPlace:
      var placed = item
      if fields[.media] == nil { placed.media = current.fields[.media].map(ItemEdit.media) }
      read.item = placed
    default:
      read.unplaced = UnplacedItem(
        id: id, fields: fieldsWithoutPlace(current, item, copyOf: read.copyOf))
      read.copyOf = nil
    }
    return read
  }

  /// Reads one row of a catalogue with these texts.
  private func validated(_ texts: [CatalogueColumn: String]) throws(ArchiveError) -> SourceRow {
    var texts = texts
    texts[.id] = id.identifier
    var source = CatalogueSource(
      fields: texts,
      context: SourceContext(
        statement: CollectionStatement(name: id.collection),
        media: edit.folder.map { MediaFolders(base: $0, others: ["/"]) }, isGivenByHand: true))
    guard var row = try source.next() else {
      throw ArchiveError(.invalidField, "The fields are not text.")
    }
    row.line = nil
    row.findings = row.findings.map { finding in
      var finding = finding
      finding.line = nil
      return finding
    }
    return row
  }

  /// The old item with the new one's values in some columns.
  static func merged(_ old: Item, _ new: Item, _ columns: Set<CatalogueColumn>) -> Item {
    var item = old
    let place = (old.pose.coordinate, new.pose.coordinate)
    if let coordinate = Coordinate(
      latitude: columns.contains(.latitude) ? place.1.latitude : place.0.latitude,
      longitude: columns.contains(.longitude) ? place.1.longitude : place.0.longitude,
      horizontalAccuracy: columns.contains(.accuracy)
        ? place.1.horizontalAccuracy : place.0.horizontalAccuracy)
    {
      item.pose.coordinate = coordinate
    }
    if columns.contains(.media) { item.media = new.media }
    if columns.contains(.outline) || columns.contains(.georeference) { item.ground = new.ground }
    // In the order of the columns: an altitude comes before its reference.
    for column in CatalogueColumn.allCases where columns.contains(column) && column != .accuracy {
      column.copy(from: new, to: &item)
    }
    return item
  }

  /// The columns that are given; the words and the reading of a date go together.
  private var given: Set<CatalogueColumn> {
    var given = Set(fields.keys)
    if given.contains(.date) || given.contains(.dateText) { given.formUnion([.date, .dateText]) }
    return given
  }

  private func fieldsWithoutPlace(
    _ current: Current, _ read: Item, copyOf: String?
  ) -> [CatalogueColumn: String] {
    var result = current.fields
    let canonical = ItemFields.of(read, copyOf: copyOf)
    for column in given { result[column] = canonical[column] }
    result[.latitude] = nil
    result[.longitude] = nil
    return result
  }

  /// The picture of a text that has been judged before.
  package static func media(_ text: String) -> Media {
    WebAddress.isWeb(text) ? .url(text) : .file(path: text)
  }
}
