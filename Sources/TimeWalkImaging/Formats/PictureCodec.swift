internal import CImages
package import TimeWalkBase

/// The decoder of a format.
struct PictureCodec: Sendable {
  /// The decoder; `nil` if its library is not installed, and for JPEG, which has separate code.
  var decoder: @Sendable () -> UnsafePointer<twx_codec>? = { nil }
  /// The library, if it is loaded when a picture is first read.
  var library: ImageFormat.Library?
  /// The estimate of the memory for decoding.
  var memory: PictureMemory.Rule
  /// The memory in addition to the estimate, bytes: stacks, tables, colour transformations.
  var fixedMemory = 96 << 20
  /// True if a part is read without decoding the whole picture.
  var readsParts = false

  /// All codecs; JPEG's own code is in the folder `JPEG`.
  static let all: [ImageFormat: PictureCodec] = [
    .jpeg: PictureCodec(memory: .jpeg, readsParts: true),
    .png: PictureCodec(decoder: { twp_codec() }, memory: .held, readsParts: true),
    .heic: PictureCodec(
      decoder: { twh_reads_hevc() ? twh_codec() : nil }, library: .heif, memory: heif,
      fixedMemory: heifFixed),
    .avif: PictureCodec(
      decoder: { twh_reads_av1() ? twh_codec() : nil }, library: .heif, memory: heif,
      fixedMemory: heifFixed),
    .tiff: PictureCodec(
      decoder: { twt_codec() }, library: .tiff, memory: .held, readsParts: true),
    // The sensor's values, four colours of 16 bits, the picture made from these, and the planes.
    .dng: PictureCodec(decoder: { twr_codec() }, library: .raw, memory: .pixels(20)),
    // The decoder's picture and the rows of all.
    .webp: PictureCodec(decoder: { tww_codec() }, memory: .samples(8)),
  ]

  /// The decoder's picture, a copy in libheif's form, another if it is turned.
  private static let heif = PictureMemory.Rule.samples(9)
  /// The coded picture may be larger than the header's size, and is decoded by several threads.
  private static let heifFixed = 192 << 20
}

extension ImageFormat {
  /// A library that is loaded when a picture of its formats is first read.
  package enum Library: String, Codable, Sendable {
    case heif, tiff, raw

    /// Loads it, for a process that can't do so later.
    package func load() {
      _ = ImageFormat.allCases.first { $0.library == self }?.codec
    }
  }

  /// The decoder of the format; `nil` for JPEG, which has separate code, and for formats that are
  /// unsupported or whose library is not installed.
  var codec: UnsafePointer<twx_codec>? { PictureCodec.all[self]?.decoder() }

  /// The library that reads the format; `nil` if the program itself does, or nothing.
  package var library: Library? { PictureCodec.all[self]?.library }

  /// True if it can be decoded on this machine.
  package var isReadable: Bool { self == .jpeg || codec != nil }

  /// True if TimeWalk decodes it where all libraries are installed.
  package var isKnownToTimeWalk: Bool { PictureCodec.all[self] != nil }

  /// The formats that TimeWalk decodes where all libraries are installed.
  package static let known: [ImageFormat] = allCases.filter(\.isKnownToTimeWalk)

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
