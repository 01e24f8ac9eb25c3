/// The pixel density of a JFIF header (APP0).
struct JFIFDensity {
  /// 0 an aspect ratio, 1 dots per inch, 2 dots per centimetre.
  private let unit: UInt8
  private let across: [UInt8]
  private let down: [UInt8]

  /// A JFIF 1.01 header without density or thumbnail.
  static let header: [UInt8] = JPEGSegment.Signature.jfif + [1, 1, 0, 0, 1, 0, 1, 0, 0]

  /// Reads a header's content; `nil` when it is too short or its density is invalid.
  init?(_ payload: [UInt8]) {
    guard payload.count >= 14, payload[7] <= 2 else { return nil }
    unit = payload[7]
    across = Array(payload[8..<10])
    down = Array(payload[10..<12])
    guard across != [0, 0], down != [0, 0] else { return nil }
  }

  /// Another header's content with this density, its thumbnail dropped.
  func written(into header: [UInt8], turned: Bool) -> [UInt8] {
    guard header.count >= 14 else { return header }
    return header[..<7] + [unit] + (turned ? down + across : across + down) + [0, 0]
  }
}
