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
  package var named: String {
    switch self {
    case .video: "a video"
    case .photoshop: "a Photoshop document"
    case .cameraRaw: "a camera's own raw format"
    case .icon: "an icon"
    case .svg: "a drawing (SVG)"
    default: rawValue
    }
  }

  /// The description of the format: all other code derives from it.
  var described: Facts {
    switch self {
    case .jpeg:
      Facts("image/jpeg", ["jpg", "jpeg", "jpe"], [[0xFF, 0xD8, 0xFF]], isShownByBrowsers: true)
    case .png:
      Facts(
        "image/png", ["png"], [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]],
        isShownByBrowsers: true)
    case .heic:
      Facts(
        "image/heic", ["heic", "heif", "hif"],
        brands: ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"])
    case .avif: Facts("image/avif", ["avif"], brands: ["avif", "avis"])
    case .tiff:
      Facts(
        "image/tiff", ["tif", "tiff"],
        Facts.tiff + [[0x49, 0x49, 0x2B, 0x00], [0x4D, 0x4D, 0x00, 0x2B]])
    // Its tags distinguish it from other files of TIFF's structure.
    case .dng: Facts("image/x-adobe-dng", ["dng"], Facts.tiff)
    case .webp: Facts("image/webp", ["webp"], ["RIFF????WEBP"], isShownByBrowsers: true)
    case .gif: Facts("image/gif", ["gif"], ["GIF87a", "GIF89a"], isShownByBrowsers: true)
    case .bmp: Facts("image/bmp", ["bmp"], ["BM"], isCollected: false)
    case .jpeg2000:
      Facts(
        "image/jp2", ["jp2"],
        [[0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], [0xFF, 0x4F, 0xFF, 0x51]])
    case .jpegXL:
      Facts(
        "image/jxl", ["jxl"],
        [[0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], [0xFF, 0x0A]],
        isCollected: false)
    case .photoshop:
      Facts("image/vnd.adobe.photoshop", ["psd"], ["8BPS"], isCollected: false)
    // Canon's CR3 has a brand.
    case .cameraRaw:
      Facts(
        "application/octet-stream", [],
        ["IIRO", "IIRS", [0x49, 0x49, 0x55, 0x00], "FUJIFILMCCD-RAW"], brands: ["crx "])
    case .svg: Facts("image/svg+xml", isCollected: false)
    case .icon:
      Facts(
        "image/vnd.microsoft.icon", [], [[0x00, 0x00, 0x01, 0x00], [0x00, 0x00, 0x02, 0x00]],
        isCollected: false)
    case .pdf: Facts("application/pdf", [], ["%PDF-"], isCollected: false)
    // Films are not distinguished. Old QuickTime files have no brands.
    case .video:
      Facts(
        "video/mp4", [],
        [
          [0x1A, 0x45, 0xDF, 0xA3], [0x00, 0x00, 0x01, 0xBA], [0x00, 0x00, 0x01, 0xB3],
          "FLV\u{1}", "OggS", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],
          "RIFF????AVI ", "????moov", "????mdat", "????wide",
        ], isCollected: false)
    }
  }
}
