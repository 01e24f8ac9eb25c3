internal import CPixels

#if TIMEWALK_PNG
  internal import CPNG
#endif
#if TIMEWALK_HEIF
  internal import CHEIF
#endif
#if TIMEWALK_TIFF
  internal import CTIFF
#endif
#if TIMEWALK_RAW
  internal import CRaw
#endif
#if TIMEWALK_WEBP
  internal import CWebP
#endif
#if TIMEWALK_LCMS
  internal import CLittleCMS
#endif

extension ImageFormat {
  /// What decodes the format; `nil` for JPEG, which has a way of its own, and for what this build
  /// doesn't read.
  var codec: UnsafePointer<twx_codec>? {
    switch self {
    #if TIMEWALK_PNG
      case .png: twp_codec()
    #endif
    #if TIMEWALK_HEIF
      case .heic where twh_reads_hevc(): twh_codec()
      case .avif where twh_reads_av1(): twh_codec()
    #endif
    #if TIMEWALK_TIFF
      case .tiff: twt_codec()
    #endif
    #if TIMEWALK_RAW
      case .dng: twr_codec()
    #endif
    #if TIMEWALK_WEBP
      case .webp: tww_codec()
    #endif
    default: nil
    }
  }

  /// A library that is loaded when a picture of its formats is first read.
  package enum Library: String, Codable, Sendable {
    /// HEIC and AVIF.
    case heif
    /// TIFF.
    case tiff
    /// DNG.
    case raw

    /// Loads it, for a process that can't do so later.
    package func load() {
      let format: ImageFormat =
        switch self {
        case .heif: .heic
        case .tiff: .tiff
        case .raw: .dng
        }
      _ = format.codec
    }
  }

  /// The library that reads the format; `nil` where the program itself does, or nothing.
  package var library: Library? {
    switch self {
    case .heic, .avif: .heif
    case .tiff: .tiff
    case .dng: .raw
    default: nil
    }
  }

  /// Whether this build decodes it.
  package var isReadable: Bool { self == .jpeg || codec != nil }

  /// Whether TimeWalk decodes it when it is built with all libraries.
  package var isKnownToTimeWalk: Bool {
    switch self {
    case .jpeg, .png, .heic, .avif, .tiff, .dng, .webp: true
    default: false
    }
  }

  /// The formats that this build takes, for people: `JPEG, PNG and WebP`.
  package static var readableNames: String {
    let names = allCases.filter(\.isReadable).map(\.rawValue)
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

/// A library that decodes pictures, turns colours or makes QR codes; a build may leave it out.
package struct ImagingLibrary: Sendable, Hashable {
  /// The word that leaves it out, as in `TIMEWALK_WITHOUT`.
  package let word: String
  /// Its name.
  package let name: String
  /// What it is for.
  package let purpose: String
  /// The version in use; `nil` where it was left out or is not installed.
  package let version: String?

  /// All of them, with those that were left out.
  package static let all: [ImagingLibrary] = [
    ImagingLibrary(word: "png", name: "libpng", purpose: "PNG", version: pngVersion),
    ImagingLibrary(word: "heif", name: "libheif", purpose: heifPurpose, version: heifVersion),
    ImagingLibrary(word: "tiff", name: "libtiff", purpose: "TIFF", version: tiffVersion),
    ImagingLibrary(word: "raw", name: "LibRaw", purpose: "DNG", version: rawVersion),
    ImagingLibrary(word: "webp", name: "libwebp", purpose: webpPurpose, version: webpVersion),
    ImagingLibrary(
      word: "lcms", name: "Little CMS", purpose: "colour profiles", version: lcmsVersion),
    ImagingLibrary(
      word: "qr", name: "libqrencode", purpose: "QR codes on cards", version: QRCode.libraryVersion),
  ]

  /// Whether this build was made with it.
  package var isBuiltIn: Bool {
    switch word {
    #if TIMEWALK_PNG
      case "png": true
    #endif
    #if TIMEWALK_HEIF
      case "heif": true
    #endif
    #if TIMEWALK_TIFF
      case "tiff": true
    #endif
    #if TIMEWALK_RAW
      case "raw": true
    #endif
    #if TIMEWALK_WEBP
      case "webp": true
    #endif
    #if TIMEWALK_LCMS
      case "lcms": true
    #endif
    #if TIMEWALK_QR
      case "qr": true
    #endif
    default: false
    }
  }

  private static var pngVersion: String? {
    #if TIMEWALK_PNG
      twp_version().map { String(cString: $0) }
    #else
      nil
    #endif
  }

  private static var heifPurpose: String {
    #if TIMEWALK_HEIF
      // A distribution may pack the decoders apart from libheif.
      switch (twh_reads_hevc(), twh_reads_av1()) {
      case (false, false) where twh_version() == nil: "HEIC, AVIF"
      case (true, true): "HEIC, AVIF"
      case (true, false): "HEIC; it has no decoder for AVIF"
      case (false, true): "AVIF; it has no decoder for HEIC"
      case (false, false): "nothing: it has no decoders"
      }
    #else
      "HEIC, AVIF"
    #endif
  }

  private static var heifVersion: String? {
    #if TIMEWALK_HEIF
      twh_version().map { String(cString: $0) }
    #else
      nil
    #endif
  }

  private static var tiffVersion: String? {
    #if TIMEWALK_TIFF
      // "LIBTIFF, Version 4.5.0", and lines of copyright.
      twt_version().map {
        String(cString: $0).prefix { $0 != "\n" }.split(separator: " ").last.map(String.init) ?? ""
      }
    #else
      nil
    #endif
  }

  private static var rawVersion: String? {
    #if TIMEWALK_RAW
      twr_version().map { String(cString: $0) }
    #else
      nil
    #endif
  }

  private static var webpPurpose: String {
    #if TIMEWALK_WEBP
      tww_animates() ? "WebP" : "WebP; animated wipes need libwebpmux, which isn't installed"
    #else
      "WebP"
    #endif
  }

  private static var webpVersion: String? {
    #if TIMEWALK_WEBP
      let version = tww_version()
      return "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
    #else
      nil
    #endif
  }

  private static var lcmsVersion: String? {
    #if TIMEWALK_LCMS
      "\(twl_version() / 1000).\(twl_version() % 1000 / 10)"
    #else
      nil
    #endif
  }
}
