import Testing

@testable import TimeWalkImaging

@Suite struct SizeTests {
  @Test(arguments: [
    (4032, 3024, 2048, 2048, 1536), (3024, 4032, 2048, 1536, 2048), (4031, 3023, 2048, 2048, 1536),
    (2048, 2048, 2048, 2048, 2048), (2049, 1, 2048, 2048, 1), (1, 3000, 2048, 1, 2048),
    (60000, 2, 2048, 2048, 1),
    (640, 480, 2048, 640, 480), (1, 1, 2048, 1, 1), (17, 33, 16, 8, 16),
    (1920, 1080, 320, 320, 180), (9, 5, 1, 1, 1),
  ])
  func `a size fits without losing its shape or a side`(
    width: Int, height: Int, side: Int, newWidth: Int, newHeight: Int
  ) {
    let fitted = PixelSize(width: width, height: height).fitted(within: side)
    #expect(fitted == PixelSize(width: newWidth, height: newHeight))
  }

  @Test func `fitting never enlarges, never reaches zero and never exceeds the side`() {
    var seed: UInt64 = 7
    for _ in 0..<2000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let size = PixelSize(width: Int(seed >> 40 % 5000) + 1, height: Int(seed >> 20 % 5000) + 1)
      let side = Int(seed >> 50 % 3000) + 1
      let fitted = size.fitted(within: side)
      #expect(fitted.width >= 1 && fitted.height >= 1)
      #expect(fitted.width <= min(size.width, side) && fitted.height <= min(size.height, side))
    }
  }
}
