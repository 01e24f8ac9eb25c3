import Testing

@testable import TimeWalk

@Suite("The size for sending")
struct ByteBudgetTests {
  /// Bytes of a picture that grows with its pixels, and with its quality.
  static func bytes(_ side: Int, _ quality: Int) -> Int {
    600 + side * side * quality / (20 * (104 - quality))
  }

  static func best(of side: Int, within bytes: Int) -> (side: Int, quality: Int)? {
    ByteBudget(bytes: bytes).best(of: side) { ((side: $0, quality: $1), Self.bytes($0, $1)) }
  }

  @Test(
    "A picture that fits stays; otherwise quality is reduced to 60, then size",
    arguments: [
      (5_000_000, 2048, 90), (bytes(2048, 90), 2048, 90), (bytes(2048, 90) - 1, 2048, 89),
      (bytes(2048, 77), 2048, 77), (bytes(2048, 60), 2048, 60), (bytes(2048, 60) - 1, 1843, 75),
    ])
  func steps(budget: Int, side: Int, quality: Int) throws {
    let found = try #require(Self.best(of: 2048, within: budget))
    // At a smaller size the quality is at least 75, and the best that fits.
    #expect(found.side == side || side < 2048 && found.side < 2048)
    #expect(found.quality == quality || side < 2048 && found.quality >= 75)
  }

  @Test("For any budget, the result fits, and one step better would not")
  func property() {
    for budget in stride(from: 1_000, through: 6_000_000, by: 7_919) {
      guard let found = Self.best(of: 2048, within: budget) else {
        #expect(Self.bytes(ByteBudget.leastSide, 75) > budget)
        continue
      }
      #expect(Self.bytes(found.side, found.quality) <= budget)
      #expect(found.quality == 90 || Self.bytes(found.side, found.quality + 1) > budget)
      #expect(found.quality >= (found.side == 2048 ? 60 : 75))
    }
  }

  @Test("An impossible budget doesn't search forever")
  func impossible() {
    #expect(Self.best(of: 2048, within: 10) == nil)
    #expect(Self.best(of: 1, within: 10) == nil)
  }
}
