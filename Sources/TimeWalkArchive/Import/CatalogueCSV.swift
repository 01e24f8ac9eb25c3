import Foundation
import TimeWalkCore

/// A catalogue in the design's CSV: one item a row, columns in any order.
struct CatalogueCSV: ItemSource {
  /// The file's name in a folder that is imported as a whole.
  static let fileName = "items.csv"

  let statement: CollectionStatement
  let eras: [NamedEra]
  let findings: [ImportFinding]
  private var reader: CSVReader
  private let header: CatalogueHeader
  private let media: MediaFolders?
  private let dateOrder: DateReading.NumberOrder?
  private var lines: [String: Int] = [:]
  /// Whether a date in words has been seen, so that doubts about dates in numbers are real.
  private var hasWords = false
  private var doubts: [ImportFinding] = []

  /// Opens a CSV, or the `items.csv` in a folder.
  ///
  /// The collection's name is the one that is asked for, else that of `collection.json` beside the file, else
  /// the file's own, or its folder's for `items.csv`. Where another name is asked for than the one in
  /// `collection.json`, that file is not used.
  init(path: String, options: ImportOptions) throws(ArchiveError) {
    var file = URL(fileURLWithPath: path).standardizedFileURL
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue
    {
      let inside = file.appendingPathComponent(CatalogueCSV.fileName)
      guard FileManager.default.fileExists(atPath: inside.path) else {
        throw ArchiveError(
          .inputMissing, "The folder \(file.path) holds no \(CatalogueCSV.fileName).")
      }
      file = inside
    }
    let folder = file.deletingLastPathComponent()
    let described = try CatalogueCSV.collectionFile(in: folder.path, asked: options.collection)
    let stem = file.deletingPathExtension().lastPathComponent
    let plain = file.lastPathComponent == CatalogueCSV.fileName ? folder.lastPathComponent : stem
    try self.init(
      ByteSource(path: file.path),
      statement: described?.statement ?? CollectionStatement(name: options.collection ?? plain),
      media: MediaFolders(base: folder.path, others: options.mediaFolders),
      eras: described?.eras ?? [], dateOrder: options.dateOrder,
      findings: (described?.doubts ?? []).map {
        ImportFinding(
          .warning, line: nil, column: nil, reason: "\(CollectionFile.name): \($0)")
      })
  }

  /// Reads rows from any bytes; without `media`, files can't be named.
  init(
    _ source: ByteSource, statement: CollectionStatement, media: MediaFolders?,
    eras: [NamedEra] = [], dateOrder: DateReading.NumberOrder? = nil,
    findings: [ImportFinding] = []
  ) throws(ArchiveError) {
    if let fault = CollectionStatement.fault(inName: statement.name) {
      throw ArchiveError(.invalidName, "\"\(statement.name)\": \(fault).")
    }
    self.statement = statement
    self.media = media
    self.eras = eras
    self.dateOrder = dateOrder
    reader = try CSVReader(source)
    guard try reader.next() else {
      throw ArchiveError(.inputUnreadable, "The file is empty: it has no header.")
    }
    if let problem = reader.problem {
      throw ArchiveError(.inputUnreadable, "The header can't be read: \(problem).")
    }
    var names: [String] = []
    for index in 0..<reader.count {
      guard let name = reader.text(index) else {
        throw ArchiveError(.inputUnreadable, "The header is not UTF-8 text.")
      }
      names.append(name)
    }
    header = try CatalogueHeader(names)
    let line = reader.line
    self.findings =
      findings
      + header.unknown.map {
        ImportFinding(
          .warning, line: line, column: $0, reason: "the column is not known and ignored")
      }
  }

  /// The next row; blank lines are passed over.
  mutating func next() throws(ArchiveError) -> SourceRow? {
    guard try reader.next() else { return nil }
    var row = CatalogueRow(reader, header: header)
    if let problem = reader.problem {
      row.fault(nil, problem)
      return SourceRow(item: nil, findings: row.findings)
    }
    let id = row.readIdentifier()
    let isTooLong =
      reader.count > header.count
      && (header.count..<reader.count).contains { !reader.isEmpty($0) }
    if isTooLong {
      row.fault(
        nil,
        "has \(reader.count) values for \(header.count) columns; is a value with a comma not quoted?"
      )
    } else if reader.count < header.count {
      row.warn(nil, "has \(reader.count) values for \(header.count) columns; the rest is unknown")
    }
    if let id {
      if let first = lines[id] {
        row.fault(.id, "stands in line \(first) already")
      } else {
        lines[id] = reader.line
      }
    }
    let item = item(id, from: &row)
    let copyOf = row.copyOf()
    return SourceRow(
      item: row.hasFault ? nil : item, findings: row.findings, copyOf: copyOf, line: reader.line)
  }

  /// Reads every column, so that every fault is found, and makes an item if there is none.
  private mutating func item(_ id: String?, from row: inout CatalogueRow) -> Item? {
    let hadFault = row.hasFault
    let latitude = row.number(.latitude, in: -90...90)
    let longitude = row.number(.longitude, in: -180...180)
    for (column, value) in [(CatalogueColumn.latitude, latitude), (.longitude, longitude)]
    where value == nil {
      if row.isEmpty(column) { row.fault(column, "is empty") }
    }
    let accuracy = row.number(.accuracy, in: 0...20_000_000)
    let headingAccuracy = row.headingAccuracy()
    let title = row.text(.title) ?? ""
    let date = row.date(order: dateOrder)
    doubts += date.doubts
    if date.text != nil { hasWords = true }
    if hasWords {
      row.add(doubts)
      doubts = []
    }
    let locationOf = row.locationOf()
    let heading = row.heading()
    let field = row.fieldOfView()
    let pitch = row.number(.pitch, in: -90...90)
    let altitude = row.number(.altitude, in: -20_000...100_000_000)
    let viewDistance = row.viewDistance()
    let (creator, license, credit) = (row.text(.creator), row.license(), row.text(.credit))
    let (source, picture) = (row.source(), row.media(in: media))
    guard !hadFault, !row.hasFault, let id, let latitude, let longitude,
      let coordinate = Coordinate(
        latitude: latitude, longitude: longitude,
        horizontalAccuracy: accuracy.flatMap(Distance.init(meters:)))
    else { return nil }
    return Item(
      id: ItemID(collection: statement.name, identifier: id), title: title, date: date.date,
      dateText: date.text,
      pose: RecordedPose(
        coordinate: coordinate, locationOf: locationOf, heading: heading,
        headingAccuracy: headingAccuracy.flatMap(Angle.init(degrees:)), fieldOfView: field,
        pitch: pitch.flatMap(Angle.init(degrees:)),
        // The catalogue's column doesn't say what its metres are measured from.
        altitude: altitude.flatMap { Altitude(meters: $0, reference: .unknown) },
        viewDistance: viewDistance),
      creator: creator, license: license, credit: credit, source: source, media: picture)
  }

  private static func collectionFile(in folder: String, asked: String?) throws(ArchiveError)
    -> CollectionFile?
  {
    guard let asked else { return try CollectionFile.read(in: folder) }
    // A file of another collection, or a broken one, is none of this import's business.
    guard let file = try? CollectionFile.read(in: folder), file.statement.name == asked else {
      return nil
    }
    return file
  }
}
