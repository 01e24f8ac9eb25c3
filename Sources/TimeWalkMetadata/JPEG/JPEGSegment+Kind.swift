extension JPEGSegment {
  /// The signatures that segments start with.
  enum Signature {
    static let exif = Array("Exif\0\0".utf8)
    static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    static let icc = Array("ICC_PROFILE\0".utf8)
    static let photoshop = Array("Photoshop 3.0\0".utf8)
    static let jfif = Array("JFIF\0".utf8)

    static let kinds: [(marker: UInt8, signature: [UInt8], kind: Kind)] = [
      (0xE0, jfif, .jfif),
      (0xE0, Array("JFXX\0".utf8), .jfxx),
      (0xE1, exif, .exif),
      (0xE1, xmp, .xmp),
      (0xE1, extendedXMP, .extendedXMP),
      (0xE2, icc, .icc),
      (0xE2, Array("MPF\0".utf8), .multiPicture),
      (0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8), .gainMap),
      (0xED, photoshop, .photoshop),
      (0xEE, Array("Adobe".utf8), .adobe),
    ]
  }

  static func kind(marker: UInt8, payload: ArraySlice<UInt8>) -> Kind {
    switch marker {
    case 0xFE: return .comment
    case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker): return .frame
    case 0xE0...0xEF:
      for known in Signature.kinds
      where known.marker == marker && payload.starts(with: known.signature) {
        return known.kind
      }
      return .application(Int(marker) - 0xE0)
    default: return .coding
    }
  }
}
