internal import TimeWalkImaging
internal import TimeWalkMetadata
internal import TimeWalkReading

extension PictureContent {
  /// The answer to a question, with the errors of this module.
  private func ask(_ question: PictureQuestion) throws(TimeWalkError) -> PictureAnswer {
    do throws(ReadingError) { return try answer(question) } catch { throw TimeWalkError(error) }
  }

  /// The picture's format and its data about its capture.
  func head() throws(TimeWalkError) -> PictureHead {
    guard case .head(let head) = try ask(.head) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return head
  }

  /// A catalogue's data, for files of any format; `sidecar` is the XMP of a sidecar file.
  func description(sidecar: [UInt8]?) throws(TimeWalkError) -> PictureDescription {
    let question = PictureQuestion.description(sidecar: sidecar.map { WireBytes($0) })
    guard case .description(let description) = try ask(question) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return description
  }

  /// Its title, author and rights.
  func words() throws(TimeWalkError) -> PictureWords { try description(sidecar: nil).words }

  /// The picture upright, small, and in the colours that it is shown in.
  func shown(_ question: ShowQuestion) throws(TimeWalkError) -> ShownPicture {
    guard case .shown(let shown) = try ask(.shown(question)), let picture = shown.picture
    else { throw TimeWalkError(.imageDamaged, "the decoder failed on the photo") }
    return picture
  }

  /// A part of the picture, upright and in sRGB, with how it lies in the whole.
  func part(_ question: PartQuestion) throws(TimeWalkError) -> PicturePart {
    guard let part = try ask(.part(question)).part else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return part
  }

  /// A photographer's measures.
  func inspection(_ question: InspectQuestion) throws(TimeWalkError) -> PictureInspection {
    guard case .inspection(let inspection) = try ask(.inspection(question)) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return inspection
  }

  /// The words of its fingerprint; `nil` for a picture that is all of one tone.
  func fingerprint() throws(TimeWalkError) -> SIMD4<UInt64>? {
    guard case .fingerprint(let words) = try ask(.fingerprint) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return words
  }

  /// The metadata for a picture made from this one.
  func carried(_ question: CarryQuestion) throws(TimeWalkError) -> CarriedMetadata {
    guard case .carried(let carried) = try ask(.carried(question)) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return carried
  }

  /// The JPEG without data that may reveal its place; `nil` if it must be encoded again.
  func bare() throws(TimeWalkError) -> [UInt8]? {
    guard case .bare(let bare) = try ask(.bare) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return bare?.bytes
  }
}
