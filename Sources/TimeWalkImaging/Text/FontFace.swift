internal import CFreeType
internal import CText

/// FreeType's and HarfBuzz's handles of one font file, with a cache of drawn glyphs.
///
/// Not thread-safe: ``FontFile`` protects it with a lock, and none of its results refers to it.
struct FontFace: ~Copyable {
  private let library: FT_Library
  private let face: FT_Face
  private let font: OpaquePointer
  private let harfBuzz: twg_functions
  private let stroker: FT_Stroker
  private var size = 0.0
  private var cache: [GlyphKey: GlyphBitmap] = [:]

  /// Glyphs that are kept; some 2 MB at an overlay's usual size.
  static let cacheCapacity = 2048

  init(path: String, face number: Int = 0) throws(ImagingError) {
    guard let harfBuzz = twg_load()?.pointee else {
      throw ImagingError(.fontUnusable, "text needs HarfBuzz, which isn't installed")
    }
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else {
      throw ImagingError(.fontUnusable, "FreeType doesn't start")
    }
    var face: FT_Face?
    let code = FT_New_Face(library, path, FT_Long(number), &face)
    guard code == 0, let face else {
      FT_Done_FreeType(library)
      throw ImagingError(.fontUnusable, "FreeType can't read the font \(path) (its error \(code))")
    }
    var stroker: FT_Stroker?
    guard FT_Stroker_New(library, &stroker) == 0, let stroker,
      FT_Set_Char_Size(face, 0, 16 * 64, 72, 72) == 0,
      let font = harfBuzz.hb_ft_font_create_referenced(face)
    else {
      FT_Stroker_Done(stroker)
      FT_Done_Face(face)
      FT_Done_FreeType(library)
      throw ImagingError(.fontUnusable, "the font \(path) has no scalable outlines")
    }
    self.library = library
    self.face = face
    self.font = font
    self.stroker = stroker
    self.harfBuzz = harfBuzz
    harfBuzz.hb_ft_font_set_load_flags(font, Self.loadFlags)
  }

  deinit {
    harfBuzz.hb_font_destroy(font)
    FT_Stroker_Done(stroker)
    FT_Done_Face(face)
    FT_Done_FreeType(library)
  }

  /// Light hinting sharpens horizontal stems and keeps widths. (FT_LOAD_TARGET_LIGHT is a macro.)
  private static let loadFlags =
    Int32(FT_RENDER_MODE_LIGHT.rawValue << 16) | Int32(FT_LOAD_NO_BITMAP)

  private mutating func use(_ newSize: Double) {
    guard newSize != size else { return }
    size = newSize
    FT_Set_Char_Size(face, 0, FT_F26Dot6(Int(newSize * 64)), 72, 72)
    harfBuzz.hb_ft_font_changed(font)
    // The call above takes the flags of the face, not those that were set.
    harfBuzz.hb_ft_font_set_load_flags(font, Self.loadFlags)
  }

  func has(_ scalar: UInt32) -> Bool { FT_Get_Char_Index(face, FT_ULong(scalar)) != 0 }

  /// Pixels that its letters reach above and below the baseline, both positive.
  mutating func metrics(size newSize: Double) -> (ascent: Double, descent: Double) {
    use(newSize)
    let metrics = face.pointee.size.pointee.metrics
    return (Double(metrics.ascender) / 64, -Double(metrics.descender) / 64)
  }

  /// Chooses and places the glyphs of one stretch of a line.
  ///
  /// - Parameters:
  ///   - run: the characters, and their direction.
  ///   - scalars: The whole line.
  ///   - newSize: The em in pixels.
  ///   - measuresInk: true to find how high and low the glyphs reach, which takes their
  ///     outlines.
  /// - Returns: The glyphs from left to right, and which characters have none.
  mutating func shape(
    _ run: TextRun, of scalars: [UInt32], size newSize: Double, measuresInk: Bool
  ) -> ShapedRun {
    use(newSize)
    var shaped = ShapedRun()
    let buffer = harfBuzz.hb_buffer_create()
    defer { harfBuzz.hb_buffer_destroy(buffer) }
    harfBuzz.hb_buffer_add_utf32(
      buffer, scalars, Int32(scalars.count), UInt32(run.range.lowerBound), Int32(run.range.count))
    harfBuzz.hb_buffer_set_direction(
      buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    harfBuzz.hb_buffer_set_script(buffer, hb_script_t(rawValue: run.script.rawValue))
    harfBuzz.hb_buffer_set_language(buffer, harfBuzz.hb_language_from_string(run.language, -1))
    harfBuzz.hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    let infos = harfBuzz.hb_buffer_get_glyph_infos(buffer, &count)
    let positions = harfBuzz.hb_buffer_get_glyph_positions(buffer, &count)
    guard let infos, let positions else { return shaped }
    for index in 0..<Int(count) {
      let position = positions[index], id = infos[index].codepoint
      let scalar = Int(infos[index].cluster)
      let y = Double(position.y_offset) / 64
      let advance = Double(position.x_advance) / 64
      shaped.glyphs.append(
        .init(
          id: id, x: shaped.width + Double(position.x_offset) / 64, y: y, advance: advance,
          scalar: scalar))
      shaped.width += advance
      // The one without a glyph among a letter and its marks.
      if id == 0 {
        let lacking = (scalar..<run.range.upperBound).first { !has(scalars[$0]) }
        shaped.missing.append(lacking ?? scalar)
      }
      if measuresInk {
        var extents = hb_glyph_extents_t()
        guard harfBuzz.hb_font_get_glyph_extents(font, id, &extents) != 0 else { continue }
        let top = y + Double(extents.y_bearing) / 64
        shaped.inkAbove = max(shaped.inkAbove, top)
        shaped.inkBelow = max(shaped.inkBelow, -(top + Double(extents.height) / 64))
      }
    }
    return shaped
  }

  /// A glyph as a picture.
  ///
  /// - Parameters:
  ///   - id: Its number in the font.
  ///   - newSize: The em in pixels.
  ///   - phase: the offset to the right of a whole pixel, in quarters of a pixel.
  ///   - edge: the growth of its outline, in pixels; 0 for the glyph itself.
  /// - Returns: Its coverage; empty for a space, or if FreeType fails.
  mutating func bitmap(_ id: UInt32, size newSize: Double, phase: Int, edge: Double) -> GlyphBitmap
  {
    let key = GlyphKey(id: id, size: newSize, phase: phase, edge: edge)
    if let known = cache[key] { return known }
    use(newSize)
    let drawn = render(key) ?? GlyphBitmap(left: 0, top: 0, width: 0, height: 0, coverage: [])
    if cache.count >= Self.cacheCapacity { cache.removeAll(keepingCapacity: true) }
    cache[key] = drawn
    return drawn
  }

  private func render(_ key: GlyphKey) -> GlyphBitmap? {
    var glyph: FT_Glyph?
    guard FT_Load_Glyph(face, key.id, Self.loadFlags) == 0,
      FT_Get_Glyph(face.pointee.glyph, &glyph) == 0
    else {
      return nil
    }
    defer { FT_Done_Glyph(glyph) }
    if key.edge > 0 {
      FT_Stroker_Set(
        stroker, FT_Fixed(Int(key.edge * 64)), FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND,
        0)
      // A glyph without an outline, such as a space, stays as it is.
      _ = FT_Glyph_StrokeBorder(&glyph, stroker, 0, 1)
    }
    var origin = FT_Vector(x: FT_Pos(key.phase * 16), y: 0)
    guard FT_Glyph_To_Bitmap(&glyph, FT_RENDER_MODE_NORMAL, &origin, 1) == 0, let glyph else {
      return nil
    }
    let record = UnsafeMutableRawPointer(glyph).assumingMemoryBound(to: FT_BitmapGlyphRec_.self)
      .pointee
    let bitmap = record.bitmap
    let width = Int(bitmap.width), height = Int(bitmap.rows)
    guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_GRAY.rawValue), let rows = bitmap.buffer else {
      return nil
    }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(width * height)
    for y in 0..<height {
      coverage.append(
        contentsOf: UnsafeBufferPointer(start: rows + y * Int(bitmap.pitch), count: width))
    }
    return GlyphBitmap(
      left: Int(record.left), top: Int(record.top), width: width, height: height, coverage: coverage
    )
  }
}

private struct GlyphKey: Hashable {
  let id: UInt32, size: Double, phase: Int, edge: Double
}

/// The share of each pixel that a glyph covers.
struct GlyphBitmap: Sendable {
  /// Pixels from the pen to its left side, and from the baseline up to its top.
  let left: Int, top: Int
  let width: Int, height: Int
  /// Row by row, 255 for all of a pixel.
  let coverage: [UInt8]
}

/// A stretch of a line with its glyphs, from left to right.
struct ShapedRun: Sendable {
  struct Glyph: Sendable {
    let id: UInt32
    /// Pixels right of the stretch's beginning, and above the baseline.
    let x: Double, y: Double
    /// Its advance, and its character in the line, as an index of scalars.
    let advance: Double, scalar: Int
  }

  var glyphs: [Glyph] = []
  var width = 0.0
  /// The extent of ink above and below the baseline in pixels; 0 unless requested.
  var inkAbove = 0.0, inkBelow = 0.0
  /// The characters of the line without a glyph.
  var missing: [Int] = []
}
