internal import CImages

/// A text as a QR code (ISO/IEC 18004), which phones read.
package struct QRCode: Sendable {
  /// The number of modules of a side, without the light margin around them.
  package let side: Int
  /// Row by row, 1 where a module is dark.
  package let modules: [UInt8]

  /// The least width of the light margin, in modules.
  package static let margin = 4
  /// The longest text, bytes of UTF-8; a code of more would be too fine to be read off a card.
  static let mostBytes = 300
  /// The modules of the largest code that may come of that, at a side.
  private static let mostModules = 69

  /// Makes a text's code; `nil` for an empty or too long text, and without libqrencode.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.mostBytes else { return nil }
    var side = 0
    let most = Self.mostModules * Self.mostModules
    let all = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
      side = Int(twq_encode(bytes, Int32(bytes.count), buffer.baseAddress, Int32(most)))
      filled = side * side
    }
    guard side > 0 else { return nil }
    self.side = side
    modules = all
  }

  /// The version of libqrencode; `nil` if it is not installed.
  static var libraryVersion: String? {
    twq_version().map { String(cString: $0) }
  }
}

extension Canvas {
  /// Draws a code on white, its light margin included, each module a square of so many pixels.
  func draw(_ code: QRCode, x: Int, y: Int, module: Int) {
    let whole = (code.side + 2 * QRCode.margin) * module
    fill(x: x, y: y, width: whole, height: whole, with: Colour(255, 255, 255))
    for row in 0..<code.side {
      for column in 0..<code.side where code.modules[row * code.side + column] == 1 {
        fill(
          x: x + (QRCode.margin + column) * module, y: y + (QRCode.margin + row) * module,
          width: module, height: module, with: Colour(0, 0, 0))
      }
    }
  }
}
