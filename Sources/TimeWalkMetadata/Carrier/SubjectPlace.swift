/// Converts Exif's position of the subject in the picture (tags 0x9214 and 0xA214) to the new
/// picture.
///
/// Both count pixels of the stored picture, before it is turned (CIPA DC-008, 4.6.5). A position
/// outside that picture, or in a picture of another aspect ratio, was false before. It stays
/// unchanged, because its reference is unknown.
struct SubjectPlace {
  /// The size of the stored picture.
  private let stored: FrameSize
  /// Exif's orientation, 1...8.
  private let orientation: Int

  init(stored: FrameSize, orientation: Int) {
    self.stored = stored
    self.orientation = orientation
  }

  /// The numbers for a new, upright picture.
  ///
  /// Two are a point, three a circle with its diameter, four a rectangle with its width and height,
  /// all given by their middle. `nil` for other counts, numbers outside the old picture, or another
  /// aspect ratio.
  func moved(_ numbers: [Int], width: Int, height: Int) -> [Int]? {
    guard (2...4).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }),
      numbers[0] <= stored.width, numbers[1] <= stored.height
    else { return nil }
    let isTurned = (5...8).contains(orientation)
    let across = Double(width) / Double(isTurned ? stored.height : stored.width)
    let down = Double(height) / Double(isTurned ? stored.width : stored.height)
    guard abs(across - down) <= 0.03 * max(across, down) else { return nil }
    let (x, y) = upright(numbers[0], numbers[1])
    var result = [Double(x) * across, Double(y) * down]
    switch numbers.count {
    case 3: result.append(Double(numbers[2]) * (across + down) / 2)
    case 4:
      result.append(Double(numbers[isTurned ? 3 : 2]) * across)
      result.append(Double(numbers[isTurned ? 2 : 3]) * down)
    default: break
    }
    return result.map { Int($0.rounded()) }
  }

  /// A point of the stored picture in the upright one, in the stored one's pixels.
  private func upright(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
    let (right, bottom) = (stored.width - x, stored.height - y)
    return switch orientation {
    case 2: (right, y)
    case 3: (right, bottom)
    case 4: (x, bottom)
    case 5: (y, x)
    case 6: (bottom, x)
    case 7: (bottom, right)
    case 8: (y, right)
    default: (x, y)
    }
  }
}
