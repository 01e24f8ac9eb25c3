import Foundation

/// Small photos that differ in a few bytes.
package enum SmallPhoto {
  package static func bytes(_ number: Int, width: Int = 64, height: Int = 48) -> [UInt8] {
    var jpeg = JPEGBuilder(width: width, height: height)
    jpeg.add(SamplePhone.exif(heading: Double(number % 360), orientation: 1))
    // Data after a picture belong to its bytes, not to its pixels.
    return jpeg.bytes + Array("photo \(number)".utf8)
  }

  package static func write(_ numbers: Range<Int>, in place: Workplace) throws -> [String] {
    try numbers.map { try place.write(bytes($0), to: String(format: "photos/p%04d.jpg", $0)) }
  }
}
