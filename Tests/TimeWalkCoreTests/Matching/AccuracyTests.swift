import Testing

@testable import TimeWalkCore

/// Pins how well the judge does where the truth is known, so that a change can't spoil it unnoticed.
///
/// The comments say what was measured when this was written; the bounds leave room for a detail, not for a fault.
@Suite("Accuracy")
struct AccuracyTests {
  /// First answers to many photos of many quarters.
  private static func answers(items: Int) throws -> (right: Double, error: Double, alarms: Double) {
    var bins = [(said: Double, was: Double, count: Double)](repeating: (0, 0, 0), count: 10)
    var (right, answerable, alarms, empty) = (0.0, 0.0, 0.0, 0.0)
    for seed in 100..<112 {
      let street = try Street(seed: UInt64(seed), items: items, photos: 12)
      for (photo, truth) in zip(street.photos, street.photoTruth) {
        let query = MatchQuery(viewpoint: photo, limit: 1)
        let first = Matcher().judge(query, candidates: street.items).verdicts.first
        let confidence = first?.confidence ?? 0
        let shares = street.truth.map { Street.shared(truth, $0) }
        let isRight = first.map { shares[Int($0.key)] >= 0.3 } ?? false
        if shares.contains(where: { $0 >= 0.3 }) {
          answerable += 1
          right += isRight ? 1 : 0
        } else {
          empty += 1
          alarms += confidence >= 0.5 ? 1 : 0
        }
        let bin = min(Int(confidence * 10), 9)
        bins[bin].said += confidence
        bins[bin].was += isRight ? 1 : 0
        bins[bin].count += 1
      }
    }
    let error = bins.reduce(0) { $0 + abs($1.said - $1.was) } / (answerable + empty)
    return (right / answerable, error, alarms / max(empty, 1))
  }

  @Test("in a sparse archive")
  func sparse() throws {
    let found = try AccuracyTests.answers(items: 60)
    // 0.784, 0.072 and 0.242; a third of the photos stand off, and a quarter of the items are vague.
    #expect(found.right >= 0.76, "\(found)")
    #expect(found.error <= 0.085, "\(found)")
    #expect(found.alarms <= 0.25, "\(found)")
  }

  @Test("in a dense archive")
  func dense() throws {
    let found = try AccuracyTests.answers(items: 600)
    // 0.760 and 0.114: more often right than sure to be, where items crowd around every corner.
    #expect(found.right >= 0.73, "\(found)")
    #expect(found.error <= 0.12, "\(found)")
  }
}
