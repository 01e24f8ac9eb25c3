internal import TimeWalkImaging
internal import TimeWalkMetadata
internal import TimeWalkReading

extension PictureContent {
  /// The answer to a question, with the errors of this module.
  private func ask(_ question: PictureQuestion) throws(TimeWalkError) -> PictureAnswer {
    do throws(ReadingError) { return try answer(question) } catch { throw TimeWalkError(error) }
  }

  /// What the picture is, and what it says of its capture.
  func head() throws(TimeWalkError) -> PictureHead {
    guard case .head(let head) = try ask(.head) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return head
  }

  /// What a catalogue wants to know, of files of any kind; `sidecar` is the XMP of a file beside
  /// it.
  func description(sidecar: [UInt8]?) throws(TimeWalkError) -> PictureDescription {
    let question = PictureQuestion.description(sidecar: sidecar.map { WireBytes($0) })
    guard case .description(let description) = try ask(question) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return description
  }

  /// What it says of its title, maker and rights.
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

  /// What a photographer measures.
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

  /// What a picture made from this one says of it.
  func carried(_ question: CarryQuestion) throws(TimeWalkError) -> CarriedMetadata {
    guard case .carried(let carried) = try ask(.carried(question)) else {
      throw TimeWalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return carried
  }
}
