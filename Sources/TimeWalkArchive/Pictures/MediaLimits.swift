/// The greatest sizes of pictures' files.
package enum MediaLimits {
  /// Bytes of one file: 256 MB, also the limit of the pictures' decoder.
  package static let bytes = 256 << 20

  package static func text(_ bytes: Int) -> String {
    bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? "\(bytes >> 20) MB" : "\(bytes) bytes"
  }
}
