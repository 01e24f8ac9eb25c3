import Testing

@testable import TimeWalkCore

@Suite("The whole number nearest to a number of a file")
struct NearestIntegerTests {
  @Test(
    "Numbers are rounded; those that no whole number can be are cut, and leave room for sums",
    arguments: [
      (0.4, 0), (-0.5, -1), (2.5, 3), (1e15, 1_000_000_000_000_000),
      (1e16, 1_000_000_000_000_000), (1e308, 1_000_000_000_000_000),
      (.infinity, 1_000_000_000_000_000), (-1e308, -1_000_000_000_000_000),
      (-.infinity, -1_000_000_000_000_000), (.nan, 0),
    ])
  func nearest(number: Double, whole: Int) { #expect(Int(nearest: number) == whole) }
}
