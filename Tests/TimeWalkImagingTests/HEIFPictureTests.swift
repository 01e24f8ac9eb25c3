import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// The displayed picture of a HEIF, and its transformations (ISO 23008-12).
@Suite(
  .enabled(
    if: ImagingLibrary.all.contains { $0.name == "libheif" && $0.version != nil },
    "libheif is not installed"))
struct HEIFPictureTests {
  static let (red, green, blue, gray) = (
    [200, 40, 40], [40, 180, 60], [40, 60, 200], [128, 128, 128]
  )

  /// The picture of the fixtures as item 2, 32 x 24, with properties, and its tile as item 1.
  static func builder(
    _ properties: [[UInt8]] = [], thumbnailOf larger: Int? = nil
  ) throws -> HEIFBuilder {
    let tile = try FormatFixtures.tiles().colour
    var builder = HEIFBuilder()
    builder.addCoded(
      1, decoder: tile.decoder, width: 64, height: 64, data: tile.data, isHidden: true)
    builder.addGrid(
      2, columns: 1, of: [1], width: 32, height: 24, properties: properties, thumbnailOf: larger)
    return builder
  }

  @Test(arguments: [
    ([], [32, 24], [red, green, blue, gray]),
    ([HEIFBuilder.turn(1)], [24, 32], [green, gray, red, blue]),
    ([HEIFBuilder.turn(2)], [32, 24], [gray, blue, green, red]),
    ([HEIFBuilder.turn(3)], [24, 32], [blue, red, gray, green]),
    ([HEIFBuilder.mirror(0)], [32, 24], [blue, gray, red, green]),
    ([HEIFBuilder.mirror(1)], [32, 24], [green, red, gray, blue]),
    ([HEIFBuilder.turn(1), HEIFBuilder.mirror(1)], [24, 32], [gray, green, blue, red]),
    ([HEIFBuilder.mirror(1), HEIFBuilder.turn(1)], [24, 32], [red, blue, green, gray]),
    ([HEIFBuilder.aperture(16, 24, right: -16)], [16, 24], [red, red, blue, blue]),
    (
      [HEIFBuilder.aperture(16, 24, right: -16), HEIFBuilder.turn(1)], [24, 16],
      [red, blue, red, blue]
    ),
    (
      [HEIFBuilder.turn(1), HEIFBuilder.aperture(12, 32, right: -12)], [12, 32],
      [green, green, red, red]
    ),
    (
      [HEIFBuilder.mirror(0), HEIFBuilder.aperture(32, 12, down: -12), HEIFBuilder.turn(2)],
      [32, 12], [gray, blue, gray, blue]
    ),
  ])
  func `turns, mirrors and clean apertures are done in the file's order`(
    properties: [[UInt8]], size: [Int], colours: [[Int]]
  ) throws {
    let file = try Self.builder(properties).bytes(primary: 2)
    let info = try PictureInfo.read(file)
    let picture = try DecodedPicture.decode(file)
    #expect([info.size.width, info.size.height] == size)
    #expect(picture.image.size == info.size && picture.orientation == .upright)
    let found = FormatTests.quarters(picture.image)
    #expect(FormatTests.isNear(found, colours, 6), "\(found)")
  }

  @Test func `the primary picture is shown, whatever comes first and calls it a thumbnail`() throws
  {
    let tile = try FormatFixtures.tiles().colour
    var builder = try Self.builder(thumbnailOf: 3)
    builder.addCoded(3, decoder: tile.decoder, width: 64, height: 64, data: tile.data)
    for (primary, width) in [(2, 32), (3, 64)] {
      let file = builder.bytes(primary: primary)
      #expect(try PictureInfo.read(file).size.width == width)
      #expect(try DecodedPicture.decode(file).image.size.width == width)
    }
  }

  @Test func `pictures are laid over each other and over their ground, with their alpha`() throws {
    let tiles = try FormatFixtures.tiles()
    var builder = try Self.builder()
    builder.addGrid(3, columns: 1, of: [1], width: 32, height: 24)
    builder.addCoded(
      4, decoder: tiles.alpha.decoder, width: 64, height: 64, data: tiles.alpha.data,
      isHidden: true)
    builder.addGrid(5, columns: 1, of: [4], width: 32, height: 24, alphaOf: 3)
    builder.addOverlay(
      6, fill: [0, 0, 65_535, 65_535], of: [(2, 0, 0), (3, 32, 24), (3, 16, 0)], width: 64,
      height: 48)
    let image = try DecodedPicture.decode(builder.bytes(primary: 6)).image
    #expect(image.size == PixelSize(width: 64, height: 48))
    func near(_ x: Int, _ y: Int, _ colour: [Int]) -> Bool {
      FormatTests.isNear([FormatTests.rgb(image, x, y)], [colour], 10)
    }
    // The lowest layer, then the ground where nothing is, and where the upper one is clear.
    #expect(near(8, 6, Self.red) && near(8, 18, Self.blue) && near(8, 40, [0, 0, 255]))
    #expect(near(40, 30, [0, 0, 255]) && near(40, 42, Self.blue) && near(56, 42, Self.gray))
    // Half of green over the ground; clear over green, and half of green over the ground again.
    #expect(near(56, 30, [20, 90, 157]) && near(24, 6, Self.green) && near(40, 6, [20, 90, 157]))
  }

  @Test(
    TestData.isPresent,
    arguments: [
      // Rotated without a property for that, and declared a thumbnail in the opposite direction.
      ("pillow_heif__tests__images__heif_other__invalid_id.heic", 1197, 1227),
      // Two pictures laid over each other, the upper one with alpha; both are in the file before
      // it.
      ("pillow_heif__tests__images__heif_other__nokia__alpha.heic", 1440, 960),
    ])
  func `the primary picture of a real file is shown`(file: String, width: Int, height: Int) throws {
    let picture = try DecodedPicture.decode(TestData.bytes("photos/\(file)"))
    #expect(picture.image.size == PixelSize(width: width, height: height))
    guard file.contains("alpha") else { return }
    // The lower picture alone is (142, 121, 105) and (28, 54, 34) there, the upper one (19, 34, 23)
    // on the left.
    let found = [(480, 800), (800, 480)].map { x, y in
      let all = (0..<64).map { FormatTests.rgb(picture.image, x + $0 % 8, y + $0 / 8) }
      return (0..<3).map { channel in all.reduce(0) { $0 + $1[channel] } / 64 }
    }
    #expect(FormatTests.isNear(found, [[59, 62, 49], [99, 129, 193]], 6), "\(found)")
  }
}
