package import TimeWalkBase
package import TimeWalkImaging

/// A library that a process of readers loads before it is locked in.
package enum ReaderLibrary: Codable, Hashable, Sendable {
  /// The decoder of a picture's format.
  case decoder(ImageFormat.Library)
  /// PROJ, with its database open.
  case proj

  /// Loads it, in a process that is locked in next.
  func load() {
    switch self {
    case .decoder(let library): library.load()
    case .proj: CoordinateSystems.open(confined: true)
    }
  }
}
