internal import Foundation

/// Questions that come by chance to servers, each of which answers as many at once as it has cores
/// and lets the others wait in a line.
struct GrowthRun {
  private var latency = Timings()
  private let machines: Int
  /// What share of its cores the busiest server uses, and all in the mean.
  private let busiest: Double
  private let mean: Double
  /// The share of the questions that found no server.
  private var lost = 0.0

  /// - Parameters:
  ///   - world: the cells.
  ///   - shards: the shard of each cell.
  ///   - servers: how many servers each shard has.
  ///   - options: what questions and servers are like.
  ///   - isHurt: whether a server of the busiest shard is gone all the time.
  ///   - chance: where chance comes from.
  init(
    _ world: GrowthWorld, _ shards: [Int], _ servers: [Int], _ options: GrowthBenchmark,
    isHurt: Bool = false, _ chance: inout Chance
  ) {
    let load = world.load(shards)
    machines = servers.reduce(0, +)
    let uses = zip(load, servers).map { $0 / Double($1 * options.cores) }
    busiest = uses.max() ?? 0
    mean = load.reduce(0, +) / Double(machines * options.cores)
    var servers = servers
    if isHurt, let worst = uses.indices.max(by: { uses[$0] < uses[$1] }) { servers[worst] -= 1 }
    // When each core of each server is free again, milliseconds.
    var free = servers.map {
      [[Double]](repeating: [Double](repeating: 0, count: options.cores), count: $0)
    }
    var (now, gone) = (0.0, 0)
    for _ in 0..<options.count {
      now += -1000 / options.questions * log(chance.even(1e-12...1))
      let cell = world.cell(&chance)
      let shard = shards[cell]
      guard !free[shard].isEmpty else {
        gone += 1
        continue
      }
      // Whoever asks doesn't know how long the lines are.
      let server = Int.random(in: 0..<free[shard].count, using: &chance)
      let cores = free[shard][server]
      let core = cores.indices.min { cores[$0] < cores[$1] } ?? 0
      let start = max(now, free[shard][server][core])
      free[shard][server][core] = start + world.cost[cell]
      latency.add(start + world.cost[cell] - now + options.network)
    }
    lost = Double(gone) / Double(options.count)
  }

  static let header = [
    "cells are placed", "servers a shard", "servers in all", "mean, busiest use", "median ms",
    "p99 ms", "one of the busiest gone: p99 ms", "partial meanwhile", "partial of all time",
  ]

  /// One line of the table.
  func row(
    _ placing: GrowthWorld.Placing, _ replicas: Int, isEven: Bool, hurt: GrowthRun, share: Double
  ) -> [String] {
    func percent(_ value: Double, _ places: Int = 0) -> String {
      "\(Report.number(100 * value, places)) %"
    }
    // A line that only grows has no times that mean anything.
    func time(_ value: Double) -> String {
      value > 10_000 ? "never" : Report.milliseconds(value)
    }
    return [
      placing.rawValue, isEven ? "\(replicas)" : "\(replicas), more where busy", "\(machines)",
      "\(percent(mean)), \(percent(busiest))", time(latency.summary.median),
      time(latency.summary.high), time(hurt.latency.summary.high), percent(hurt.lost, 2),
      percent(share, 4),
    ]
  }
}
