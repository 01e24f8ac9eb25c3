internal import Foundation

/// The cells of a world that has many pictures: how many items each holds, how often it is asked
/// for, and what a question there costs.
struct GrowthWorld {
  /// How cells come to shards.
  enum Placing: String, CaseIterable {
    /// Every shard has as many items.
    case items = "by items"
    /// Every shard has as much to do; none has more items than it may.
    case work = "by work"
  }

  /// The items of each cell.
  let items: [Double]
  /// The share of all questions that each cell gets; one in all.
  let share: [Double]
  /// Milliseconds of processor that a question in each cell costs.
  let cost: [Double]
  let shardCount: Int
  private let most: Double
  private let perSecond: Double
  private let cores: Double
  /// Sums of the shares, by which a cell is drawn.
  private let sums: [Double]

  init(_ options: GrowthBenchmark, _ chance: inout Chance) {
    let raw = (0..<options.cells).map { _ in exp(options.spread * chance.normal()) }
    let scale = options.items / raw.reduce(0, +)
    let items = raw.map { min($0 * scale, options.mostItems) }
    let wanted = items.map { pow($0, options.heat) }
    let all = wanted.reduce(0, +)
    self.items = items
    share = wanted.map { $0 / all }
    cost = items.map { options.fixed + options.perThousand * $0 * options.reach / 1000 }
    most = options.itemsPerShard
    perSecond = options.questions
    cores = Double(options.cores)
    // A tenth more, so that cells find room.
    shardCount = max(1, Int((1.1 * items.reduce(0, +) / options.itemsPerShard).rounded(.up)))
    var sum = 0.0
    sums = share.map {
      sum += $0
      return sum
    }
  }

  /// The share of the questions that the cell gets which is asked for most.
  var hottestShare: Double { share.max() ?? 0 }

  /// The seconds of processor a second that a cell takes.
  func work(_ cell: Int) -> Double { share[cell] * perSecond * cost[cell] / 1000 }

  /// The shard of each cell: the largest first, each to the shard that has least.
  func shards(_ placing: Placing) -> [Int] {
    func size(_ cell: Int) -> Double { placing == .items ? items[cell] : work(cell) }
    var full = [Double](repeating: 0, count: shardCount)
    var held = full
    var result = [Int](repeating: 0, count: items.count)
    for cell in items.indices.sorted(by: { size($0) > size($1) }) {
      var best = 0
      for shard in full.indices {
        let isBetter = full[shard] < full[best]
        let (hasRoom, hadRoom) = (
          held[shard] + items[cell] <= most, held[best] + items[cell] <= most
        )
        if hasRoom != hadRoom ? hasRoom : isBetter { best = shard }
      }
      result[cell] = best
      full[best] += size(cell)
      held[best] += items[cell]
    }
    return result
  }

  /// How many servers each shard has.
  ///
  /// - Parameters:
  ///   - shards: the shard of each cell.
  ///   - replicas: the fewest servers of a shard.
  ///   - isEven: whether all have those; else as many more as keep each at six tenths of its
  ///     cores.
  /// - Returns: the servers by shard.
  func servers(_ shards: [Int], replicas: Int, isEven: Bool) -> [Int] {
    guard !isEven else { return [Int](repeating: replicas, count: shardCount) }
    return load(shards).map { max(replicas, Int(($0 / (0.6 * cores)).rounded(.up))) }
  }

  /// The seconds of processor a second that each shard takes.
  func load(_ shards: [Int]) -> [Double] {
    var load = [Double](repeating: 0, count: shardCount)
    for (cell, shard) in shards.enumerated() { load[shard] += work(cell) }
    return load
  }

  /// A cell that a question is about.
  func cell(_ chance: inout Chance) -> Int {
    let wanted = chance.even(0...(sums.last ?? 0))
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
