import Synchronization
import Testing
import TimeWalkAPI
import TimeWalkArchive

@testable import TimeWalk

@Suite("Faults of the archive's store in warnings")
struct StoreFaultTests {
  @Test("A warning names the kind of fault; the log gets the server's host and user")
  func words() {
    let faults = StoreFaults()
    let heard = Mutex<[String]>([])
    faults.report { text in heard.withLock { $0.append(text) } }
    let message = "Can't reach the server of the archive postgresql://maria@db.example/timewalk"
    for code in [ArchiveErrorCode.busy, .storage, .damaged] {
      let words = faults.words(TimeWalkError(ArchiveError(code, message)))
      #expect(!words.contains("maria") && !words.contains("db.example"), "\(words)")
    }
    #expect(heard.withLock { $0 } == [message, message, message])
    // Other faults are the photo's or the item's own.
    let own = TimeWalkError(.imageDamaged, "map.tif is damaged")
    #expect(faults.words(own) == own.message)
    #expect(heard.withLock { $0.count } == 3)
  }
}
