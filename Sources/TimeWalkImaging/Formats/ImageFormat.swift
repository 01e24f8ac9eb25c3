/// The format of a file, determined by its first bytes and never by its name.
package enum ImageFormat: String, Codable, Sendable, CaseIterable {
  /// JPEG, also with a second picture or a film behind it.
  case jpeg = "JPEG"
  /// Portable Network Graphics.
  case png = "PNG"
  /// HEIF with HEVC inside, the iPhone's own format.
  case heic = "HEIC"
  /// HEIF with AV1 inside.
  case avif = "AVIF"
  /// TIFF, less the raw formats that are built on it.
  case tiff = "TIFF"
  /// Adobe's raw format, also Apple's ProRAW.
  case dng = "DNG"
  /// WebP.
  case webp = "WebP"
  /// GIF.
  case gif = "GIF"
  /// Windows bitmap.
  case bmp = "BMP"
  /// JPEG 2000, as a file or a bare codestream.
  case jpeg2000 = "JPEG 2000"
  /// JPEG XL, as a file or a bare codestream.
  case jpegXL = "JPEG XL"
  /// Photoshop's own format.
  case photoshop = "Photoshop document"
  /// A camera's own raw format: those of Canon, Nikon, Sony and others.
  case cameraRaw = "camera raw"
  /// Drawings as SVG.
  case svg = "SVG"
  /// Windows icons and cursors.
  case icon = "icon"
  /// PDF.
  case pdf = "PDF"
  /// A film: MP4, QuickTime, Matroska, AVI and similar formats.
  case video = "video"

  /// The format's name in messages: `a video`, `PDF`.
  var named: String {
    switch self {
    case .video: "a video"
    case .photoshop: "a Photoshop document"
    case .cameraRaw: "a camera's own raw format"
    case .icon: "an icon"
    case .svg: "a drawing (SVG)"
    default: rawValue
    }
  }

  /// How much of a file is enough to recognise it, bytes.
  package static let headLength = 4096

  /// Recognises a file by its content.
  ///
  /// - Parameter bytes: The file, or its first ``headLength`` bytes.
  /// - Returns: The format, or `nil` for anything unknown, which is not an error.
  package static func recognise(_ bytes: [UInt8]) -> ImageFormat? {
    if let signed = signatures.first(where: { bytes.starts(with: $0.bytes) }) {
      return signed.format == .tiff ? TIFFKind.format(of: bytes) : signed.format
    }
    if bytes.starts(with: Array("RIFF".utf8)) {
      switch word(bytes, at: 8) {
      case "WEBP": return .webp
      case "AVI ": return .video
      default: return nil
      }
    }
    switch word(bytes, at: 4) {
    case "ftyp": return brand(of: bytes)
    case "moov", "mdat", "wide": return .video  // QuickTime before it had brands
    default: return isDrawing(bytes) ? .svg : nil
    }
  }

  /// Whether a text holds SVG's first tag near its beginning.
  private static func isDrawing(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
    return text.contains("<svg") && text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<"
  }

  private static let signatures: [(bytes: [UInt8], format: ImageFormat)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    ([0x49, 0x49, 0x2A, 0x00], .tiff), ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
    ([0x49, 0x49, 0x2B, 0x00], .tiff), ([0x4D, 0x4D, 0x00, 0x2B], .tiff),
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif),
    (Array("BM".utf8), .bmp), (Array("8BPS".utf8), .photoshop), (Array("%PDF-".utf8), .pdf),
    ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], .jpeg2000),
    ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
    ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], .jpegXL), ([0xFF, 0x0A], .jpegXL),
    ([0x1A, 0x45, 0xDF, 0xA3], .video), ([0x00, 0x00, 0x01, 0xBA], .video),
    ([0x00, 0x00, 0x01, 0xB3], .video), (Array("FLV\u{1}".utf8), .video),
    (Array("OggS".utf8), .video), ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .video),
    (Array("IIRO".utf8), .cameraRaw), (Array("IIRS".utf8), .cameraRaw),
    ([0x49, 0x49, 0x55, 0x00], .cameraRaw), (Array("FUJIFILMCCD-RAW".utf8), .cameraRaw),
    ([0x00, 0x00, 0x01, 0x00], .icon), ([0x00, 0x00, 0x02, 0x00], .icon),
  ]

  /// The kind of an ISO base media file, by its major brand and then by those it is compatible
  /// with.
  private static func brand(of bytes: [UInt8]) -> ImageFormat {
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let end = min(length, bytes.count, 64)
    var brands: [String] = [word(bytes, at: 8)].compactMap { $0 }
    var offset = 16
    while offset + 4 <= end {
      word(bytes, at: offset).map { brands.append($0) }
      offset += 4
    }
    for brand in brands {
      switch brand {
      case "avif", "avis": return .avif
      case "crx ": return .cameraRaw  // Canon's CR3
      case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .heic
      default: continue
      }
    }
    return brands.contains("mif1") || brands.contains("msf1") ? .heic : .video
  }

  private static func word(_ bytes: [UInt8], at offset: Int) -> String? {
    guard bytes.count >= offset + 4 else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }
}
