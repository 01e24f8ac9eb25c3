internal import TimeWalk
internal import TimeWalkArchive
import TimeWalkSpatiaLite

/// The cost of calls in an archive of one size: with a good index, it depends on the near items,
/// and not on the total.
struct SizeResult {
  /// A row for each place.
  private(set) var rows: [[String]] = []

  static let header = [
    "items", "place", "near", "candidates ms", "match p50 ms", "p99 ms",
    "processor ns for each near",
    "retrieval p50 ms", "p99 ms",
  ]

  init(
    _ synthetic: SyntheticArchive, _ archive: SpatiaLiteArchive, places: [QueryPlace], calls: Int,
    retrievals: Int
  ) throws {
    let pipeline = Pipeline(archive: archive, archivePath: archive.path)
    for place in places {
      let result = try PlaceResult(
        place, MatchCall.some(calls, in: place, of: synthetic), archive: archive, pipeline: pipeline
      )
      let sectors = try SectorResult(retrievals, in: place, of: synthetic, archive: archive)
      let (whole, alone) = (result.whole.summary, sectors.times.summary)
      rows.append([
        "\(synthetic.count)", place.title, Report.number(result.near, 0),
        Report.milliseconds(result.candidates.percentile(0.5)), Report.milliseconds(whole.median),
        Report.milliseconds(whole.high),
        result.near < 1 ? "" : Report.number(result.processor.mean / result.near * 1e6, 0),
        Report.milliseconds(alone.median), Report.milliseconds(alone.high),
      ])
    }
  }
}
