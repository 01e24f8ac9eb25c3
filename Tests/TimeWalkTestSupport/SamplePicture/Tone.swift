/// A colour in sRGB, 0 to 255 each.
struct Tone: Sendable {
  var red: Double, green: Double, blue: Double

  init(_ red: Double, _ green: Double, _ blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour on the way to another one.
  func mixed(_ other: Tone, _ share: Double) -> Tone {
    Tone(
      red + (other.red - red) * share, green + (other.green - green) * share,
      blue + (other.blue - blue) * share)
  }

  /// The colour in the shade, where only the blue sky lights it.
  var shaded: Tone { mixed(Tone(58, 72, 108), 0.46) }

  /// Its Y, Cb and Cr as JFIF defines them.
  var samples: [UInt8] {
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return [luma, 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402].map {
      UInt8(min(255, max(0, $0.rounded())))
    }
  }
}
