internal import ArgumentParser
internal import Foundation

/// `benchmark growth`: what an archive of many shards would need, by a simulation with the costs
/// that `benchmark match --engine postgis` measured.
struct GrowthBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Simulate an archive of many shards: hot cells, replicas, failures.")

  @Option(help: "How many items there are.") var items = 1e9
  @Option(help: "How many questions come in a second.") var questions = 10_000.0
  @Option(help: "How many items a shard holds.") var itemsPerShard = 1e8
  @Option(help: "How many cells of a square kilometre have items.") var cells = 300_000
  @Option(help: "How unlike cells are: the standard deviation of the logarithm of their items.")
  var spread = 1.8
  @Option(help: "The most items of a cell.") var mostItems = 1e6
  @Option(help: "How much more than pictures people gather: questions are as items to this power.")
  var heat = 1.8
  @Option(help: "Milliseconds of a server's processor for a question without candidates.")
  var fixed = 0.45
  @Option(help: "Milliseconds of a server's processor for a thousand candidates.")
  var perThousand = 0.08
  @Option(help: "The share of a cell's items that are candidates of a question in it.")
  var reach = 0.28
  @Option(help: "Cores of a server.") var cores = 8
  @Option(help: "Milliseconds between who asks and a server, there and back.") var network = 0.5
  @Option(help: "Hours between two failures of a server.") var failure = 2000.0
  @Option(help: "Hours until a server that failed is back.") var repair = 2.0
  @Option(help: "How many questions are simulated for each line.") var count = 100_000
  @Option(help: "Where chance begins.") var seed: UInt64 = 1

  func validate() throws {
    guard items >= 1, questions > 0, itemsPerShard >= 1, cells >= 1, cores >= 1, count >= 1000,
      fixed >= 0, perThousand >= 0, (0...1).contains(reach), failure > 0, repair >= 0
    else { throw ValidationError("Counts and costs must be positive, and --reach within 0...1.") }
  }

  func run() {
    var chance = Chance(seed: seed)
    let world = GrowthWorld(self, &chance)
    let down = repair / (failure + repair)
    print(
      "\(Report.number(items / 1e6, 0)) million items in \(cells) cells, "
        + "\(Report.number(questions, 0)) questions a second, \(world.shardCount) shards of at most "
        + "\(Report.number(itemsPerShard / 1e6, 1)) million items, \(cores) cores a server; "
        + "the hottest cell has \(Report.number(100 * world.hottestShare, 2)) % of the questions.\n"
    )
    var rows = [GrowthRun.header]
    for placing in GrowthWorld.Placing.allCases {
      let shards = world.shards(placing)
      for replicas in 1...3 {
        // As many servers everywhere, or as many more as a shard has more to do.
        for isEven in [true, false] {
          let servers = world.servers(shards, replicas: replicas, isEven: isEven)
          let calm = GrowthRun(world, shards, servers, self, &chance)
          let hurt = GrowthRun(world, shards, servers, self, isHurt: true, &chance)
          rows.append(
            calm.row(
              placing, replicas, isEven: isEven, hurt: hurt, share: pow(down, Double(replicas))))
        }
      }
    }
    Report.table(rows)
  }
}
