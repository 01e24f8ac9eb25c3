internal import TimeWalkArchive
internal import TimeWalkCore

extension Item {
  /// Whether it shows what somebody imagined and not what was there, by its catalogue's own word.
  var isImagined: Bool { kind == .imagined }
}

extension Gathering {
  /// Puts imagined views behind the last real one that is as likely, in percent, and worth as much
  /// for the era; no number changes.
  mutating func preferRealViews() {
    for place in known.indices.reversed() where known[place].record.item.isImagined {
      let imagined = known[place]
      let last = known[place...].lastIndex { other in
        !other.record.item.isImagined && other.verdict.percent >= imagined.verdict.percent
          && (other.verdict.parts.era ?? 1) >= (imagined.verdict.parts.era ?? 1)
      }
      guard let last else { continue }
      known.remove(at: place)
      known.insert(imagined, at: last)
    }
  }
}

extension Verdict {
  /// The confidence as people read it.
  fileprivate var percent: Double { (confidence * 100).rounded() }
}
