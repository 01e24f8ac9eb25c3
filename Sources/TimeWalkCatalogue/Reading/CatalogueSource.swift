import TimeWalkArchive
import TimeWalkBase
import TimeWalkCore

/// Rows from any source of records: one mapping, one judge.
struct CatalogueSource<Records: MappedRecords>: ItemSource {
  let statement: CollectionStatement
  var isNamed: Bool { context.isNamed }
  let eras: [NamedEra]
  let findings: [ImportFinding]
  let mapping: [FieldSource]
  private var records: Records
  private let context: SourceContext
  private let area: CollectionArea?
  private let given: GivenFields
  private let keepsUnreadableDates: Bool
  private let dates: DateReadings
  private var seen = SeenIdentifiers()
  /// True if a date in words has occurred, which confirms the doubts about dates in numbers.
  private var hasWords = false
  private var doubts: [ImportFinding] = []
  private var places = SharedPlaces()
  private var swapped = SwappedPlaces()
  private var letters = HeadingLetters()
  /// The rows in another encoding than the file's, and the encoding.
  private var otherRows = 0
  private var otherEncoding = SingleByteEncoding.windows1252
  private var madeIdentifiers = 0
  private(set) var assumed = AssumedValues()

  init(_ records: Records, mapping: FieldMapping, context: SourceContext) {
    self.records = records
    self.context = context
    dates = DateReadings(order: context.dateOrder)
    statement = context.statement
    area = context.area
    eras = context.eras
    findings = context.findings + records.findings
    self.mapping = mapping.shown
    given = mapping.given
    keepsUnreadableDates = mapping.keepsUnreadableDates
  }

  /// The next row; a format's skipped lines, such as blank ones, don't count.
  mutating func next() throws(ArchiveError) -> SourceRow? {
    guard try records.next() else { return nil }
    var row = CatalogueRow(records.values, isStrict: context.isGivenByHand)
    let place = records.place
    if let problem = records.problem {
      row.fault(nil, problem)
      return SourceRow(item: nil, findings: row.findings, line: place.line)
    }
    let id = row.readIdentifier(makes: context.makesIdentifiers)
    if row.hasMadeIdentifier { madeIdentifiers += 1 }
    if row.values.isEmpty(.title) { row.refuseTotal() }
    switch records.fault {
    case (.fault, let reason)?: row.fault(nil, reason)
    case (_, let reason)?: row.warn(nil, reason)
    case nil: break
    }
    if let encoding = records.otherEncoding {
      otherRows += 1
      otherEncoding = encoding
      if otherRows == 1 {
        row.warn(
          nil, "isn't UTF-8; read as \(encoding.title)",
          hint: "if it looks wrong, set the file's encoding with --encoding NAME")
      }
    }
    if let id {
      if let first = seen.add(id, line: place.line ?? 0) {
        let isLine = place.path == nil
        if row.hasMadeIdentifier {
          row.fault(
            nil,
            "has the same contents as \(isLine ? "line \(first)" : "another record"), and no id")
        } else {
          row.fault(.id, isLine ? "is already in line \(first)" : "is repeated")
        }
      }
    }
    let (item, unplaced, date) = item(id, from: &row)
    let copyOf = row.copyOf()
    row.warnOfMissed()
    guard !row.hasFault else {
      return SourceRow(item: nil, findings: row.findings, copyOf: copyOf, line: place.line)
    }
    if let id, let coordinate = item?.pose.coordinate {
      places.add(coordinate, of: id, line: place.path == nil ? place.line : nil)
    }
    var result = SourceRow(
      item: item,
      unplaced: unplaced.map { $0.with(.copyOf, copyOf) }, findings: row.findings, copyOf: copyOf,
      line: place.line)
    (result.given, result.lost) = (given, row.lost.union(records.untold))
    result.isYearUnknown = date.isYearUnknown
    return result
  }

  var closingFindings: [ImportFinding] {
    var closing = places.findings + swapped.closingFindings
    if otherRows > 1 {
      closing.append(
        ImportFinding(
          .warning, line: nil,
          reason: "\(otherRows) rows aren't UTF-8; read as \(otherEncoding.title)"))
    }
    if madeIdentifiers > 0 {
      closing.append(
        ImportFinding(
          .note, line: nil, column: CatalogueColumn.id.name,
          reason:
            "\(madeIdentifiers == 1 ? "1 row has" : "\(madeIdentifiers) rows have") no id; generated from title, date, creator, "
            + "credit, source and media. If one of these changes, the row becomes another item"))
    }
    return closing
  }

  /// Reads every column, to find every fault, and makes an item if there is none.
  private mutating func item(_ id: String?, from row: inout CatalogueRow<Records.Values>)
    -> (Item?, UnplacedItem?, WrittenDate)
  {
    let hadFault = row.hasFault
    let place = row.place()
    // An unknown place has a substitute coordinate, which is ignored.
    guard
      let coordinate = Coordinate(
        latitude: place.latitude ?? 0, longitude: place.longitude ?? 0)
    else { return (nil, nil, WrittenDate()) }
    var item = Item(
      id: ItemID(collection: statement.name, identifier: id ?? ""),
      pose: RecordedPose(coordinate: coordinate))
    row.fill(&item)
    var headingAccuracy = row.headingAccuracy()
    var date = row.date(by: dates, keepsUnreadable: keepsUnreadableDates)
    if let column = date.undecided {
      dates.take(records.dateOrders(shownBy: column), of: column)
      date = row.date(by: dates, keepsUnreadable: keepsUnreadableDates)
    }
    row.doubt(date.date, today: context.today)
    doubts += date.doubts
    if date.text != nil { hasWords = true }
    if hasWords {
      row.add(doubts)
      doubts = []
    }
    (item.date, item.dateText) = (date.date, date.text)
    item.pose.locationOf = row.locationOf()
    if let text = row.headingWords() {
      letters.note(text)
      if !letters.isWhole, LetterO.isWind(text) { letters.take(records.headingLetters()) }
    }
    let written = row.heading(letters.meaning)
    item.pose.heading = written?.0
    headingAccuracy = headingAccuracy ?? written?.accuracy
    if item.pose.heading == nil, row.isEmpty(.heading), let said = row.captionHeading() {
      item.pose.heading = Heading(degrees: said.degrees)
      headingAccuracy = said.accuracy
    }
    item.pose.headingAccuracy = headingAccuracy.flatMap(Angle.init(degrees:))
    item.pose.altitude = row.altitude()
    item.view = row.view()
    item.license = row.license()
    item.source = row.source()
    item.media = row.media(in: context.media)
    item.otherColumns = row.otherColumns()
    let (kind, otherKind) = row.kind()
    item.kind = kind
    if let otherKind { item.otherColumns["kind_text"] = otherKind }
    let ground = row.ground()
    item.ground = ground?.0
    row.doubt(place, area: area)
    if area == nil, let latitude = place.latitude, let longitude = place.longitude,
      latitude != 0 || longitude != 0
    {
      row.add(
        swapped.add(
          latitude: latitude, longitude: longitude, row.swapped(place), stray: row.stray(place)))
    }
    // A map without its own place lies in the middle of its area.
    let middle = place.isUnknown ? ground?.middle : nil
    guard !hadFault, !row.hasFault, id != nil else { return (nil, nil, date) }
    if let middle {
      item.pose.coordinate = middle.with(
        horizontalAccuracy: item.pose.coordinate.horizontalAccuracy)
      item.pose.locationOf = .subject
    }
    if !item.isMap {
      if row.isEmpty(.locationOf) { assumed.locationOf += 1 }
      if !place.isUnknown, row.isEmpty(.accuracy) { assumed.accuracy += 1 }
    }
    return place.isUnknown && middle == nil ? (nil, UnplacedItem(item), date) : (item, nil, date)
  }
}

/// The properties of a source for all rows.
struct SourceContext {
  /// The source's statement about its collection.
  var statement: CollectionStatement
  /// True if a `collection.json` has the name.
  var isNamed = false
  /// The eras that it names.
  var eras: [NamedEra] = []
  /// The areas of the archive's collections.
  var areas: [String: CollectionArea] = [:]
  /// The folders of files; `nil` when no file can be named.
  var media: MediaFolders?
  /// The first part of numeric dates.
  var dateOrder: DateReading.NumberOrder?
  /// The day of the import.
  var today: Day?
  /// True if a user gives the values; each of them must then be readable.
  var isGivenByHand = false
  /// True if rows without an identifier get one.
  var makesIdentifiers = false
  /// The findings before the first row.
  var findings: [ImportFinding] = []

  /// The area of the items: from the source, else from its earlier statement.
  var area: CollectionArea? { statement.area ?? areas[statement.name] }
}
