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
  ///   - cache: gives the picture of a key, or makes it. The key is another one for a changed file.
  /// - Returns: the JPEG's bytes.
  /// - Throws: `notFound` for an unknown item or one without a picture file in the archive, and the
  ///   errors of reading a picture.
  package func itemPicture(
    _ name: String, side: Int,
    cache: (_ key: String, _ make: () throws(TimeWalkError) -> [UInt8]) throws(TimeWalkError)
      -> [UInt8]
  ) throws(TimeWalkError) -> [UInt8] {
    let archive = try openedArchive()
    let id = try ItemID.named(name)
    let found = try ArchiveError.rethrowing(archive.item(id))
    guard let found else {
      throw TimeWalkError(.notFound, "the archive has no item \(id)", field: "id")
    }
    guard let path = try picturePath(of: found) else {
      throw TimeWalkError(.notFound, "the archive has no picture file of \(id)", field: "id")
    }
    guard let stamp = try? RegularFile(path: path).stamp else {
      return try itemPicture(of: found, at: path, side: side)
    }
    let key = Pipeline.digest("\(path)\n\(stamp)\n\(side)\n\(PictureCredits(found))")
    return try cache(key) { () throws(TimeWalkError) in
      try itemPicture(of: found, at: path, side: side)
    }
  }

  private func itemPicture(
    of found: Item, at path: String, side: Int
  ) throws(TimeWalkError) -> [UInt8] {
    let id = found.id
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
