import Testing

@testable import TimeWalkImaging

@Suite struct OrientationTests {
  /// The stored position of the upright pixel (x, y) in a picture of a width and height, after
  /// EXIF's table.
  static func stored(_ orientation: Orientation, _ x: Int, _ y: Int, width: Int, height: Int) -> (
    Int, Int
  ) {
    switch orientation {
    case .upright: (x, y)
    case .mirrored: (width - 1 - x, y)
    case .upsideDown: (width - 1 - x, height - 1 - y)
    case .mirroredUpsideDown: (x, height - 1 - y)
    case .transposed: (y, x)
    case .turnClockwise: (y, height - 1 - x)
    case .transversed: (width - 1 - y, height - 1 - x)
    case .turnCounterclockwise: (width - 1 - y, x)
    }
  }

  static let sizes = [(1, 1), (1, 7), (5, 3), (16, 16), (17, 33), (64, 48), (130, 71), (63, 200)]

  @Test(arguments: Orientation.allCases, sizes)
  func `every pixel comes to its place`(orientation: Orientation, size: (Int, Int)) throws {
    let (width, height) = size
    let picture = try Pictures.make(width, height, sampling: .full) { plane, x, y in
      (x * 31 + y * 57 + plane * 11) & 255
    }
    let turned = try picture.resampled(to: picture.size, turning: orientation)
    #expect(turned.size == (orientation.swapsSides ? picture.size.turned : picture.size))
    for (plane, original) in zip(turned.planes, picture.planes) {
      var wrong = 0
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let (column, row) = Self.stored(orientation, x, y, width: width, height: height)
          if plane[x, y] != original[column, row] { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  @Test func `the corners of a picture as EXIF names them`() throws {
    // Top left 10, top right 20, bottom left 30, bottom right 40, as stored.
    let stored = try Pictures.make(4, 2, isGray: true) { _, x, y in
      (x < 2 ? 10 : 20) + (y < 1 ? 0 : 20)
    }
    let expected: [Orientation: [UInt8]] = [
      .upright: [10, 20, 30, 40], .mirrored: [20, 10, 40, 30], .upsideDown: [40, 30, 20, 10],
      .mirroredUpsideDown: [30, 40, 10, 20], .transposed: [10, 30, 20, 40],
      .turnClockwise: [30, 10, 40, 20],
      .transversed: [40, 20, 30, 10], .turnCounterclockwise: [20, 40, 10, 30],
    ]
    for (orientation, corners) in expected {
      let plane = try stored.resampled(to: stored.size, turning: orientation).planes[0]
      let right = plane.width - 1, bottom = plane.height - 1
      #expect(
        [plane[0, 0], plane[right, 0], plane[0, bottom], plane[right, bottom]] == corners,
        "\(orientation)")
    }
  }

  @Test(arguments: Orientation.allCases, [(64, 48), (65, 49), (33, 64)])
  func `colour stays with its pixels, also at odd sizes`(orientation: Orientation, size: (Int, Int))
    throws
  {
    let (width, height) = size
    // Cb is a slope over the full-size columns, Cr over the rows: the value at the centre of each
    // sample.
    let picture = try Pictures.make(width, height) { plane, x, y in
      plane == 0 ? 128 : 20 + (plane == 1 ? 2 * (2 * x + 1) : 2 * (2 * y + 1))
    }
    let turned = try picture.resampled(to: picture.size, turning: orientation)
    for (index, plane) in turned.planes.enumerated().dropFirst() {
      // Near the edges a filter has fewer neighbours to go by.
      for y in 4..<plane.height - 4 {
        for x in 4..<plane.width - 4 {
          let (column, row) = Self.stored(orientation, 2 * x, 2 * y, width: width, height: height)
          let (nextColumn, nextRow) = Self.stored(
            orientation, 2 * x + 1, 2 * y + 1, width: width, height: height)
          let centre = index == 1 ? column + nextColumn + 1 : row + nextRow + 1
          #expect(abs(Int(plane[x, y]) - (20 + centre)) <= 1)
        }
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func `turning changes the sampling's sides along`(orientation: Orientation) throws {
    let picture = try Pictures.scene(40, 24, sampling: ChromaSampling(horizontal: 2, vertical: 1))
    let turned = try picture.resampled(to: picture.size, turning: orientation)
    #expect(turned.sampling.vertical == (orientation.swapsSides ? 2 : 1))
    #expect(try JPEGPicture.decode(turned.encode()).image.sampling == turned.sampling)
  }
}
