import TimeWalkImaging

/// The similarity of two pictures' brightness: the structural similarity over squares of 8 x 8
/// pixels that overlap by half.
///
/// SSIM: Wang et al., "Image Quality Assessment: From Error Visibility to Structural Similarity",
/// 2004.
enum Likeness {
  /// The mean over all squares, 1 for equal pictures; 0 where the sizes differ.
  static func ssim(_ one: PlanarImage, _ other: PlanarImage) -> Double {
    guard one.size == other.size else { return 0 }
    let (a, b) = (one.luma, other.luma)
    let (width, height) = (one.size.width, one.size.height)
    let c1 = 0.01 * 255 * 0.01 * 255, c2 = 0.03 * 255 * 0.03 * 255
    var total = 0.0, count = 0
    for top in stride(from: 0, through: height - 8, by: 4) {
      for left in stride(from: 0, through: width - 8, by: 4) {
        var sumA = 0, sumB = 0, squareA = 0, squareB = 0, product = 0
        for y in top..<(top + 8) {
          for place in (y * width + left)..<(y * width + left + 8) {
            let (p, q) = (Int(a[place]), Int(b[place]))
            sumA += p
            sumB += q
            squareA += p * p
            squareB += q * q
            product += p * q
          }
        }
        let meanA = Double(sumA) / 64, meanB = Double(sumB) / 64
        let varianceA = Double(squareA) / 64 - meanA * meanA
        let varianceB = Double(squareB) / 64 - meanB * meanB
        let covariance = Double(product) / 64 - meanA * meanB
        total +=
          (2 * meanA * meanB + c1) * (2 * covariance + c2)
          / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
        count += 1
      }
    }
    return count == 0 ? 0 : total / Double(count)
  }
}
