import Foundation
import Synchronization
import Testing

import TimeWalkArchive
import TimeWalkCore
import TimeWalkGather
import TimeWalkTestSupport

/// The result of gathering from a simulated source.
struct Gathered {
  var rows: [GatheredRow] = []
  var leftOut: [Exclusion: Int] = [:]
  var error: GatherError?
  var cost = PoliteClient.Cost()
  var pauses: [Double] = []

  /// The rows by their identifiers.
  var byID: [String: GatheredRow] {
    Dictionary(rows.map { ($0[.id] ?? "", $0) }) { first, _ in first }
  }

  /// Gathers around a place; waits are noted and not waited for.
  static func from(
    _ source: any GatherSource.Type, at address: String, latitude: Double = 38.7139,
    longitude: Double = -9.1394, radius: Double = 2000, era: String = "1850/1950",
    limit: Int? = nil, cache: String? = nil, refreshes: Bool = false,
    hosts: Bool = true, set: (inout GatherLimits) -> Void = { _ in }
  ) throws -> Gathered {
    var terms = PoliteClient.Terms(userAgent: "timewalk-test (a@b.example)")
    terms.allowsPrivate = hosts
    terms.refreshes = refreshes
    set(&terms.limits)
    let pauses = Mutex<[Double]>([])
    let client = PoliteClient(
      terms, cache: try cache.map { try AnswerCache(folder: $0, limits: terms.limits) },
      pause: { seconds in pauses.withLock { $0.append(seconds) } })
    let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let question = GatherQuestion(
      area: try GatherArea(center: center, radius: radius), era: try Era(edtf: era), limit: limit)
    var gathered = Gathered()
    do throws(GatherError) {
      try source.init(address: address, key: "secret").gather(question, by: client) { outcome in
        switch outcome {
        case .success(let row): gathered.rows.append(row)
        case .failure(let reason): gathered.leftOut[reason, default: 0] += 1
        }
        return limit.map { gathered.rows.count < $0 } ?? true
      }
    } catch { gathered.error = error }
    gathered.cost = client.cost
    gathered.pauses = pauses.withLock { $0 }
    return gathered
  }
}
