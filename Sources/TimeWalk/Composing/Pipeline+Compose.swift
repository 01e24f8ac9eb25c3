internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
import TimeWalkReading

/// The parameters of `compose`: a photo of the library, and the compositions.
public struct ComposeRequest: Hashable, Sendable {
  /// The photo's number.
  public var sequence: Int
  /// The compositions.
  public var compose: [Composition]
  /// The greatest size of each file in bytes.
  public var maxBytes: Int
  /// The radius in metres around the place whose maps the page shows, 20...20,000.
  public var placesRadius = SubmitRequest().placesRadius

  /// Makes a request for a photo.
  public init(
    sequence: Int, compose: [Composition] = Composition.allCases,
    maxBytes: Int = SubmitRequest.usualMaxBytes
  ) {
    self.sequence = sequence
    self.compose = compose
    self.maxBytes = maxBytes
  }
}

extension Pipeline {
  /// Makes compositions of a photo that the library has, out of its clean picture, its answer and
  /// the archive.
  ///
  /// They are kept with the photo's other files, in place of those of the same role.
  /// - Returns: the photo's new answer.
  /// - Throws: `notFound` for an unknown number, `dataRefused` for another version's answer,
  ///   `inputMissing` for a missing clean picture, `invalidValue` with the field, and the errors of
  ///   other targets; then nothing is changed.
  public func compose(_ request: ComposeRequest) throws(TimeWalkError) -> SubmitResponse {
    guard !request.compose.isEmpty, request.maxBytes > 0 else {
      throw TimeWalkError(
        .invalidValue, "no compositions are named",
        field: request.maxBytes > 0 ? "compose" : "maxBytes")
    }
    guard SubmitRequest.placesRadii.contains(request.placesRadius) else {
      throw TimeWalkError(
        .invalidValue,
        "placesRadius \(request.placesRadius) must be within \(SubmitRequest.placesRadii)",
        field: "placesRadius")
    }
    let library = try opened()
    let record = try LibraryError.rethrowing(library.photo(request.sequence))
    let hold = MemoryBudget.Hold(of: memory)
    var (composer, answer) = try composer(of: record, maxBytes: request.maxBytes, hold: hold)
    composer.placesRadius = request.placesRadius
    let made = try composer.compose(request.compose)
    answer.alignment = made.alignment ?? answer.alignment
    answer.warnings += made.warnings.filter { !answer.warnings.contains($0) }
    guard !made.all.isEmpty else { return answer }
    return try add(made, to: record, answer)
  }

  /// The composer for a photo of the library, and its answer.
  func composer(
    of record: PhotoRecord, maxBytes: Int, hold: MemoryBudget.Hold
  ) throws(TimeWalkError) -> (Composer, SubmitResponse) {
    guard let fonts else {
      throw TimeWalkError(.componentMissing, "no font was loaded; install one")
    }
    guard
      let answer = record.response.flatMap({
        try? JSONDecoder().decode(SubmitResponse.self, from: Data($0.utf8))
      }), let clean = record.rendition(.clean)
    else {
      throw TimeWalkError(
        .dataRefused,
        "photo \(record.sequence) has an answer from another version of TimeWalk; submit it again")
    }
    let file = try read(.file(path: clean.path), hold: hold)
    let shown = try file.content.shown(
      ShowQuestion(side: Pipeline.greatestSide, orientation: .upright))
    let photo = try ComposedPhoto(
      shown.image, size: shown.image.size, words: file.content.words())
    let shownItem = try oldPicture(of: answer, hold: hold)
    return (
      Composer(
        pipeline: self, fonts: fonts, hold: hold, maxBytes: maxBytes, photo: photo, answer: answer,
        old: shownItem?.old, notice: shownItem?.notice), answer
    )
  }

  /// The picture of an answer, or the next best available one with its note; `nil` if there is
  /// none.
  private func oldPicture(of answer: SubmitResponse, hold: MemoryBudget.Hold) throws(TimeWalkError)
    -> (old: OldPicture, notice: String?)?
  {
    guard let rendition = answer.renditions.first(where: { $0.role == "historical" }),
      let id = rendition.item.flatMap(ItemID.init), let archive
    else { return nil }
    let item = try ArchiveError.rethrowing(archive.item(id))
    if let item, let path = try picturePath(of: item) {
      if rendition.kind == "picture" {
        let size = PixelSize(width: rendition.width, height: rendition.height)
        let shown = try historicalPicture(at: path, hold: hold)
        return (OldPicture(item: item, shown: shown, historical: size), nil)
      }
      // It was fetched since.
      if let shown = try? historicalPicture(at: path, hold: hold) {
        return (OldPicture(item: item, shown: shown, historical: shown.image.size), nil)
      }
    }
    return try nextPicture(in: answer, after: id, hold: hold)
  }

  /// The picture of the best other match that has one and enough confidence.
  ///
  /// - Parameters:
  ///   - answer: the matches.
  ///   - best: the match that has none.
  ///   - hold: the memory that pictures are read in.
  /// - Returns: the picture, and a sentence with its title and the reason; `nil` if there is none.
  /// - Throws: the archive's errors.
  func nextPicture(in answer: SubmitResponse, after best: ItemID, hold: MemoryBudget.Hold?)
    throws(TimeWalkError) -> (old: OldPicture, notice: String?)?
  {
    guard let archive else { return nil }
    var seen: Set = [best.description]
    for match in answer.matches + answer.timeline
    where match.isShown && seen.insert(match.id).inserted {
      guard answer.era == nil || match.isOfEra, let id = ItemID(match.id) else { continue }
      let item = try ArchiveError.rethrowing(archive.item(id))
      guard let item, let path = try picturePath(of: item),
        // An unreadable picture counts as missing.
        let shown = try? historicalPicture(at: path, hold: hold)
      else { continue }
      let percent = Int(nearest: match.confidence * 100)
      return (
        OldPicture(item: item, shown: shown, historical: shown.image.size),
        "Not the best match: compositions show \(id) (\(percent) %), because the archive has no picture of \(best)."
      )
    }
    return nil
  }

  private func add(_ made: Pictures, to record: PhotoRecord, _ answer: SubmitResponse)
    throws(TimeWalkError) -> SubmitResponse
  {
    let library = try opened()
    var (answer, record) = (answer, record)
    let roles = Set(made.all.map(\.role))
    do throws(LibraryError) {
      let (_, files) = try library.open(record.sequence)
      do throws(LibraryError) {
        answer.renditions.removeAll { report in roles.contains { $0.rawValue == report.role } }
        record.renditions.removeAll { roles.contains($0.role) }
        for picture in made.all {
          let rendition = try files.add(picture, of: record.sequence)
          answer.renditions.append(picture.report(rendition))
          record.renditions.append(rendition)
        }
        let text = try Pipeline.text(of: answer)
        _ = try files.add(Array(text.utf8), named: OutputName.response(record.sequence))
        record.response = text
      } catch {
        library.abandon(record.sequence, files: files)
        throw error
      }
      try library.add(record, files: files)
    } catch { throw TimeWalkError(error) }
    return answer
  }
}
