internal import TimeWalkImaging

/// A message to a reader process.
struct ReaderMessage: Codable {
  /// A file that lies in the shared memory from now on.
  struct Opening: Codable {
    var count: Int
    var name: String
    var limits: ImagingLimits
  }

  /// The file, if it is a new one.
  var opening: Opening?
  var question: PictureQuestion
  /// Threads that may work on it.
  var threads = 1
}
