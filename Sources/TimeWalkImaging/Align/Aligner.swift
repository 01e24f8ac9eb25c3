internal import Foundation

/// Finds how a historical picture lies in a photo's frame, from the poses of both and from the
/// pictures themselves.
///
/// The old picture is turned into the photo's frame by both poses. Both are then compared by the
/// directions of their edges, block by block. The search covers all headings, pitches, rolls and
/// fields of view within the poses' usual errors. The best result is refined at finer and finer
/// sizes. A result that agrees no better than pictures of other places
/// is rejected. One that a search from another start confirms fits; others may fit.
package struct Aligner: Sendable {
  /// Makes an aligner; it holds nothing.
  package init() {}

  /// Coarse, middle and fine: the longest side, cells, and blocks of them.
  static let coarse = AlignmentLevel.Measure(
    side: 320, cell: 6, blocks: BlockCorrelation.Blocks(side: 8, step: 2))
  static let middle = AlignmentLevel.Measure(
    side: 320, cell: 4, blocks: BlockCorrelation.Blocks(side: 12, step: 3))
  static let fine = AlignmentLevel.Measure(
    side: 640, cell: 3, blocks: BlockCorrelation.Blocks(side: 12, step: 4))

  /// Aligns two pictures by their poses and their contents.
  ///
  /// - Parameters:
  ///   - then: the historical picture, upright.
  ///   - thenView: its pose, for a picture of its size.
  ///   - now: the photo, upright.
  ///   - nowView: its pose, for a picture of its size.
  /// - Returns: the alignment by the pictures if it fits, else by the poses. One that may fit is
  ///   offered.
  /// - Throws: ``ImagingError`` when memory runs out.
  package func align(
    then: PlanarImage, _ thenView: PictureView, now: PlanarImage, _ nowView: PictureView
  ) throws(ImagingError) -> Alignment {
    let poses = Alignment.byPoses(thenView, nowView)
    guard let found = try search(then: then, thenView, now: now, nowView), found.isPlausible else {
      return poses
    }
    let view = thenView.changed(by: found.change)
    let placement = Alignment.Placement(
      transform: .views(then: view, now: nowView), margin: found.margin,
      uncertainty: found.uncertainty)
    guard found.isDistinct,
      try isConfirmed(placement.transform, then: then, thenView, now: now, nowView)
    else { return Alignment(.poses, .mayFit, poses.drawn, offered: placement) }
    return Alignment(.pictures, .fits, placement)
  }

  /// Other starts of a search: heading, pitch, roll and scale off the reported pose.
  private static let otherStarts = [
    PoseChange(heading: 7, pitch: 2.5, scale: 0.1),
    PoseChange(heading: -7, pitch: -2.5, scale: -0.1),
  ]
  /// Starts that lead within this share of the width of each other agree.
  private static let agreement = 0.015

  /// Returns true if a search from another start leads to the same placement.
  ///
  /// The picture of another place fits in several ways, and the start decides among them.
  private func isConfirmed(
    _ transform: PictureTransform, then: PlanarImage, _ thenView: PictureView, now: PlanarImage,
    _ nowView: PictureView
  ) throws(ImagingError) -> Bool {
    for start in Self.otherStarts {
      let view = thenView.changed(by: start)
      guard let found = try search(then: then, view, now: now, nowView) else { continue }
      let other = PictureTransform.views(then: view.changed(by: found.change), now: nowView)
      if transform.distance(to: other, then.size) < Self.agreement * Double(nowView.size.width) {
        return true
      }
    }
    return false
  }

  /// The alignment by the pictures, with its evidence.
  struct Finding {
    let change: PoseChange
    /// The agreement of the middle size and of the fine one.
    let middle: Double, fine: Double
    /// The distances of the well matching blocks from their places, at the middle size and at the
    /// fine one.
    let middleSpread: BlockSpread, fineSpread: BlockSpread
    /// The peak of the middle size, and those of the fine one: of the whole picture and of its
    /// middle.
    let coarsePeak: AlignmentPeak, finePeak: AlignmentPeak, innerPeak: AlignmentPeak
    let margin: Double
  }

  /// A candidate alignment during its refinement.
  fileprivate struct Hypothesis {
    var change: PoseChange
    var agreement: Double
    var score: Double
    var support: AlignmentSupport?
  }

  /// The numbers of candidates that are tried, refined and finished.
  private static let mostCandidates = 14, mostRefined = 5, mostFinished = 2
  /// Placings that differ by more than this share of the width are elsewhere; those by less than
  /// the other, the same.
  private static let elsewhere = 0.06, same = 0.02
  /// The share of depth from which all blocks have a weight, not only those of one distance.
  private static let muchParallax = 0.4

  private static let firstPull = AlignmentLevel.Pull(reach: 4, least: 0.2, tolerance: 1.2)
  private static let nextPull = AlignmentLevel.Pull(reach: 3, least: 0.2, tolerance: 1.2)
  private static let widePull = AlignmentLevel.Pull(reach: 5, least: 0.3, tolerance: 2.5)

  /// Searches; `nil` if the pictures are too small or share too little.
  func search(
    then: PlanarImage, _ thenView: PictureView, now: PlanarImage, _ nowView: PictureView
  ) throws(ImagingError) -> Finding? {
    let (then, now) = (then.brightness, now.brightness)
    let inner = then.comparedPart
    func level(_ measure: AlignmentLevel.Measure) throws(ImagingError) -> AlignmentLevel? {
      try AlignmentLevel(
        then: then, thenView, inner: inner, now: now, nowView, measure)
    }
    guard let coarse = try level(Self.coarse), let middle = try level(Self.middle),
      let fine = try level(Self.fine)
    else { return nil }
    var hypotheses: [Hypothesis] = []
    for candidate in try coarse.candidates().distinct(Self.mostCandidates) {
      let fit = try middle.fit(candidate.change, Self.firstPull)
      hypotheses.append(
        Hypothesis(
          change: fit.change, agreement: fit.agreement,
          score: fit.agreement + AlignmentLevel.priorWorth * candidate.change.likelihood))
    }
    hypotheses.sort { $0.score > $1.score }
    for index in hypotheses.indices.prefix(Self.mostRefined) {
      for _ in 0..<2 {
        hypotheses[index].change = try middle.fit(hypotheses[index].change, Self.nextPull).change
      }
      let support = try middle.support(of: hypotheses[index].change)
      hypotheses[index].support = support
      hypotheses[index].agreement = support.exact
      hypotheses[index].score =
        support.tolerant + AlignmentLevel.priorWorth * hypotheses[index].change.likelihood
    }
    let refined = hypotheses.prefix(Self.mostRefined).sorted { $0.score > $1.score }
    guard let finished = try finish(refined, middle: middle, fine: fine) else { return nil }
    let best = finished.hypothesis
    // The share of blocks that lie elsewhere among the evidence of the best candidate.
    let others = hypotheses.filter {
      middle.distance(from: best, to: $0.change) > Self.elsewhere
    }
    let next = others.map(\.agreement).max() ?? 0
    let wide = try middle.fit(best.change, Self.widePull)
    let (fineSpread, finePeak, innerPeak) = try fine.evidence(of: best.change)
    let coarsePeak = try middle.peak(of: best.change)
    var change = best.change
    if wide.spread.shareElsewhere > Self.muchParallax, fineSpread.shareElsewhere > 0.5 {
      change = wide.change
      for _ in 0..<2 { change = try middle.fit(change, Self.widePull).change }
    }
    let support = best.support?.exact ?? 0
    return Finding(
      change: change, middle: support, fine: finished.fine, middleSpread: wide.spread,
      fineSpread: fineSpread, coarsePeak: coarsePeak, finePeak: finePeak, innerPeak: innerPeak,
      margin: support > 0 ? max(-1, (support - next) / support) : -1)
  }

  /// Refines the best distinct hypotheses at the fine size, and takes the better one.
  private func finish(
    _ hypotheses: [Hypothesis], middle: AlignmentLevel, fine: AlignmentLevel
  ) throws(ImagingError) -> (hypothesis: Hypothesis, fine: Double)? {
    var chosen: [Hypothesis] = []
    for hypothesis in hypotheses where chosen.count < Self.mostFinished {
      let isNew = chosen.allSatisfy {
        middle.distance(from: $0, to: hypothesis.change) > Self.same
      }
      if isNew { chosen.append(hypothesis) }
    }
    var best: (hypothesis: Hypothesis, fine: Double)?
    for hypothesis in chosen {
      var change = hypothesis.change
      for _ in 0..<2 { change = try fine.fit(change, Self.firstPull).change }
      let fineSupport = try fine.support(of: change)
      let support = try middle.support(of: change)
      let score =
        fineSupport.exact + support.tolerant + AlignmentLevel.priorWorth * change.likelihood
      if score > best?.hypothesis.score ?? -.infinity {
        best = (
          Hypothesis(change: change, agreement: support.exact, score: score, support: support),
          fineSupport.exact
        )
      }
    }
    return best
  }
}

extension Aligner.Finding {
  /// The minimum of both sizes' agreement, reduced by a pose far from the reported one and by
  /// blocks that lie elsewhere.
  ///
  /// 511 pairs of pictures of different places stayed below it (0.0443 at most).
  private static let leastAgreement = 0.045
  private static let priorWorth = 0.006, spreadWorth = 0.03
  /// The least lead of exactly matching blocks over half of those that match elsewhere, even if
  /// only a few parts of a view are left.
  ///
  /// Two of the same pairs reached it; there the old picture has parts of the other's place pasted
  /// in.
  private static let leastExact = 0.0007

  /// True if the pictures may show one place: they agree as a whole, or many parts of them exactly.
  ///
  /// The best position at the edge of the search may be the slope of a better one outside.
  var isPlausible: Bool {
    let whole =
      middle + fine + Self.priorWorth * change.likelihood
      - Self.spreadWorth * middleSpread.shareElsewhere
    let agrees =
      whole > Self.leastAgreement
      || fineSpread.here - 0.5 * fineSpread.elsewhere > Self.leastExact
    return agrees && !AlignmentLevel.isAtEdge(change)
  }

  /// The least peaks of a fit: the lead at the middle size, and the prominences at the fine one.
  ///
  /// Of 60 pairs of different façades with one frame and caption, one reaches all three.
  private static let leastLead = 0.7, leastProminence = 4.8, leastInnerProminence = 3.5

  /// True if the pictures agree at this position, in their middle, too, and not at those near it
  /// nor as much elsewhere.
  var isDistinct: Bool {
    margin > 0 && coarsePeak.lead > Self.leastLead && finePeak.prominence > Self.leastProminence
      && innerPeak.prominence > Self.leastInnerProminence
  }

  /// The least reported error, relative to the width: half a cell of the fine size.
  private static let leastUncertainty = 0.003
  /// The uncertainty for the sum of both distances: known pairs were within it two times out of
  /// three.
  private static let distanceWorth = 0.75

  /// The uncertainty of the alignment, from the distances of the well matching blocks at both
  /// sizes.
  var uncertainty: Double {
    max(Self.leastUncertainty, Self.distanceWorth * (middleSpread.distance + fineSpread.distance))
  }
}

extension AlignmentLevel {
  /// The distance of two alignments at the evidence of the first: the weighted median, relative to
  /// the width.
  fileprivate func distance(from first: Aligner.Hypothesis, to second: PoseChange) -> Double {
    guard let evidence = first.support?.evidence else { return .infinity }
    let columns = (fixed.columns - blocks.side) / blocks.step + 1
    let now = ViewRays(nowView)
    let from = ViewRays(thenView.changed(by: first.change))
    let to = ViewRays(thenView.changed(by: second))
    var distances: [(distance: Double, weight: Double)] = []
    for (block, weight) in evidence.enumerated() where weight > 0 {
      let pixel = middle(ofBlock: block, of: columns)
      let moved = now.pixel(in: to.direction(of: from.pixel(in: now.direction(of: pixel))))
      let move = moved - pixel
      let distance = (move * move).sum().squareRoot()
      distances.append((distance.isFinite ? distance : .infinity, weight))
    }
    guard !distances.isEmpty else { return .infinity }
    return weightedMedian(distances) / Double(nowView.size.width)
  }
}

extension Alignment {
  /// The usual error of reported poses, as a share of the width.
  private static let usualError = 0.12

  /// The alignment by the poses alone: both cameras are in one place and look in their directions.
  ///
  /// Its grade is `none`.
  package static func byPoses(_ then: PictureView, _ now: PictureView) -> Alignment {
    Alignment(
      .poses, .none,
      Placement(
        transform: .views(then: then, now: now), margin: nil, uncertainty: usualError))
  }
}

extension PlanarImage {
  /// The picture without its colours.
  var brightness: PlanarImage {
    PlanarImage(size: size, sampling: .full, planes: [planes[0]])
  }
}
