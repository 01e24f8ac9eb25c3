/// A colour in sRGB, 0 to 255 each.
struct Colour: Hashable, Sendable {
  let red: Int, green: Int, blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Its Y, Cb and Cr as JFIF defines them.
  var samples: [Int] {
    let r = Double(red), g = Double(green), b = Double(blue)
    let values = [
      0.299 * r + 0.587 * g + 0.114 * b,
      128 - 0.168_736 * r - 0.331_264 * g + 0.5 * b,
      128 + 0.5 * r - 0.418_688 * g - 0.081_312 * b,
    ]
    return values.map { min(255, max(0, Int($0.rounded()))) }
  }
}
