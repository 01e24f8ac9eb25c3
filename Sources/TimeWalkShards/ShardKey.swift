/// The key of an item among all shards: that of its shard with the shard's number in the lowest
/// bits.
///
/// So keys of shards that an archive was divided into come in the order that they had in it.
enum ShardKey {
  private static let bits: Int64 = 8

  /// The key of a shard's item.
  static func key(_ local: Int64, of part: Int) -> Int64 { local << bits | Int64(part) }

  /// The shard's own key.
  static func local(_ key: Int64) -> Int64 { key >> bits }

  /// The number of the shard.
  static func part(of key: Int64) -> Int { Int(key & (1 << bits - 1)) }

  /// The shards' own keys, by the shards' numbers, in their order.
  static func split(_ keys: [Int64]) -> [Int: [Int64]] {
    Dictionary(grouping: keys, by: part).mapValues { $0.map(local) }
  }
}
