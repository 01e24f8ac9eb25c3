import Testing
import TimeWalkBase

@testable import TimeWalkImaging

@Suite struct MeasureTests {
  @Test func `a histogram counts every pixel once a channel, and clipped ones by their share`()
    throws
  {
    // A quarter black, a quarter white, the rest gray.
    let picture = try Pictures.make(40, 20) { plane, x, _ in
      plane > 0 ? 128 : x < 10 ? 0 : x < 20 ? 255 : 120
    }
    let measures = PictureMeasures(of: picture)
    #expect(measures.histogram.map { $0.reduce(0, +) } == [800, 800, 800])
    #expect(measures.histogram.allSatisfy { $0[0] == 200 && $0[255] == 200 && $0[120] == 400 })
    #expect(measures.clippedShadows == 0.25 && measures.clippedHighlights == 0.25)
  }

  @Test func `one bright channel is clipped light, one dark channel isn't a shadow`() throws {
    let red = try Pictures.make(16, 16, sampling: .full) { plane, _, _ in [76, 85, 255][plane] }
    let measures = PictureMeasures(of: red)
    #expect(measures.clippedHighlights == 1 && measures.clippedShadows == 0)
  }

  @Test func `blur lowers sharpness and widens edges, contrast leaves their width alone`() throws {
    func bars(_ contrast: Int, softness: Int) throws -> PictureMeasures {
      PictureMeasures(
        of: try Pictures.make(120, 40) { plane, x, _ in
          guard plane == 0 else { return 128 }
          // A ramp as wide as the softness, then level.
          let phase = x % 60
          let height = min(max(Double(phase - 30) / Double(softness) + 0.5, 0), 1)
          return 128 + Int(Double(contrast) * (height - 0.5))
        })
    }
    let sharp = try bars(120, softness: 2), soft = try bars(120, softness: 6)
    let pale = try bars(100, softness: 2)
    #expect(sharp.sharpness > 1.3 * soft.sharpness)
    #expect(try #require(sharp.edgeWidth) < #require(soft.edgeWidth))
    #expect(abs(try #require(sharp.edgeWidth) - #require(pale.edgeWidth)) < 0.5)
    let flat = PictureMeasures(of: try Pictures.tone(90, 30, 30))
    #expect(flat.sharpness == 0 && flat.edgeWidth == nil)
  }

  @Test func `parts in focus are painted, and nothing in a picture without detail`() throws {
    func painted(_ picture: PlainPicture, _ x: Range<Int>) -> Int {
      x.reduce(0) { sum, x in
        sum
          + (0..<picture.size.height).count {
            picture.samples[3 * ($0 * picture.size.width + x)] == 255
          }
      }
    }
    let half = try Pictures.make(80, 40) { plane, x, y in
      plane > 0 ? 128 : x < 40 ? 100 + x / 4 : (x + y) % 16 == 0 ? 200 : 60
    }
    let picture = PlainPicture.focusPeaking(half)
    #expect(painted(picture, 0..<36) == 0 && painted(picture, 44..<80) > 20)
    #expect(painted(PlainPicture.focusPeaking(try Pictures.tone(90, 30, 30)), 0..<30) == 0)
  }

  @Test func `charts are written as PNG and read again`() throws {
    let picture = try Pictures.scene(50, 40)
    let chart = PlainPicture.histogram(PictureMeasures(of: picture))
    let read = try DecodedPicture.decode(chart.png())
    #expect(read.format == .png && read.image.size == chart.size)
    for (x, y) in [(0, 0), (300, 200), (500, 300)] {
      let at = 3 * (y * chart.size.width + x)
      let colour = chart.samples[at..<at + 3].map(Int.init)
      #expect(FormatTests.isNear([FormatTests.rgb(read.image, x, y)], [colour], 2))
    }
  }
}
