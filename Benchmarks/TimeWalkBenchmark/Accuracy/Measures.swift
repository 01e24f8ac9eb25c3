import Foundation

/// The share from which photo and item count as one scene.
let sameScene = 0.3

/// The accuracy of answers to a simulated city's photos; the truth is the share of view of every
/// item.
struct CityMeasures {
  /// Normalised discounted cumulative gain of the first ten, gain being the share; of photos that
  /// an item shows.
  private(set) var ranking = 0.0
  /// The share of those with the same scene in the first answer.
  private(set) var first = 0.0
  /// The share of photos without such an item whose first answer is still called probable; `nil`
  /// without such photos.
  private(set) var falseAlarms: Double?
  private(set) var calibration = CalibrationError()
  /// The calibration of first answers alone.
  private(set) var ofFirst = CalibrationError()
  /// The calibration of first answers of 0.6 and more.
  private(set) var sure = CalibrationError()
  /// The calibration of the probability that nothing shows the scene.
  private(set) var nothing = CalibrationError()

  init(truth: [String: [String: Double]], answers: [String: JudgedPhotos.Answers]) {
    var (shown, alarms) = (0.0, [Bool]())
    for (photo, shares) in truth {
      let answer = answers[photo] ?? JudgedPhotos.Answers()
      let found = answer.found.prefix(10)
      let isShown = shares.values.contains { $0 >= sameScene }
      for answer in found {
        calibration.add(
          stated: answer.confidence, isTrue: shares[answer.item, default: 0] >= sameScene)
      }
      let isRight = found.first.map { shares[$0.item, default: 0] >= sameScene } ?? false
      if let best = found.first {
        ofFirst.add(stated: best.confidence, isTrue: isRight)
        if best.confidence >= 0.6 { sure.add(stated: best.confidence, isTrue: isRight) }
      }
      nothing.add(stated: answer.noMatch, isTrue: !isShown)
      guard isShown else {
        alarms.append(found.first.map { $0.confidence >= 0.5 } ?? false)
        continue
      }
      shown += 1
      let ideal = CityMeasures.gain(shares.values.sorted(by: >).prefix(10))
      if ideal > 0 { ranking += CityMeasures.gain(found.map { shares[$0.item] ?? 0 }) / ideal }
      if isRight { first += 1 }
    }
    ranking /= max(shown, 1)
    first /= max(shown, 1)
    if !alarms.isEmpty {
      falseAlarms = Double(alarms.filter { $0 }.count) / Double(alarms.count)
    }
  }

  private static func gain(_ shares: some Sequence<Double>) -> Double {
    shares.enumerated().reduce(0) { $0 + $1.element / log2(Double($1.offset + 2)) }
  }
}

/// The accuracy of answers to simulated visits to real views.
struct VisitMeasures {
  /// The truth of a visit: the same view, if any, and the shared portion of all overlapping views.
  struct Truth: Decodable {
    var exact: String?
    var seen: [String: Double]
  }

  /// The share of first answers that show the view.
  private(set) var right = 0.0
  /// The share of first answers that are the exact view.
  private(set) var exact = 0.0
  /// The share of answers with the exact view among the first five.
  private(set) var exactOfFive = 0.0
  /// The share of photos without a shared view whose first answer is still called probable.
  private(set) var falseAlarms = 0.0
  /// The calibration of first answers' confidence, 0 where there is none.
  private(set) var calibration = CalibrationError()
  /// The calibration of the probability that nothing shares the view.
  private(set) var nothing = CalibrationError()

  init(truth: [String: Truth], answers: [String: JudgedPhotos.Answers]) {
    var (visits, nothing) = (0.0, 0.0)
    for (photo, truth) in truth {
      let answer = answers[photo] ?? JudgedPhotos.Answers()
      let found = answer.found
      let isRight = found.first.map { truth.seen[$0.item] != nil } ?? false
      let confidence = found.first?.confidence ?? 0
      calibration.add(stated: confidence, isTrue: isRight)
      self.nothing.add(stated: answer.noMatch, isTrue: truth.seen.isEmpty)
      if let view = truth.exact {
        visits += 1
        right += isRight ? 1 : 0
        exact += found.first?.item == view ? 1 : 0
        exactOfFive += found.prefix(5).contains { $0.item == view } ? 1 : 0
      }
      if truth.seen.isEmpty {
        nothing += 1
        falseAlarms += confidence >= 0.5 ? 1 : 0
      }
    }
    right /= max(visits, 1)
    exact /= max(visits, 1)
    exactOfFive /= max(visits, 1)
    falseAlarms /= max(nothing, 1)
  }
}
