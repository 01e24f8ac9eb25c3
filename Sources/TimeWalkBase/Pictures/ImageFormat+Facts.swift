extension ImageFormat {
  /// The description of a format.
  struct Facts: Sendable {
    /// The signatures of TIFF's structure with offsets of 32 bits.
    static let tiff: [Signature] = [[0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A]]

    let mediaType: String
    let endings: [String]
    let signatures: [Signature]
    let brands: [String]
    let isShownByBrowsers: Bool
    let isCollected: Bool

    /// Describes a format.
    ///
    /// - Parameters:
    ///   - mediaType: the registered media type.
    ///   - endings: the endings of names, in lower case, without the dot; the usual one first.
    ///   - signatures: the beginnings of files.
    ///   - brands: the brands of ISO base media files (ISO/IEC 14496-12, 4.3).
    ///   - isShownByBrowsers: true if every browser shows it.
    ///   - isCollected: true if the import of a folder takes such files as historical pictures.
    init(
      _ mediaType: String, _ endings: [String] = [], _ signatures: [Signature] = [],
      brands: [String] = [], isShownByBrowsers: Bool = false, isCollected: Bool = true
    ) {
      self.mediaType = mediaType
      self.endings = endings
      self.signatures = signatures
      self.brands = brands
      self.isShownByBrowsers = isShownByBrowsers
      self.isCollected = isCollected
    }
  }

  /// The first bytes of a format's files; in a text, `?` is any byte.
  package struct Signature: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// The bytes; `nil` is any byte.
    package let bytes: [UInt8?]

    /// Makes one of ASCII.
    package init(stringLiteral text: String) {
      bytes = text.utf8.map { $0 == UInt8(ascii: "?") ? nil : $0 }
    }

    /// Makes one of bytes.
    package init(arrayLiteral bytes: UInt8...) { self.bytes = bytes }

    /// Returns true if a file begins with it.
    func begins(_ file: [UInt8]) -> Bool {
      file.count >= bytes.count && zip(bytes, file).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  private static let facts: [ImageFormat: Facts] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.described) })

  private var facts: Facts { ImageFormat.facts[self] ?? described }

  /// The registered media type; films are not distinguished.
  package var mediaType: String { facts.mediaType }
  /// The endings of a picture's name, in lower case, without the dot; the usual one first.
  package var endings: [String] { facts.endings }
  /// The beginnings of files; empty if other data decide.
  package var signatures: [Signature] { facts.signatures }
  /// The brands of ISO base media files.
  package var brands: [String] { facts.brands }
  /// True if every browser shows it.
  package var isShownByBrowsers: Bool { facts.isShownByBrowsers }
  /// True if the import of a folder takes such files as historical pictures.
  package var isCollected: Bool { facts.isCollected }

  /// Returns true if a file begins with one of the format's signatures.
  package func begins(_ file: [UInt8]) -> Bool { signatures.contains { $0.begins(file) } }

  /// The picture format of a name's ending, in lower case, without the dot; `nil` if unknown.
  package init?(ending: String) {
    guard let found = ImageFormat.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = found
  }

  /// The number of a file's first bytes that are enough to recognise it.
  package static let headLength = 4096

  /// Recognises a file by its content.
  ///
  /// - Parameter bytes: The file, or its first ``headLength`` bytes.
  /// - Returns: The format, or `nil` for anything unknown, which is not an error.
  package static func recognise(_ bytes: [UInt8]) -> ImageFormat? {
    if let start = startOfJPEG(bytes), start > 0 { return .jpeg }
    if let signed = allCases.first(where: { $0.begins(bytes) }) {
      return signed == .tiff ? TIFFKind.format(of: bytes) : signed
    }
    if word(bytes, at: 4) == "ftyp" { return brand(of: bytes) }
    return isDrawing(bytes) ? .svg : nil
  }

  /// A file without the blanks and line ends that some transfers put before a JPEG, which no
  /// decoder takes; any other file as it is.
  package static func withoutBlanks(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = startOfJPEG(bytes), start > 0 else { return bytes }
    return Array(bytes[start...])
  }

  /// The position of a JPEG's start marker, behind at most 8 blanks and line ends; `nil` if there
  /// is none.
  package static func startOfJPEG(_ bytes: [UInt8]) -> Int? {
    let blanks = bytes.prefix(8).prefix { [0x09, 0x0A, 0x0D, 0x20].contains($0) }.count
    return bytes[blanks...].starts(with: [0xFF, 0xD8]) ? blanks : nil
  }

  /// Returns true if a text holds SVG's first tag near its beginning.
  private static func isDrawing(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
    return text.contains("<svg") && text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<"
  }

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
      if let format = allCases.first(where: { $0.brands.contains(brand) }) { return format }
    }
    // HEIF without a brand of its coding.
    return brands.contains("mif1") || brands.contains("msf1") ? .heic : .video
  }

  private static func word(_ bytes: [UInt8], at offset: Int) -> String? {
    guard bytes.count >= offset + 4 else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }
}
