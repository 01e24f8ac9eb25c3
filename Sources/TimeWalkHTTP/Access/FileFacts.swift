package import Foundation

/// What the system says of a file.
///
/// By Foundation: beside NIO's modules the compiler doesn't find the members of `stat`.
package struct FileFacts: Equatable, Sendable {
  /// Its number on its disk.
  package let number: Int
  /// How long it is, bytes.
  package let size: Int
  /// When it was changed, seconds since 1970.
  package let changed: TimeInterval
  /// Its permissions.
  package let mode: Int
  /// Whether it is a file, and no folder, link or device.
  package let isRegular: Bool
  /// Whether it is a socket.
  package let isSocket: Bool

  /// Looks at what stands at a path, where a link isn't followed; `nil` where there is nothing.
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
