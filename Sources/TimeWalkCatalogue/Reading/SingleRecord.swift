import TimeWalkArchive

/// One record of TimeWalk's own fields, given by a user.
struct SingleRecord: RawRecords {
  private let fields: [CatalogueColumn: String]
  private var isRead = false

  init(_ fields: [CatalogueColumn: String]) { self.fields = fields }

  var names: [String] { fields.keys.map(\.name).sorted() }
  let place = SourceLine()
  let problem: String? = nil

  mutating func next() -> Bool {
    defer { isRead = true }
    return !isRead
  }

  func text(_ name: String) -> String? { CatalogueColumn(named: name).flatMap { fields[$0] } }
}

extension CatalogueSource where Records == RuledRecords<SingleRecord> {
  /// One row of given fields; captions are not read, because a user who gives a title can also give
  /// a heading.
  init(fields: [CatalogueColumn: String], context: SourceContext) {
    var mapping = FieldMapping()
    for column in fields.keys { mapping.set(column, .name(column.name), .own) }
    self.init(
      RuledRecords(SingleRecord(fields), mapping: mapping, join: nil, findings: []),
      mapping: mapping, context: context)
  }
}
