/// Finds the best look of a picture that fits into a number of bytes.
///
/// The quality is reduced first, down to 60: above it, fewer pixels would lose more. Below it
/// blocks are visible. The picture is then reduced, in steps of a tenth, until it fits with a
/// quality of 75, and gets the best quality that fits at that size.
struct ByteBudget {
  /// The number of bytes.
  let bytes: Int

  /// The quality of a picture that fits without reduction.
  static let usualQuality = 90
  /// The worst quality at full size, and at any smaller one.
  static let leastQuality = 60, leastQualityOfSmaller = 75
  /// The shortest long side that is tried, pixels.
  static let leastSide = 32

  /// Tries sizes and qualities, best first.
  ///
  /// - Parameters:
  ///   - side: The longest side at full size, pixels.
  ///   - make: Makes the pictures for a side and a quality; returns the length of the largest in
  ///     bytes.
  /// - Returns: The result of `make`; `nil` if nothing fits.
  /// - Throws: The error of `make`.
  func best<Made, Failure: Error>(
    of side: Int, make: (_ side: Int, _ quality: Int) throws(Failure) -> (made: Made, bytes: Int)
  ) throws(Failure) -> Made? {
    var side = side
    var least = Self.leastQuality
    var first = try make(side, Self.usualQuality)
    if first.bytes <= bytes { return first.made }
    while true {
      let worst = try make(side, least)
      if worst.bytes <= bytes {
        // The greatest quality that fits lies from `fits` to below `exceeds`.
        var fits = least, exceeds = Self.usualQuality + 1
        var found = worst.made
        while exceeds - fits > 1 {
          let middle = (fits + exceeds) / 2
          first = try make(side, middle)
          if first.bytes <= bytes {
            fits = middle
            found = first.made
          } else {
            exceeds = middle
          }
        }
        return found
      }
      guard side > Self.leastSide else { return nil }
      side = max(Self.leastSide, side * 9 / 10)
      least = Self.leastQualityOfSmaller
    }
  }
}
