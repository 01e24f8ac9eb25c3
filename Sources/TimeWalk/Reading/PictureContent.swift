internal import TimeWalkImaging
internal import TimeWalkMetadata

/// A stranger's file that may be a picture, and what can be asked about it.
///
/// Strangers' bytes are looked at behind it only: by ``HerePicture`` in this process, or by
/// ``AwayPicture`` in one that can do nothing else and whose end is no more than an error.
protocol PictureContent: AnyObject, Sendable {
  /// Answers a question.
  ///
  /// - Throws: `unsupportedFormat`, `imageDamaged`, `limitExceeded`, `componentMissing`, `busy`.
  func answer(_ question: PictureQuestion) throws(WalkError) -> PictureAnswer

  /// Has the answer to a question made meanwhile, where that is another process's work.
  func begin(_ question: PictureQuestion)
}

extension PictureContent {
  /// What the picture is, and what it says of its capture.
  func head() throws(WalkError) -> PictureHead {
    guard case .head(let head) = try answer(.head) else { throw .mismatch }
    return head
  }

  /// What a catalogue wants to know, of files of any kind; `sidecar` is the XMP of a file beside
  /// it.
  func description(sidecar: [UInt8]?) throws(WalkError) -> PictureDescription {
    let question = PictureQuestion.description(sidecar: sidecar.map { WireBytes($0) })
    guard case .description(let description) = try answer(question) else { throw .mismatch }
    return description
  }

  /// What it says of its title, maker and rights.
  func words() throws(WalkError) -> PictureWords { try description(sidecar: nil).words }

  /// The picture upright, small, and in the colours that it is shown in.
  func shown(_ question: ShowQuestion) throws(WalkError) -> ShownPicture {
    guard case .shown(let shown) = try answer(.shown(question)), let picture = shown.picture
    else { throw .mismatch }
    return picture
  }

  /// What a photographer measures.
  func inspection(_ question: InspectQuestion) throws(WalkError) -> PictureInspection {
    guard case .inspection(let inspection) = try answer(.inspection(question)) else {
      throw .mismatch
    }
    return inspection
  }

  /// The words of its fingerprint; `nil` for a picture that is all of one tone.
  func fingerprint() throws(WalkError) -> [UInt64]? {
    guard case .fingerprint(let words) = try answer(.fingerprint) else { throw .mismatch }
    return words
  }

  /// What a picture made from this one says of it.
  func carried(_ question: CarryQuestion) throws(WalkError) -> CarriedMetadata {
    guard case .carried(let carried) = try answer(.carried(question)) else { throw .mismatch }
    return carried
  }
}

extension WalkError {
  /// Another answer than was asked for, which only a process that was taken over gives.
  fileprivate static var mismatch: WalkError {
    WalkError(.imageDamaged, "the photo made its decoder fail")
  }
}
