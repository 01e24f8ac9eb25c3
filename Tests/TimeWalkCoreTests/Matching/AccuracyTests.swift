import Testing

@testable import TimeWalkCore

/// Pins the judge's accuracy for known truths against a regression.
///
/// The comments have the original measurements; the bounds allow for details, not for a fault.
@Suite("Accuracy")
struct AccuracyTests {
  /// The difference of stated probabilities and frequencies, over ten even bins.
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

    /// The mean square error of the statements (Brier, 1950), which is more informative than bins
    /// for few photos.
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
    // 0.723, 0.055, 0.040, 0.100 and 0.108. A third of the photos have other viewpoints, and a
    // quarter of the items are vague. One in seven photos from the place of a view without a
    // heading repeats it.
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
