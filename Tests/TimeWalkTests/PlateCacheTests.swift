import Testing
import TimeWalkCore
import TimeWalkImaging
import TimeWalkLibrary
import TimeWalkMetadata

@testable import TimeWalk

@Suite("Plates that are kept")
struct PlateCacheTests {
  private static func key(_ title: String, maxBytes: Int = 1000) -> PlateCache.Key {
    PlateCache.Key(
      plate: Plate(title: title, details: []),
      item: ItemID(collection: "a", identifier: title), credits: PictureCredits(software: "test"),
      maxBytes: maxBytes)
  }

  private static func plate(_ byte: UInt8) -> Pictures {
    Pictures(
      all: [
        Picture(
          role: .historical, size: PixelSize(width: 1, height: 1), bytes: [byte], quality: 90)
      ], warnings: ["warning \(byte)"])
  }

  private static func bytes(_ plate: Pictures?) -> [UInt8]? { plate?.all.first?.bytes }

  @Test("A plate is returned only for the values that it was drawn with")
  func same() {
    let plates = PlateCache()
    plates.keep(Self.plate(1), Self.key("one"))
    #expect(Self.bytes(plates.plate(Self.key("one"))) == [1])
    #expect(plates.plate(Self.key("one"))?.warnings == ["warning 1"], "told for each photo")
    #expect(plates.plate(Self.key("two")) == nil)
    #expect(plates.plate(Self.key("one", maxBytes: 999)) == nil)
  }

  @Test("Only the last few are kept")
  func few() {
    let plates = PlateCache()
    for number in 0...UInt8(PlateCache.capacity) {
      plates.keep(Self.plate(number), Self.key("\(number)"))
      plates.keep(Self.plate(number), Self.key("\(number)"))
    }
    #expect(plates.plate(Self.key("0")) == nil)
    for number in 1...UInt8(PlateCache.capacity) {
      #expect(Self.bytes(plates.plate(Self.key("\(number)"))) == [number])
    }
  }
}
