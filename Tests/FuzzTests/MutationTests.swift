import Testing
import TimeWalkBase
import TimeWalkImaging
import TimeWalkTestSupport

/// The fuzz targets on their seeds and on a few mutations of them; `Scripts/fuzz` runs them for
/// longer.
@Suite("Bytes of strangers")
struct MutationTests {
  @Test("A seed keeps all invariants", arguments: FuzzTarget.all.map(\.name))
  func seeds(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let seeds = try target.seeds()
    #expect(!seeds.isEmpty)
    for seed in seeds {
      #expect(seed.count <= target.longest)
      try target.run(seed)
    }
    try target.run([])
  }

  @Test("A mutation keeps all invariants", arguments: FuzzTarget.all.map(\.name))
  func mutations(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    var mutation = try Mutation(of: target.seeds(), seed: 15)
    for _ in 0..<1000 {
      let bytes = mutation.next()
      do { try target.run(bytes) } catch {
        Issue.record("\(error): \(bytes.map { String($0, radix: 16) }.joined(separator: " "))")
      }
    }
  }

  @Test(
    "The HEIF checker's starting files are valid pictures",
    .enabled(if: ImageFormat.heic.isReadable, "libheif is not installed"))
  func boxes() throws {
    for seed in try FuzzTarget.heifChecker.seeds() {
      var items = BoxedItems(seed, coded: try FormatFixtures.tiles().colour)
      #expect(try DecodedPicture.decode(items.file()).image.size.width > 0)
    }
  }

  @Test("Names are distinguished")
  func names() {
    #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
  }
}
