/// The sensors of cameras, for sizes that follow from a focal plane's resolution.
enum CameraSensors {
  /// The longer sides that sensors have, mm: from a phone's 1/4 inch (3.6 mm) to medium format
  /// (53.9 mm).
  static let sides: ClosedRange<Double> = 3.5...60
  /// The same for bodies with interchangeable lenses, whose smallest sensor is the Nikon 1's (13.2
  /// mm).
  ///
  /// Pentax's Q has a smaller one and is not among ``bodies``.
  static let interchangeableSides: ClosedRange<Double> = 13...60

  /// The prefixes of the models of bodies with interchangeable lenses, in capitals, from the
  /// makers' lists of cameras; the exceptions have a fixed lens.
  private static let bodies: [(prefix: String, exceptions: [String])] = [
    ("CANON EOS", []),
    ("NIKON D", []), ("NIKON Z", []), ("NIKON 1 ", []),
    ("DSLR-A", []), ("SLT-A", []), ("NEX-", []), ("ILCE-", []), ("ILCA-", []), ("ILME-", []),
    ("PENTAX K", []), ("PENTAX *IST", []), ("PENTAX 645", []),
    ("E-", ["E-10", "E-20", "E-100RS"]), ("OM-", []),
    ("DMC-G", []), ("DC-G", []), ("DMC-L1", []), ("DMC-L10", []), ("DC-S", []),
    ("X-T", []), ("X-PRO", []), ("X-E", []), ("X-H", []), ("X-A", []), ("X-M", []),
    ("X-S", ["X-S1"]), ("GFX", []),
    ("NX", []), ("LEICA M", []), ("LEICA SL", []), ("LEICA TL", []), ("LEICA CL", []),
  ]

  /// Returns true if the longer side of a camera's sensor can have this length, in mm.
  static func exists(side: Double, model: String?) -> Bool {
    (isInterchangeable(model) ? interchangeableSides : sides).contains(side)
  }

  /// Returns true if a model takes several lenses.
  static func isInterchangeable(_ model: String?) -> Bool {
    guard let name = model?.uppercased() else { return false }
    return bodies.contains { body in
      name.hasPrefix(body.prefix)
        && !body.exceptions.contains { name == $0 || name.hasPrefix($0 + " ") || name == $0 + "N" }
    }
  }
}

/// The makers' handling of the digital zoom (`DigitalZoomRatio`) in the lengths that they write.
///
/// Exif doesn't define whether `FocalLengthIn35mmFilm` includes it (CIPA DC-008, 4.6.5).
enum DigitalZoomRule: Hashable {
  /// The length holds for the picture.
  case included
  /// The length is that of the lens alone.
  case excluded
  /// The maker's handling is unknown.
  case unknown

  /// The makers with known handling, by the prefix of their names.
  ///
  /// Apple: an iPhone SE writes 55 mm for its 28 mm lens at 1.951 (Hugin's bug 2064625, where
  /// other phones need the opposite). Google: a Pixel 6 Pro writes 24 mm and 106 mm for its two
  /// lenses at any zoom (photos at 3.21 and 2.92).
  private static let makers: [(name: String, rule: DigitalZoomRule)] = [
    ("apple", .included), ("google", .excluded),
  ]

  /// The maker's way with the 35 mm equivalent.
  init(make: String?) {
    let name = make?.lowercased() ?? ""
    self = DigitalZoomRule.makers.first { name.hasPrefix($0.name) }?.rule ?? .unknown
  }

  /// Returns true if the focal plane's resolution is that of the enlarged picture.
  ///
  /// Canon's compact cameras write it so. A PowerShot S40 at 2.73 covers 2.6 mm of its 7.1 mm, an
  /// A720 at 1.59 covers 3.6 mm of its 5.7 mm.
  static func isInFocalPlane(make: String?) -> Bool {
    make?.lowercased().hasPrefix("canon") == true
  }

  /// The shortest 35 mm equivalent of a lens without a fisheye's distortion, mm.
  ///
  /// A length that would be shorter without the zoom doesn't include it.
  static let shortestLens = 9.0
  /// Digital zooms below this make no difference that matters.
  static let least = 1.05
  /// The greatest difference of two lengths that agree, as a share.
  static let tolerance = 0.12
}
