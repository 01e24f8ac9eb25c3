internal import Synchronization

/// One face of a font file, which several threads may use; they take turns.
final class FontFile: Sendable {
  let path: String

  private let face: Mutex<FontFace>

  /// Opens a font file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - face: The number of the face, where the file has several.
  /// - Throws: ``ImagingError`` with the code `fontUnusable` when FreeType can't read it.
  init(path: String, face: Int = 0) throws(ImagingError) {
    self.path = path
    self.face = Mutex(try FontFace(path: path, face: face))
  }

  /// Returns true for each character that has a glyph.
  func coverage(of scalars: [UInt32]) -> [Bool] {
    face.withLock { face in scalars.map { face.has($0) } }
  }

  func metrics(size: Double) -> (ascent: Double, descent: Double) {
    face.withLock { $0.metrics(size: size) }
  }

  func shape(_ run: TextRun, of scalars: [UInt32], size: Double, measuresInk: Bool) -> ShapedRun {
    face.withLock { $0.shape(run, of: scalars, size: size, measuresInk: measuresInk) }
  }

  /// A glyph as a picture, and its rim where `edge` isn't 0.
  func bitmaps(_ id: UInt32, size: Double, phase: Int, edge: Double)
    -> (fill: GlyphBitmap, rim: GlyphBitmap?)
  {
    face.withLock { face in
      (
        face.bitmap(id, size: size, phase: phase, edge: 0),
        edge > 0 ? face.bitmap(id, size: size, phase: phase, edge: edge) : nil
      )
    }
  }
}
