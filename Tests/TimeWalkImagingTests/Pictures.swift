import Foundation
import Testing

@testable import TimeWalkImaging

/// Pictures and files that the tests make themselves.
enum Pictures {
  /// A picture whose samples are a function of plane and place; chroma places are those of its
  /// plane.
  static func make(
    _ width: Int, _ height: Int, sampling: ChromaSampling = .quarter, isGray: Bool = false,
    sample: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) throws -> PlanarImage {
    let image = try PlanarImage.blank(
      size: PixelSize(width: width, height: height), sampling: sampling, isGray: isGray)
    for (index, plane) in image.planes.enumerated() {
      for y in 0..<plane.height {
        plane.withRow(y) { row in
          for x in row.indices { row[x] = UInt8(clamping: sample(index, x, y)) }
        }
      }
    }
    return PlanarImage(
      size: image.size, sampling: sampling, planes: image.planes.map { $0.finished() })
  }

  /// One tone all over, without colour.
  static func tone(_ value: Int, _ width: Int, _ height: Int) throws -> PlanarImage {
    try make(width, height) { plane, _, _ in plane == 0 ? value : 128 }
  }

  /// Something like a photograph: slopes, an edge, and a little texture.
  static func scene(
    _ width: Int, _ height: Int, sampling: ChromaSampling = .quarter, isGray: Bool = false
  ) throws -> PlanarImage {
    try make(width, height, sampling: sampling, isGray: isGray) { plane, x, y in
      switch plane {
      case 0: 40 + 120 * y / height + (x * 3 > width * 2 ? 50 : 0) + (x * 7 + y * 13) % 9
      case 1: 100 + 60 * x / max(1, width / sampling.horizontal)
      default: 150 - 40 * y / max(1, height / sampling.vertical)
      }
    }
  }

  /// 24 x 16 pixels, progressive, 4:2:0, ten scans.
  static let progressive = decode(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8t\
    MC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgAR\
    CAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABQYA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/2gAMAwEAAhADEAAAAY9B9BA5\
    /WGFUf/EABYQAAMAAAAAAAAAAAAAAAAAAAACBP/aAAgBAQABBQJJxJxJxJxJxJz/xAAYEQACAwAAAAAAAAAAAAAAAAAABQMEIv/aAAgBAwEB\
    PwGkwIWGT//EABgRAAIDAAAAAAAAAAAAAAAAAAAEAgMh/9oACAECAQE/AbHSTun/xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAY/Al//\
    xAAVEAEBAAAAAAAAAAAAAAAAAAAAYf/aAAgBAQABPyGSCSSST//aAAwDAQACAAMAAAAQBw//xAAWEQEBAQAAAAAAAAAAAAAAAAAhADH/2gAI\
    AQMBAT8QxYTf/8QAFhEBAQEAAAAAAAAAAAAAAAAAAFFh/9oACAECAQE/ENlD/8QAFhAAAwAAAAAAAAAAAAAAAAAAADHB/9oACAEBAAE/EESK\
    kRIiREiJP//Z
    """)

  /// 16 x 8 pixels of pure red ink (no cyan, all magenta and yellow), inverted as Adobe does.
  static let adobeCMYK = decode(
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgW\
    FBgSFBUU/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAAB\
    fQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hp\
    anN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5\
    +v/aAA4EQwBNAFkASwAAPwD9U6/Kqvyqr9U6KKKK/9k=
    """)

  /// 16 x 8 pixels of red 200, green 30, blue 60, stored as RGB.
  static let rgb = decode(
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgW\
    FBgSFBUU/8AAEQgACAAQA1IRAEcRAEIRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQEC\
    AwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0\
    dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/a\
    AAwDUgBHAEIAAD8A+wK/Pqvkqiiiv//Z
    """)

  private static func decode(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64).map([UInt8].init) ?? []
  }

  /// The project's own fonts alone, found as in the program; every machine draws the same.
  static func fonts() throws -> FontSet {
    try FontSet(FontFinder(environment: [:]), installed: nil)
  }

  /// The usual fields of an overlay.
  static let fields = [
    "40.74844° N  73.98566° W ±5 m", "↑ 12 m above sea level", "205° SSW T", "∠ +3° pitch",
    "2.0× zoom",
    "2026-11-21 12:00:00 −05:00",
  ]
}

extension Plane {
  /// All samples, row by row.
  var samples: [UInt8] { (0..<height).flatMap { y in (0..<width).map { self[$0, y] } } }
}

/// Checks that a call throws an ``ImagingError`` of a kind, and returns its message.
@discardableResult
func message(
  of code: ImagingErrorCode, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) throws -> String {
  let error = try #require(throws: ImagingError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
  return error.message
}
