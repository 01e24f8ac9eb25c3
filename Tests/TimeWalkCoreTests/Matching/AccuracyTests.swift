import Testing

@testable import TimeWalkCore

/// Pins how well the judge does where the truth is known, so that a change can't spoil it
/// unnoticed.
///
/// The comments say what was measured when this was written; the bounds leave room for a detail,
/// not for a fault.
@Suite("Accuracy")
struct AccuracyTests {
  /// How far stated probabilities are from what comes true, over ten even bins.
  private struct Calibrated {
    private var bins = [(said: Double, was: Double)](repeating: (0, 0), count: 10)
    private var count = 0.0
    private var squares = 0.0

    mutating func add(_ stated: Double, _ isTrue: Bool) {
      let bin = min(Int(stated * 10), 9)
      bins[bin].said += stated
      bins[bin].was += isTrue ? 1 : 0
      count += 1
      squares += (stated - (isTrue ? 1 : 0)) * (stated - (isTrue ? 1 : 0))
    }

    /// The mean square of what was stated wrong (Brier, 1950), which says more of few photos than
    /// bins do.
    var brier: Double { squares / count }

    var error: Double { bins.reduce(0) { $0 + abs($1.said - $1.was) } / count }
  }

  /// First answers to many photos of many quarters.
  private static func answers(items: Int) throws -> (
    right: Double, error: Double, alarms: Double, nothing: Double, nothingBrier: Double
  ) {
    var (first, nothing) = (Calibrated(), Calibrated())
    var (right, answerable, alarms, empty) = (0.0, 0.0, 0.0, 0.0)
    for seed in 100..<112 {
      let street = try Street(seed: UInt64(seed), items: items, photos: 12)
      for (photo, truth) in zip(street.photos, street.photoTruth) {
        let query = MatchQuery(viewpoint: photo, limit: 1)
        let judgement = Matcher().judge(query, candidates: street.items)
        let best = judgement.verdicts.first
        let confidence = best?.confidence ?? 0
        let shares = street.truth.map { Street.shared(truth, $0) }
        let isRight = best.map { shares[Int($0.key)] >= 0.3 } ?? false
        let isAnswerable = shares.contains { $0 >= 0.3 }
        if isAnswerable {
          answerable += 1
          right += isRight ? 1 : 0
        } else {
          empty += 1
          alarms += confidence >= 0.5 ? 1 : 0
        }
        first.add(confidence, isRight)
        nothing.add(judgement.noMatch, !isAnswerable)
      }
    }
    return (right / answerable, first.error, alarms / max(empty, 1), nothing.error, nothing.brier)
  }

  @Test("in a sparse archive")
  func sparse() throws {
    let found = try AccuracyTests.answers(items: 60)
    // 0.723, 0.055, 0.040, 0.100 and 0.108; a third of the photos stand off, a quarter of the items
    // are vague, and of those from where a view without a heading was taken, one in seven repeats
    // it.
    #expect(found.right >= 0.70, "\(found)")
    #expect(found.error <= 0.07, "\(found)")
    #expect(found.alarms <= 0.08, "\(found)")
    #expect(found.nothing <= 0.11, "\(found)")
    #expect(found.nothingBrier <= 0.115, "\(found)")
  }

  @Test("in a dense archive")
  func dense() throws {
    let found = try AccuracyTests.answers(items: 600)
    // 0.728, 0.142, 0.104 and 0.060: more often right than sure to be, where items crowd around
    // every corner.
    #expect(found.right >= 0.71, "\(found)")
    #expect(found.error <= 0.15, "\(found)")
    #expect(found.nothing <= 0.112, "\(found)")
    #expect(found.nothingBrier <= 0.065, "\(found)")
  }
}
