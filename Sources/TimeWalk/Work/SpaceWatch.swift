internal import TimeWalkLibrary

/// The limits for low disk space.
package struct SpaceLimits: Hashable, Sendable {
  /// Below this many bytes, an answer warns how many photos still fit.
  package var low: Int
  /// Below this number of bytes, photos are refused.
  package var least: Int

  /// Sets both, bytes.
  package init(low: Int = 500_000_000, least: Int = 100_000_000) {
    self.low = low
    self.least = least
  }
}

extension Pipeline {
  /// Refuses an event's picture where the disk has little space: the databases and the photos of
  /// the library need the rest.
  ///
  /// - Throws: `noSpace`.
  package func checkSpaceForEvents() throws(TimeWalkError) {
    guard let library, let free = FreeSpace.bytes(at: library.directory), free < space.low else {
      return
    }
    throw TimeWalkError(
      .noSpace,
      "only \(free / 1_000_000) MB are free; pictures of events need \(space.low / 1_000_000) MB")
  }

  /// The default size of a photo's outputs: two pictures of 2048 pixels, and a historical one.
  private static let usualOutput = 2_500_000

  /// Refuses a photo if the disk is too full, before anything is read; returns the free space if it
  /// is low.
  ///
  /// - Throws: `noSpace`.
  func checkSpace(_ output: String) throws(TimeWalkError) -> SpaceReport? {
    guard let library else { return nil }
    let free = [output, library.directory].compactMap(FreeSpace.bytes(at:)).min()
    guard let free else { return nil }
    guard free >= space.least else {
      throw TimeWalkError(
        .noSpace,
        "only \(free / 1_000_000) MB are free at \(output). "
          + "Free some space: processing photos needs \(space.least / 1_000_000) MB")
    }
    guard free < space.low else { return nil }
    do throws(LibraryError) {
      let average = max(1, try library.averageOutput() ?? Pipeline.usualOutput)
      return SpaceReport(free: free, photosLeft: (free - space.least) / average)
    } catch { throw TimeWalkError(error) }
  }
}
