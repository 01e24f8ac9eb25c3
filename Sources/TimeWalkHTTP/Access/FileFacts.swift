package import Foundation

/// The metadata of a file.
///
/// Read with Foundation: next to NIO's modules the compiler doesn't find the members of `stat`.
package struct FileFacts: Equatable, Sendable {
  /// Its inode number.
  package let number: Int
  /// Its length in bytes.
  package let size: Int
  /// The time of the last change, in seconds since 1970.
  package let changed: TimeInterval
  /// Its permissions.
  package let mode: Int
  /// True if it is a regular file.
  package let isRegular: Bool
  /// True if it is a socket.
  package let isSocket: Bool

  /// Reads the metadata at a path without following a link; `nil` if nothing exists there.
  package init?(_ path: String) {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
      let number = facts[.systemFileNumber] as? Int, let size = facts[.size] as? Int,
      let changed = facts[.modificationDate] as? Date,
      let mode = facts[.posixPermissions] as? Int
    else { return nil }
    self.number = number
    self.size = size
    self.changed = changed.timeIntervalSince1970
    self.mode = mode
    let kind = facts[.type] as? FileAttributeType
    isRegular = kind == .typeRegular
    isSocket = kind == .typeSocket
  }
}
