/// What the column `replacing` says of a photo's files.
enum PhotoState {
  /// They are being removed, or were as far as a fault allowed: the photo is no longer one of the
  /// library's.
  ///
  /// An earlier version takes this for files that are being replaced, and makes them anew when the
  /// photo comes again.
  static let removing = 2

  /// An SQL condition: the photo was completed, and nobody has asked to remove it.
  static let isKept = "response IS NOT NULL AND replacing <> \(removing)"
}
