internal import TimeWalkImaging
package import TimeWalkReading
internal import TimeWalkBase

/// The first photo of a program, whose reading begins before archive and library are open.
package final class PhotoAhead: Sendable {
  let path: String
  private let work: Future<Photo, TimeWalkError>

  /// Begins to read a file.
  ///
  /// - Parameters:
  ///   - path: as it will be submitted.
  ///   - keepsProfile: true if it will be read with its own colours.
  ///   - readers: the reader.
  package init(_ path: String, keepsProfile: Bool, readers: PictureReaders) {
    self.path = path
    readers.prepare()
    work = Future { () throws(TimeWalkError) in
      try Photo.read(path: path, by: readers, aheadKeepingProfile: keepsProfile)
    }
  }

  func photo() throws(TimeWalkError) -> Photo { try work.value() }
}
