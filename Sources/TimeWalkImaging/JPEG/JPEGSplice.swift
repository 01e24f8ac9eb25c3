internal import CImages

/// Exchanges rows of blocks between files of our own encoder.
enum JPEGSplice {
  /// Puts rows of blocks in the place of a file's last ones.
  ///
  /// - Parameters:
  ///   - first: The first row of blocks to replace, from the top.
  ///   - file: A file with a restart marker for each row.
  ///   - rows: A file of the new rows alone, encoded with the same quality, width and sampling.
  /// - Returns: The new file, or `nil` if the files are not of that form.
  static func replace(rowsFrom first: Int, of file: [UInt8], with rows: [UInt8]) -> [UInt8]? {
    var count = 0
    guard let first = UInt32(exactly: first),
      let bytes = twj_splice(file, file.count, rows, rows.count, first, &count)
    else { return nil }
    defer { twj_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Joins the two separately encoded parts of a picture.
  ///
  /// - Parameters:
  ///   - top: The file of the upper rows of blocks.
  ///   - bottom: The file of the others, with the same quality, width and sampling.
  ///   - rows: the number of block rows of the upper part.
  ///   - height: That of the whole picture, in pixels.
  /// - Returns: The whole file, or `nil` if the files are not of that form.
  static func join(_ top: [UInt8], _ bottom: [UInt8], rows: Int, height: Int) -> [UInt8]? {
    var count = 0
    guard let rows = UInt32(exactly: rows), let height = UInt32(exactly: height),
      let bytes = twj_join(top, top.count, bottom, bottom.count, rows, height, &count)
    else { return nil }
    defer { twj_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }
}
