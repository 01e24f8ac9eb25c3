import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkZip

@Suite("A zip")
struct ZipWriterTests {
  @Test("Nothing is written yet")
  func empty() {}
}
