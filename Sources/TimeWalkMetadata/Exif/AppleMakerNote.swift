internal import Foundation

/// An iPhone's pose, from the acceleration vector (tag 0x0008) of Apple's maker note.
///
/// The vector is gravity in g as in Core Motion: x to the right of the screen, y to its top, z out
/// of it. The camera looks along -z. A phone upright in portrait reads (0, -1, 0), one lying on its
/// back (0, 0, -1). In seven iPhone photos, x and y agree with the orientation tag. In one, z
/// agrees with its visible horizon.
struct AppleMakerNote {
  let x: Double
  let y: Double
  let z: Double

  /// Reads a maker note from an Exif block; `nil` if it is not Apple's or has no such vector.
  init?(in block: TIFFBlock, limits: MetadataLimits) {
    guard let entry = block.directory(.exif)?.entry(0x927C) else { return nil }
    let note = Array(block.bytes[entry.value])
    // `Apple iOS`, two NULs and a version, the byte order; offsets count from the note's start.
    guard note.count > 16, note.starts(with: Array("Apple iOS\0".utf8)) else { return nil }
    let order: ByteOrder = note[12] == 0x49 ? .little : .big
    guard
      let (directory, _) = TIFFBlock.directory(
        in: note, at: 14, order: order, role: .exif, limits: limits),
      let vector = directory.entry(0x0008)
    else { return nil }
    let parts = ExifField(type: vector.type, bytes: Array(note[vector.value]), order: order).numbers
    guard parts.count == 3, let x = parts[0].value, let y = parts[1].value, let z = parts[2].value
    else { return nil }
    self.init(x: x, y: y, z: z)
  }

  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  private var length: Double { (x * x + y * y + z * z).squareRoot() }

  /// True if the phone was at rest: the acceleration was then gravity alone.
  var isSteady: Bool { (0.85...1.15).contains(length) }

  /// Degrees of the optical axis above the horizon; `nil` for a shaken phone.
  var pitch: Double? {
    guard isSteady else { return nil }
    return asin(min(max(z / length, -1), 1)) * 180 / .pi
  }

  /// Degrees that the phone is turned clockwise, as the photographer sees it, from the nearest
  /// upright position.
  ///
  /// `-45...45`; `nil` for a shaken phone and for one that looks almost straight up or down.
  var roll: Double? {
    guard isSteady, (x * x + y * y).squareRoot() > 0.25 * length else { return nil }
    let turn = atan2(y, x) * 180 / .pi + 90
    return turn - 90 * (turn / 90).rounded()
  }
}
