internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata
internal import TimeWalkReading

extension Pipeline {
  /// The permitted longest side of an item's picture, pixels.
  package static let itemPictureSides = 16...Pipeline.greatestSide

  /// The picture of an item as a JPEG with its credits, upright and in the colours of a screen.
  ///
  /// - Parameters:
  ///   - name: the item's name, `collection:identifier`.
  ///   - side: the longest side, pixels; a smaller picture stays unchanged.
  /// - Returns: the JPEG's bytes.
  /// - Throws: `notFound` for an unknown item or one without a picture file in the archive, and the
  ///   errors of reading a picture.
  package func itemPicture(_ name: String, side: Int) throws(TimeWalkError) -> [UInt8] {
    let archive = try openedArchive()
    let id = try ItemID.named(name)
    let found = try ArchiveError.rethrowing(archive.item(id))
    guard let found else {
      throw TimeWalkError(.notFound, "the archive has no item \(id)", field: "id")
    }
    guard let path = try picturePath(of: found) else {
      throw TimeWalkError(.notFound, "the archive has no picture file of \(id)", field: "id")
    }
    let hold = MemoryBudget.Hold(of: memory)
    let shown: ShownPicture
    do throws(TimeWalkError) { shown = try historicalPicture(at: path, hold: hold) } catch {
      // The file's path is private to the archive's operator.
      guard error.code == .inputMissing else { throw error }
      throw TimeWalkError(.notFound, "the picture file of \(id) is missing", field: "id")
    }
    let image = shown.image
    let carrier = MetadataCarrier(profile: shown.profile, credits: PictureCredits(found))
    return try picture(
      .historical, of: id, carrier, side: min(side, max(image.size.width, image.size.height)),
      maxBytes: SubmitRequest.usualMaxBytes
    ) { (side) throws(ImagingError) in try image.fitted(within: side) }.bytes
  }
}
