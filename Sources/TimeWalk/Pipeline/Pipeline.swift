package import Foundation
internal import Synchronization
package import TimeWalkArchive
package import TimeWalkCore
package import TimeWalkImaging
package import TimeWalkLibrary
internal import TimeWalkMetadata
package import TimeWalkReading

/// The steps from a photo or a pose to the historical images of the same view.
///
/// Fronts make one and call it. Its only state is the open archive and library and the last plates,
/// and it may be used from several threads.
public final class Pipeline: Sendable {
  /// The historical archive; `nil` when there is none yet, which is not an error but a warning.
  let archive: (any HistoricalArchive)?
  /// The path of the archive, for the warning.
  let archivePath: String
  /// The user's photos; `nil` for fronts that only match.
  let library: PhotoLibrary?
  /// The fonts that are written with.
  let fonts: FontSet?
  /// The surface of the sea; `nil` if no grid is installed.
  let geoid: Geoid?
  /// The reader of photos.
  package let readers: PictureReaders
  /// The memory that requests on several threads share.
  package let memory: MemoryBudget
  /// The limit for low disk space.
  let space: SpaceLimits
  /// The time, read once for each request.
  let clock: @Sendable () -> Date
  /// The judge.
  let matcher: Matcher
  /// The permitted folders for photos and outputs; `nil` for all.
  let allowed: AllowedFolders?
  /// Faults of the archive's store, whose messages don't belong into answers.
  package let storeFaults = StoreFaults()
  /// The plates that were drawn last.
  let plates = PlateCache()
  /// A photo that is being read already; it is given out once.
  private let first: Mutex<PhotoAhead?>

  /// The longest side of returned pictures, pixels.
  public static let greatestSide = 2048

  /// Makes a pipeline from its parts; `Checkup` reports a geoid that can't be read.
  package init(
    archive: (any HistoricalArchive)?, archivePath: String, library: PhotoLibrary? = nil,
    fonts: FontSet? = nil, geoidPath: String? = nil,
    readers: PictureReaders = PictureReaders(),
    memory: MemoryBudget = MemoryBudget(), space: SpaceLimits = SpaceLimits(),
    matcher: Matcher = Matcher(), allowed: AllowedFolders? = nil, first: PhotoAhead? = nil,
    clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.archive = archive
    self.archivePath = archivePath
    self.library = library
    self.fonts = fonts
    geoid = geoidPath.flatMap { path in
      do throws(TimeWalkError) { return try GeoidFile.read(path) } catch { return nil }
    }
    self.readers = readers
    self.memory = memory
    self.space = space
    self.matcher = matcher
    self.allowed = allowed
    self.first = Mutex(first)
    self.clock = clock
  }

  /// Opens the archive and the library at their paths.
  ///
  /// - Parameters:
  ///   - places: the paths; the default archive may be missing.
  ///   - forPhotos: true if photos will be submitted, which needs the library and the fonts.
  /// - Throws: `inputMissing` for a named archive that is not there, and why the library or the
  ///   fonts can't be used.
  public convenience init(places: StorePaths, forPhotos: Bool) throws(TimeWalkError) {
    try self.init(places: places, forPhotos: forPhotos, readers: PictureReaders())
  }

  /// The same, with the reader of photos and the resources that several threads share.
  ///
  /// - Parameters:
  ///   - places: the paths; the default archive may be missing.
  ///   - forPhotos: true if photos will be submitted, which needs the library and the fonts.
  ///   - readers: the reader of photos.
  ///   - memory: the memory that requests on several threads share.
  ///   - space: the limit for low disk space.
  ///   - allowed: the permitted folders for photos and outputs; all when `nil`.
  ///   - first: a photo that is being read already and will be submitted.
  ///   - patience: the longest wait for another program that writes the same photo, in seconds.
  ///   - inTurn: true for requests one after another, for which the archive opens sooner.
  /// - Throws: `inputMissing` for a named archive that is not there, and the errors of other
  ///   targets.
  package convenience init(
    places: StorePaths, forPhotos: Bool, readers: PictureReaders = PictureReaders(),
    memory: MemoryBudget = MemoryBudget(),
    space: SpaceLimits = SpaceLimits(), allowed: AllowedFolders? = nil, first: PhotoAhead? = nil,
    patience: Double = 60, inTurn: Bool = false
  ) throws(TimeWalkError) {
    var archive: (any HistoricalArchive)?
    do throws(ArchiveError) {
      archive = try places.location.open(for: inTurn ? .readingInTurn : .reading)
    } catch {
      guard error.code == .missing, !places.isArchiveNamed else { throw TimeWalkError(error) }
    }
    var library: PhotoLibrary?
    var fonts: FontSet?
    if forPhotos {
      library = try LibraryError.rethrowing(PhotoLibrary(at: places.library, patience: patience))
      fonts = try ImagingError.rethrowing(FontSet())
    }
    self.init(
      archive: archive, archivePath: places.shownArchive, library: library, fonts: fonts,
      geoidPath: places.geoid, readers: readers, memory: memory, space: space, allowed: allowed,
      first: first)
  }

  /// Finds the historical images with the view of a pose.
  ///
  /// - Returns: an empty list with `noMatch` 1 when nothing does; that is not an error.
  /// - Throws: `positionMissing`, `invalidValue` with the field, the archive's errors, and the
  ///   errors of `step`.
  public func match(
    _ request: MatchRequest, step: (PipelineStep) throws(TimeWalkError) -> Void = PipelineStep.pass
  ) throws(TimeWalkError) -> MatchResponse {
    let capture = try request.pose.metadata()
    let pose = try locate(capture)
    try step(.search)
    let found = try search(pose, request.search)
    return found.response(for: pose, warnings: pose.warnings.map(\.message) + found.warnings)
  }

  /// Processes a photo: finds its historical views, and writes it clean, overlaid and with its best
  /// match.
  ///
  /// Bytes that the library already has give the earlier number and answer, unless `isAgain`
  /// requests a new one.
  /// - Throws: `inputMissing`, `unsupportedFormat`, `imageDamaged`, `limitExceeded`,
  ///   `positionMissing`, `invalidValue` with the field, the errors of other targets, and those
  ///   of `step`; then nothing was kept.
  public func submit(
    _ request: SubmitRequest, step: (PipelineStep) throws(TimeWalkError) -> Void = PipelineStep.pass
  ) throws(TimeWalkError) -> SubmitResponse {
    try submit(request, job: nil, step: step)
  }

  /// The same for an entry of the library's queue, which is done when the photo is recorded.
  func submit(
    _ request: SubmitRequest, job: Int64?,
    step: (PipelineStep) throws(TimeWalkError) -> Void = PipelineStep.pass
  ) throws(TimeWalkError) -> SubmitResponse {
    try step(.read)
    let hold = MemoryBudget.Hold(of: memory)
    let request = try allowed?.admit(request, limits: readers.limits, hold: hold) ?? request
    let space = try checkSpace(output(of: request))
    var photo = try read(request.photo, hold: hold, aheadKeepingProfile: request.keepProfile)
    guard !photo.isOwnOutput else {
      throw TimeWalkError(
        .unsupportedFormat,
        "\(photo.name) was made by TimeWalk; submit the original photo")
    }
    photo.original.url = request.originalURL
    if let earlier = try earlier(photo.original, name: photo.name, request: request, job: job) {
      return earlier
    }
    try step(.locate)
    let capture = try describe(photo, given: request.given)
    let pose = try locate(capture.metadata)
    try step(.search)
    let found = try search(pose, request.search)
    let searched = SearchedPhoto(
      photo: photo, orientation: capture.metadata.orientation, pose: pose, found: found,
      historical: try historicalView(in: found, pose, request), request: request)
    try step(.render)
    let pictures = try render(searched, hold: hold)
    try step(.keep)
    return try keep(
      searched, pictures: pictures, warnings: capture.warnings + searched.warnings, space: space,
      job: job)
  }

  /// Validates a capture's values and makes a pose, with magnetic headings corrected and heights
  /// converted to sea level.
  func locate(_ capture: CaptureMetadata) throws(TimeWalkError) -> ResolvedPose {
    let today = today()
    do throws(MetadataError) {
      return try capture.resolved(geoid: geoid) { coordinate, altitude, day in
        // The compass of a photo without a time is taken to have been read today.
        let height = altitude?.reference == .ground ? 0 : altitude?.meters ?? 0
        return Declination(at: coordinate, height: height, on: day ?? today).map {
          (declination: $0.angle, uncertainty: $0.uncertainty)
        }
      }
    } catch { throw TimeWalkError(error) }
  }

  /// True if there is an archive to look in.
  public var hasArchive: Bool { archive != nil }

  /// The photo that is being read already, if it is this one.
  func takeFirst(_ path: String) -> PhotoAhead? {
    first.withLock { first in
      guard first?.path == path else { return nil }
      defer { first = nil }
      return first
    }
  }

  private func today() -> Day {
    Day(secondsSince1970: clock().timeIntervalSince1970)
  }
}
