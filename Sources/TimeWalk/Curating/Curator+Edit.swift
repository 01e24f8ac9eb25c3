internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore

extension Curator {
  /// Gives fields of an item new values, by the rules of an import.
  ///
  /// - Parameters:
  ///   - name: the item, `collection:identifier`.
  ///   - fields: the values by the catalogue's columns; an empty text makes a field unknown.
  ///   - basis: the item's last change that its editor knew, 0 for none; a later one refuses this
  ///     one. `nil` if unchecked.
  ///   - isDryRun: true to store nothing.
  ///   - author: the author.
  /// - Returns: the differences.
  /// - Throws: `notFound` when there is no such item, `invalidValue` with all faults of the values,
  ///   `dataRefused` where the item was changed after `basis`.
  public func set(
    _ name: String, _ fields: [String: String], basis: Int64? = nil, isDryRun: Bool,
    by author: ChangeAuthor
  ) throws(TimeWalkError) -> EditSummary {
    let id = try ItemID.named(name)
    let (values, others) = try columns(of: fields, collection: id.collection)
    return try edit(
      name, FieldEdit(values, others: others, basis: basis), as: .set, isDryRun: isDryRun,
      by: author)
  }

  /// Gives fields of all items that a search finds new values, by the rules of an import, in one
  /// change.
  ///
  /// - Parameters:
  ///   - request: selects the items; its limit and offset aren't used.
  ///   - fields: the values by the catalogue's columns; an empty text makes a field unknown.
  ///   - isDryRun: true to store nothing.
  ///   - author: the author.
  /// - Returns: the differences.
  /// - Throws: `notFound` when there is no such collection, `invalidValue` with all faults of the
  ///   values.
  public func set(
    all request: SearchRequest, _ fields: [String: String], isDryRun: Bool, by author: ChangeAuthor
  ) throws(TimeWalkError) -> ManyEditsSummary {
    var request = request
    (request.limit, request.offset) = (nil, 0)
    let asked = try AskedEra.read(request.era, isStrict: request.isEraStrict, in: archive)
    let query = try request.query(asked?.era)
    let (values, others) = try columns(of: fields, collection: request.collection)
    do throws(ArchiveError) {
      try archive.require(collection: request.collection)
      let report = try archive.set(
        all: query, values, others: others, folder: FileManager.default.currentDirectoryPath,
        isDryRun: isDryRun, by: author.provenance)
      return ManyEditsSummary(report, isDryRun: isDryRun)
    } catch { throw TimeWalkError(error) }
  }

  /// Fields by TimeWalk's columns, and those of the collection's own.
  private func columns(
    of fields: [String: String], collection: String?
  ) throws(TimeWalkError) -> ([CatalogueColumn: String], [String: String]) {
    var values: [CatalogueColumn: String] = [:]
    var others: [String: String] = [:]
    for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
      if let column = CatalogueColumn(named: field.lowercased()),
        CatalogueColumn.named.contains(column), column != .id
      {
        values[column] = value
        continue
      }
      let known = try ArchiveError.rethrowing(archive.otherColumns(of: collection))
      guard
        let own = known.first(where: { $0 == field })
          ?? known.first(where: { $0.lowercased() == field.lowercased() })
      else {
        let names = CatalogueColumn.named.filter { $0 != .id }.map(\.name) + known
        throw TimeWalkError(
          .invalidValue,
          "\"\(field)\" isn't a field that can be set; it must be one of \(names.joined(separator: ", "))",
          field: field)
      }
      others[own] = value
    }
    return (values, others)
  }

  /// Gives an item another place, or one where it had none.
  ///
  /// - Parameters:
  ///   - name: the item, `collection:identifier`.
  ///   - latitude: degrees north.
  ///   - longitude: degrees east.
  ///   - accuracy: the 68 % radius, metres; `nil` leaves it unchanged.
  ///   - isDryRun: true to store nothing.
  ///   - author: the author.
  /// - Returns: the differences.
  /// - Throws: as `set`.
  public func move(
    _ name: String, latitude: String, longitude: String, accuracy: String?, isDryRun: Bool,
    by author: ChangeAuthor
  ) throws(TimeWalkError) -> EditSummary {
    var values: [CatalogueColumn: String] = [.latitude: latitude, .longitude: longitude]
    for (column, value) in values where value.allSatisfy(\.isWhitespace) {
      throw TimeWalkError(.invalidValue, "the \(column.name) is empty", field: column.name)
    }
    values[.accuracy] = accuracy
    return try edit(name, FieldEdit(values), as: .move, isDryRun: isDryRun, by: author)
  }

  private func edit(
    _ name: String, _ edit: FieldEdit, as kind: JournalEntry.Kind, isDryRun: Bool,
    by author: ChangeAuthor
  ) throws(TimeWalkError) -> EditSummary {
    let id = try ItemID.named(name)
    var edit = edit
    edit.folder = FileManager.default.currentDirectoryPath
    do throws(ArchiveError) {
      let report = try archive.set(
        id, edit, as: kind, terms: ChangeTerms(isDryRun: isDryRun, by: author.provenance))
      return EditSummary(id, report, isDryRun: isDryRun)
    } catch { throw TimeWalkError(error) }
  }

  /// Removes items by their names.
  ///
  /// - Throws: `notFound` unless all are there, `unconfirmed` for many that are not agreed to.
  public func remove(
    _ names: [String], isAgreed: Bool, isDryRun: Bool, by author: ChangeAuthor
  ) throws(TimeWalkError) -> RemovalSummary {
    var ids: [ItemID] = []
    for name in names { ids.append(try ItemID.named(name)) }
    do throws(ArchiveError) {
      let report = try archive.remove(
        ids, isAgreed: isAgreed, isDryRun: isDryRun, by: author.provenance)
      return RemovalSummary(report, isDryRun: isDryRun)
    } catch { throw TimeWalkError(error) }
  }

  /// Removes a collection with all that is in it.
  ///
  /// - Throws: `notFound` when there is none, `unconfirmed` when it has items and that is not
  ///   agreed to.
  public func remove(
    collection name: String, isAgreed: Bool, isDryRun: Bool, by author: ChangeAuthor
  ) throws(TimeWalkError) -> RemovalSummary {
    do throws(ArchiveError) {
      let report = try archive.remove(
        collection: name, isAgreed: isAgreed, isDryRun: isDryRun, by: author.provenance)
      return RemovalSummary(report, isDryRun: isDryRun)
    } catch { throw TimeWalkError(error) }
  }

  /// An item that has no place, by its name; `nil` when there is none.
  public func unplacedItem(_ name: String) throws(TimeWalkError) -> UnplacedReport? {
    let id = try ItemID.named(name)
    return try ArchiveError.rethrowing(archive.unplacedItem(id).map(UnplacedReport.init))
  }

  /// An item's title, with or without a place, and whether it has a picture file.
  ///
  /// The title is `nil` if it has none, or is missing.
  package func shown(
    _ name: String
  ) throws(TimeWalkError) -> (title: String?, hasPicture: Bool) {
    let id = try ItemID.named(name)
    do throws(ArchiveError) {
      let item = try archive.item(id)
      let title =
        if let item { item.title as String? } else {
          try archive.unplacedItem(id)?.fields[.title]
        }
      let media = item.map { ItemReport($0).media }
      return (title?.isEmpty == false ? title : nil, media??.path != nil)
    } catch { throw TimeWalkError(error) }
  }

  /// A page of the items that have no place, in the order of their names.
  ///
  /// - Throws: `notFound` when there is no such collection.
  public func unplacedItems(
    collection: String?, limit: Int?, offset: Int
  ) throws(TimeWalkError) -> UnplacedItemsReport {
    do throws(ArchiveError) {
      try archive.require(collection: collection)
      let (items, total) = try archive.unplacedItems(
        ArchiveQuery(collection: collection, limit: limit, offset: offset))
      return UnplacedItemsReport(items, total: total)
    } catch { throw TimeWalkError(error) }
  }
}
