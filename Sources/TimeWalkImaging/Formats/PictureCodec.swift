internal import CImages

extension ImageFormat {
  /// The decoder of the format; `nil` for JPEG, which has separate code, and for formats that are
  /// unsupported or whose library is not installed.
  var codec: UnsafePointer<twx_codec>? {
    switch self {
    case .png: twp_codec()
    case .heic where twh_reads_hevc(): twh_codec()
    case .avif where twh_reads_av1(): twh_codec()
    case .tiff: twt_codec()
    case .dng: twr_codec()
    case .webp: tww_codec()
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

  /// Whether it can be decoded on this machine.
  package var isReadable: Bool { self == .jpeg || codec != nil }

  /// Whether TimeWalk decodes it where all libraries are installed.
  package var isKnownToTimeWalk: Bool {
    switch self {
    case .jpeg, .png, .heic, .avif, .tiff, .dng, .webp: true
    default: false
    }
  }

  /// The formats that can be read on this machine, for people: `JPEG, PNG and WebP`.
  package static var readableNames: String {
    let names = allCases.filter(\.isReadable).map(\.rawValue)
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

/// A library that decodes pictures, turns colours or makes QR codes.
package struct ImagingLibrary: Sendable, Hashable {
  /// Its name.
  package let name: String
  /// Its purpose.
  package let purpose: String
  /// The installed version; `nil` if it is not installed.
  package let version: String?

  /// All of them, with those that are not installed.
  package static let all: [ImagingLibrary] = [
    ImagingLibrary(name: "libpng", purpose: "PNG", version: pngVersion),
    ImagingLibrary(name: "libheif", purpose: heifPurpose, version: heifVersion),
    ImagingLibrary(name: "libtiff", purpose: "TIFF", version: tiffVersion),
    ImagingLibrary(name: "LibRaw", purpose: "DNG", version: rawVersion),
    ImagingLibrary(name: "libwebp", purpose: webpPurpose, version: webpVersion),
    ImagingLibrary(name: "Little CMS", purpose: "colour profiles", version: lcmsVersion),
    ImagingLibrary(
      name: "libqrencode", purpose: "QR codes on cards", version: QRCode.libraryVersion),
  ]

  private static var pngVersion: String? {
    twp_version().map { String(cString: $0) }
  }

  private static var heifPurpose: String {
    // A distribution may package the decoders separately from libheif.
    switch (twh_reads_hevc(), twh_reads_av1()) {
    case (false, false) where twh_version() == nil: "HEIC, AVIF"
    case (true, true): "HEIC, AVIF"
    case (true, false): "HEIC; it has no decoder for AVIF"
    case (false, true): "AVIF; it has no decoder for HEIC"
    case (false, false): "nothing: it has no decoders"
    }
  }

  private static var heifVersion: String? {
    twh_version().map { String(cString: $0) }
  }

  private static var tiffVersion: String? {
    // "LIBTIFF, Version 4.5.0", and lines of copyright.
    twt_version().map {
      String(cString: $0).prefix { $0 != "\n" }.split(separator: " ").last.map(String.init) ?? ""
    }
  }

  private static var rawVersion: String? {
    twr_version().map { String(cString: $0) }
  }

  private static var webpPurpose: String {
    tww_animates() ? "WebP" : "WebP; animated wipes need libwebpmux, which isn't installed"
  }

  private static var webpVersion: String? {
    let version = tww_version()
    return "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }

  private static var lcmsVersion: String? {
    "\(twl_version() / 1000).\(twl_version() % 1000 / 10)"
  }
}
