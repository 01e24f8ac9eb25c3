internal import Foundation
import TimeWalkCatalogue
import TimeWalkReading
internal import TimeWalkStorage
internal import TimeWalkArchive
internal import TimeWalkCore

/// The first part of a numeric date, such as `3/4/1905`.
public enum DateOrder: String, Hashable, Sendable, CaseIterable {
  /// The third of April.
  case dayMonth = "day-month"
  /// The fourth of March.
  case monthDay = "month-day"

  var order: DateReading.NumberOrder {
    switch self {
    case .dayMonth: .dayMonth
    case .monthDay: .monthDay
    }
  }
}

/// The curators' operations on an archive, in the types that every front shares.
public struct Curator: Sendable {
  let archive: any CuratedArchive
  /// The reader of pictures.
  let readers = PictureReaders()

  /// A notice for readers of the archive; `nil` when there is none.
  public var notice: String? {
    guard archive.isFromNewerVersion else { return nil }
    return
      "\(archive.location) was made by a newer version of TimeWalk. It can be read but not changed, and may hold "
      + "data that this version doesn't show"
  }

  /// Takes an archive that is open.
  init(archive: any CuratedArchive) { self.archive = archive }

  /// Opens the archive read-only.
  ///
  /// - Throws: `inputMissing` when there is none, with the way to create one.
  public init(reading places: StorePaths) throws(TimeWalkError) {
    archive = try ArchiveError.rethrowing(places.location.open(for: .reading))
  }

  /// Takes the archive that a pipeline has open, or opens it read-only.
  ///
  /// - Throws: `inputMissing` when there is none.
  package init(reading places: StorePaths, of pipeline: Pipeline) throws(TimeWalkError) {
    guard let archive = pipeline.archive as? any CuratedArchive else {
      try self.init(reading: places)
      return
    }
    self.init(archive: archive)
  }

  /// Opens the archive to change its content.
  ///
  /// - Throws: `inputMissing` when there is none.
  public init(changing places: StorePaths) throws(TimeWalkError) {
    archive = try ArchiveError.rethrowing(places.location.open(for: .changing))
  }

  /// Imports into the archive, which is made when it is missing.
  ///
  /// For a dry run, a missing one is made elsewhere and removed again.
  ///
  /// - Throws: the errors of ``importCatalogue(_:)``; `cannotCreate` or the archive's errors when
  ///   it can't be made. Before that, `inputMissing` for a missing source, or the file's error when
  ///   it can't be read.
  public static func importing(
    _ request: ImportRequest, into places: StorePaths
  ) throws(TimeWalkError) -> ImportSummary {
    let isThere = try ArchiveError.rethrowing(places.location.exists())
    guard !isThere else { return try Curator(writing: places).importCatalogue(request) }
    do throws(ArchiveError) {
      var options = ImportOptions(collection: request.collection)
      try request.reading.apply(to: &options)
      // Only the existence of a picture is checked, not its content.
      options.describe = { _ in PictureFields() }
      try options.check(request.source, archive: ArchiveLocation.archive)
    } catch { throw TimeWalkError(error) }
    guard request.isDryRun else { return try Curator(writing: places).importCatalogue(request) }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("timewalk-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var places = places
    places.archive = folder.appendingPathComponent("archive.sqlite").path
    return try Curator(writing: places).importCatalogue(request)
  }

  /// Opens the archive to import into, and makes it and its folder when they are missing.
  public init(writing places: StorePaths) throws(TimeWalkError) {
    if let path = places.location.path {
      let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
      do throws(StorageError) { try DurableFolder.make(folder.path) } catch {
        throw TimeWalkError(error.isFull ? .noSpace : .cannotCreate, "\(error)", cause: error)
      }
    }
    archive = try ArchiveError.rethrowing(places.location.open(for: .making))
  }

  /// Imports a catalogue.
  ///
  /// - Returns: the result; refused rows are in the report and are not an error.
  /// - Throws: the archive's errors when the source or the archive can't be used; then nothing was
  ///   changed.
  public func importCatalogue(_ request: ImportRequest) throws(TimeWalkError) -> ImportSummary {
    let look: @Sendable (String) throws -> Fingerprint? = { [readers] in
      try Fingerprint(ofPictureAt: $0, readers: readers)
    }
    var options = ImportOptions(
      collection: request.collection, isDryRun: request.isDryRun,
      mediaFolders: request.mediaFolders, dateOrder: request.dateOrder?.order,
      fingerprint: request.makesFingerprints ? look : nil, progress: request.progress)
    options.provenance = request.author.provenance
    options.replaces = request.replacing != nil
    options.mayRemove = request.replacing?.isAgreed ?? false
    options.mayRemoveDespiteRefused = request.replacing?.allowsRefused ?? false
    options.overwritesCorrections = request.overwritesCorrections
    let source = ArchiveLocation(request.source)
    // An address is kept without its password.
    options.origin = request.origin ?? (source.isServer ? source.shown : nil)
    options.otherArchive = ArchiveLocation.archive
    options.today = request.author.today
    if let mapped = request.mapped {
      options.mapped = { mapped($0.map(ImportSummary.Field.init)) }
    }
    let pictures = PictureReading(
      geoid: GeoidFile.installed(environment: ProcessInfo.processInfo.environment)
        .flatMap { try? GeoidFile.read($0) }, readers: readers, system: request.reading.system)
    options.describe = { try pictures.fields(ofPictureAt: $0) }
    options.inspect = { [readers] in try MediaKind(ofFileAt: $0, readers: readers) }
    options.media = request.media.copies ? .copy : .link
    options.mediaLimit = request.media.limit ?? MediaLimits.bytes
    options.requiresRights = request.requiresRights
    do throws(ArchiveError) {
      try request.reading.apply(to: &options)
      return ImportSummary(try archive.importCatalogue(at: request.source, options: options))
    } catch { throw TimeWalkError(error) }
  }

  /// The collections with their sizes.
  public func collections() throws(TimeWalkError) -> CollectionsReport {
    try CollectionsReport(archive)
  }

  /// One item by its name, `collection:identifier`.
  ///
  /// - Throws: `notFound` when there is none.
  public func item(_ name: String) throws(TimeWalkError) -> ItemReport {
    try ItemReport.find(name, in: archive)
  }

  /// A page of items, followed at the end by those without a place, if requested.
  public func search(_ request: SearchRequest) throws(TimeWalkError) -> ItemsReport {
    var (report, query) = try ItemsReport.find(request, in: archive)
    guard request.includesUnplaced else { return report }
    guard request.after == nil else {
      throw TimeWalkError(
        .invalidValue, "items without a place can't be paged by after; use offset", field: "after")
    }
    let placed = report.total ?? 0
    do throws(ArchiveError) {
      var rest = query
      rest.offset = max(0, query.offset - placed)
      rest.limit = query.limit.map { $0 - report.items.count }
      let unplaced = try archive.unplacedItems(rest)
      report.total = placed + unplaced.total
      report.next = nil
      if !unplaced.items.isEmpty { report.unplaced = unplaced.items.map(UnplacedReport.init) }
      return report
    } catch { throw TimeWalkError(error) }
  }
}
