package import Foundation
package import TimeWalkArchive
package import TimeWalkCore

/// The columns of `items` for finding copies of one picture.
package enum CopyColumns {
  /// The item that the catalogue declares this one to be a copy of: its text, resolved when it is
  /// read.
  package static let declared = "copy_of"

  /// The suffix of an update that keeps a fingerprint together with its picture.
  package static func forgetting(media: String) -> String {
    ["fingerprint", "fingerprint_stamp"]
      .map { ", \($0) = CASE WHEN media IS NOT DISTINCT FROM \(media) THEN \($0) END" }.joined()
  }

  /// The bytes of a fingerprint: 32, the first word first, little endian.
  package static func blob(of fingerprint: Fingerprint) -> Data {
    var data = Data(capacity: 32)
    for index in 0..<4 {
      withUnsafeBytes(of: fingerprint.words[index].littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// A fingerprint from its bytes; `nil` unless there are 32.
  package static func fingerprint(from blob: Data) -> Fingerprint? {
    blob.withUnsafeBytes(fingerprint)
  }

  /// The same from borrowed bytes.
  package static func fingerprint(from bytes: UnsafeRawBufferPointer) -> Fingerprint? {
    guard bytes.count == 32 else { return nil }
    var words = SIMD4<UInt64>()
    for (index, byte) in bytes.enumerated() { words[index / 8] |= UInt64(byte) << (index % 8 * 8) }
    return Fingerprint(words: words)
  }
}

extension CopyDeclaration {
  /// Returns true if the archive has the original.
  package func isKept(in db: any SQLDatabase) throws -> Bool {
    let statement = """
      SELECT 1 FROM items JOIN collections ON collections.key = items.collection
      WHERE collections.name = ? AND items.identifier = ?
      """
    return try meanings.contains { id in
      try db.first(Bool.self, statement, [id.collection, id.identifier]) ?? false
    }
  }
}
