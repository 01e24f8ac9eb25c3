internal import TimeWalkImaging
internal import TimeWalkMetadata
internal import TimeWalkReading

extension PictureContent {
  /// The answer to a question, with the errors of this room.
  private func ask(_ question: PictureQuestion) throws(WalkError) -> PictureAnswer {
    do throws(ReadingError) { return try answer(question) } catch { throw WalkError(error) }
  }

  /// What the picture is, and what it says of its capture.
  func head() throws(WalkError) -> PictureHead {
    guard case .head(let head) = try ask(.head) else {
      throw WalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return head
  }

  /// What a catalogue wants to know, of files of any kind; `sidecar` is the XMP of a file beside
  /// it.
  func description(sidecar: [UInt8]?) throws(WalkError) -> PictureDescription {
    let question = PictureQuestion.description(sidecar: sidecar.map { WireBytes($0) })
    guard case .description(let description) = try ask(question) else {
      throw WalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return description
  }

  /// What it says of its title, maker and rights.
  func words() throws(WalkError) -> PictureWords { try description(sidecar: nil).words }

  /// The picture upright, small, and in the colours that it is shown in.
  func shown(_ question: ShowQuestion) throws(WalkError) -> ShownPicture {
    guard case .shown(let shown) = try ask(.shown(question)), let picture = shown.picture
    else { throw WalkError(.imageDamaged, "the decoder failed on the photo") }
    return picture
  }

  /// A part of the picture, upright and in sRGB, with how it lies in the whole.
  func part(_ question: PartQuestion) throws(WalkError) -> PicturePart {
    guard let part = try ask(.part(question)).part else {
      throw WalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return part
  }

  /// What a photographer measures.
  func inspection(_ question: InspectQuestion) throws(WalkError) -> PictureInspection {
    guard case .inspection(let inspection) = try ask(.inspection(question)) else {
      throw WalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return inspection
  }

  /// The words of its fingerprint; `nil` for a picture that is all of one tone.
  func fingerprint() throws(WalkError) -> [UInt64]? {
    guard case .fingerprint(let words) = try ask(.fingerprint) else {
      throw WalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return words
  }

  /// What a picture made from this one says of it.
  func carried(_ question: CarryQuestion) throws(WalkError) -> CarriedMetadata {
    guard case .carried(let carried) = try ask(.carried(question)) else {
      throw WalkError(.imageDamaged, "the decoder failed on the photo")
    }
    return carried
  }
}
