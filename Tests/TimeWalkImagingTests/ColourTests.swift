import Foundation
import Testing

@testable import TimeWalkImaging

/// Colours by profiles that the tests make and calculate themselves, not by Little CMS.
@Suite
struct ColourTests {
  /// The columns of a matrix to XYZ for D50, as ICC profiles hold them.
  static let displayP3 = [
    [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
  ]
  static let adobeRGB = [
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
  ]
  /// From XYZ for D50 to sRGB's light (Bradford).
  static let toSRGB = [
    [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
    [0.0719453, -0.2289914, 1.4052427],
  ]

  static func sRGBCurve(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// A colour of a profile with the columns and a power as its curve, in sRGB.
  static func expected(_ colour: [Int], _ columns: [[Double]], gamma: Double) -> [Int] {
    let light = colour.map { pow(Double($0) / 255, gamma) }
    let xyz = (0..<3).map { row in (0..<3).reduce(0) { $0 + columns[$1][row] * light[$1] } }
    return toSRGB.map { row in
      Int((255 * sRGBCurve((0..<3).reduce(0) { $0 + row[$1] * xyz[$1] })).rounded())
    }
  }

  /// An ICC profile of version 2: three columns and one power, or gray with a power alone.
  static func profile(_ columns: [[Double]]?, gamma: Double) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    func xyz(_ values: [Double]) -> [UInt8] {
      Array("XYZ ".utf8) + number(0) + values.flatMap { number(Int(($0 * 65_536).rounded())) }
    }
    let curve =
      Array("curv".utf8) + number(0) + number(1)
      + Array(number(Int((gamma * 256).rounded())).suffix(2)) + [0, 0]
    let description =
      Array("desc".utf8) + number(0) + number(2) + Array("t\0".utf8)
      + [UInt8](repeating: 0, count: 78)
    var tags: [(String, [UInt8])] = [
      ("desc", description), ("wtpt", xyz([0.9642, 1, 0.8249])),
      ("cprt", Array("text".utf8) + number(0) + Array("-\0".utf8)),
    ]
    if let columns {
      tags += zip(["rXYZ", "gXYZ", "bXYZ"], columns).map { ($0, xyz($1)) }
      tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
    } else {
      tags.append(("kTRC", curve))
    }
    var table = number(tags.count)
    var data: [UInt8] = []
    for (name, bytes) in tags {
      table += Array(name.utf8) + number(132 + 12 * tags.count + data.count) + number(bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at: Int) {
      header.replaceSubrange(at..<at + bytes.count, with: bytes)
    }
    put(number(128 + table.count + data.count), at: 0)
    put([2, 0x10, 0, 0], at: 8)
    put(
      Array("mntr".utf8) + Array((columns == nil ? "GRAY" : "RGB ").utf8) + Array("XYZ ".utf8),
      at: 12)
    put(Array("acsp".utf8), at: 36)
    put(number(63_190) + number(65_536) + number(54_061), at: 68)
    return header + table + data
  }

  /// A JPEG of one colour that carries a profile, in two segments.
  static func jpeg(_ colour: [Int], profile: [UInt8], isGray: Bool = false) throws -> [UInt8] {
    let ycc = [
      0.299 * Double(colour[0]) + 0.587 * Double(colour[1]) + 0.114 * Double(colour[2]),
      128 - 0.168736 * Double(colour[0]) - 0.331264 * Double(colour[1]) + 0.5 * Double(colour[2]),
      128 + 0.5 * Double(colour[0]) - 0.418688 * Double(colour[1]) - 0.081312 * Double(colour[2]),
    ].map { Int($0.rounded()) }
    let bytes = try Pictures.make(33, 21, isGray: isGray) { plane, _, _ in ycc[plane] }
      .encode(quality: 98)
    let half = profile.count / 2
    let parts = [Array(profile[..<half]), Array(profile[half...])]
    let segments = parts.enumerated().flatMap { index, part -> [UInt8] in
      let payload = Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), 2] + part
      return [0xFF, 0xE2, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)]
        + payload
    }
    return Array(bytes[..<2]) + segments + Array(bytes[2...])
  }

  @Test(arguments: [
    ([200, 100, 50], displayP3, 2.2), ([20, 200, 60], displayP3, 2.2),
    ([128, 128, 128], displayP3, 1.8),
    ([0, 255, 0], displayP3, 2.2), ([60, 90, 200], adobeRGB, 2.2), ([200, 30, 90], adobeRGB, 2.2),
    ([255, 255, 255], adobeRGB, 1.8), ([0, 0, 0], adobeRGB, 2.2),
  ])
  func `an embedded profile is turned into sRGB`(
    colour: [Int], columns: [[Double]], gamma: Double
  ) throws {
    let bytes = try Self.jpeg(colour, profile: Self.profile(columns, gamma: gamma))
    let decoded = try DecodedPicture.decode(bytes)
    let stored = FormatTests.rgb(decoded.image, 9, 9)
    #expect(FormatTests.isNear([stored], [colour], 3), "stored \(stored)")
    let found = FormatTests.rgb(try decoded.image.inSRGB(from: decoded.profile), 9, 9)
    let expected = Self.expected(colour, columns, gamma: gamma)
    #expect(FormatTests.isNear([found], [expected], 4), "\(found) for \(expected)")
    #expect(try decoded.image.inSRGB(from: decoded.profile).sampling == decoded.image.sampling)
  }

  @Test func `gray has a curve, too`() throws {
    let bytes = try Self.jpeg([100, 100, 100], profile: Self.profile(nil, gamma: 1), isGray: true)
    let decoded = try DecodedPicture.decode(bytes)
    let value = Int(try decoded.image.inSRGB(from: decoded.profile).planes[0][5, 5])
    #expect(abs(value - Int((255 * Self.sRGBCurve(100 / 255.0)).rounded())) <= 2)
  }

  @Test(arguments: [false, true])
  func `our own profile is small, always the same, and changes nothing`(isGray: Bool) throws {
    let profile = try #require(ColourProfile.sRGB(isGray: isGray))
    #expect(profile.count < 800 && profile[36..<40].elementsEqual("acsp".utf8))
    #expect(ColourProfile.icc(profile).iccBytes(isGray: isGray) == profile)
    #expect(ColourProfile.icc(profile).iccBytes(isGray: !isGray) == nil)
    let transform = try #require(
      ColourTransform.make(.icc(profile), channels: isGray ? 1 : 3, isWide: false))
    #expect(!transform.changesColours)
  }

  @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 7, count: 400)])
  func `a profile that can't be used changes nothing`(profile: [UInt8]) throws {
    let picture = try Pictures.scene(20, 10)
    let turned = try picture.inSRGB(from: .icc(profile))
    #expect(turned.planes.map(\.samples) == picture.planes.map(\.samples))
  }

  @Test func `a profile for another number of channels changes nothing`() throws {
    let picture = try Pictures.scene(20, 10)
    let gray = ColourProfile.icc(Self.profile(nil, gamma: 1))
    #expect(try picture.inSRGB(from: gray).planes.map(\.samples) == picture.planes.map(\.samples))
  }

  @Test(arguments: JPEGTests.samplings)
  func `every sampling is turned at its edges, too`(sampling: ChromaSampling) throws {
    let picture = try Pictures.make(37, 23, sampling: sampling) { plane, _, _ in
      [120, 110, 150][plane]
    }
    let turned = try picture.inSRGB(from: .icc(Self.profile(Self.adobeRGB, gamma: 2.2)))
    for plane in turned.planes { #expect(Set(plane.samples).count == 1) }
    #expect(FormatTests.rgb(turned, 36, 22) != FormatTests.rgb(picture, 36, 22))
  }
}
