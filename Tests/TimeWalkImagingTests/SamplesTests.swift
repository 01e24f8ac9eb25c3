import Testing

@testable import TimeWalkImaging

@Suite("Pictures from samples")
struct SamplesTests {
  @Test("Samples keep their positions, also with odd sides")
  func keepsSamples() throws {
    let luma = (0..<15).map { UInt8($0 * 9) }, blue: [UInt8] = [1, 2, 3, 4, 5, 6]
    let red: [UInt8] = [9, 8, 7, 6, 5, 4]
    let image = try PlanarImage(
      size: PixelSize(width: 5, height: 3), planes: [luma, blue, red])
    #expect(image.planes.map(\.samples) == [luma, blue, red])
    #expect(image.sampling == .quarter)
    #expect(try !image.encode().isEmpty)
  }

  @Test(
    "Planes that don't agree with the size are refused",
    arguments: [
      (0, 3, [0]), (5, 0, [0]), (65_536, 1, [65_536]), (5, 3, []), (5, 3, [14]), (5, 3, [15, 6]),
      (5, 3, [15, 6, 5]), (5, 3, [15, 15, 15]), (5, 3, [15, 6, 6, 6]), (-5, -3, [15]),
    ] as [(Int, Int, [Int])])
  func refuses(width: Int, height: Int, counts: [Int]) {
    let error = #expect(throws: ImagingError.self) {
      try PlanarImage(
        size: PixelSize(width: width, height: height),
        planes: counts.map { [UInt8](repeating: 0, count: $0) })
    }
    #expect(error?.code == .invalidArgument)
  }
}
