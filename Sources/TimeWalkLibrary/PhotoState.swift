/// The column `replacing`: the state of a photo's files.
enum PhotoState {
  /// They are being removed, or were as far as a fault allowed: the photo is no longer one of the
  /// library's.
  ///
  /// An earlier version takes this for files that are being replaced, and makes them again when the
  /// photo is submitted again.
  static let removing = 2

  /// More files are being written for it under hidden names; its row and its files are as they
  /// were.
  static let adding = 3

  /// Its row names files that may still bear their hidden names.
  static let naming = 4

  /// An SQL condition: the photo was completed, and its removal wasn't requested.
  static let isKept = "response IS NOT NULL AND replacing <> \(removing)"
}
