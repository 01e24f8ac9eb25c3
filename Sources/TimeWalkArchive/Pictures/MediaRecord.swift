import TimeWalkCore

/// The data about a picture's file, at any location.
package struct MediaRecord: Hashable, Sendable {
  /// The path or the address that items name it by.
  package var origin: String
  /// The SHA-256 of its bytes, 64 hexadecimal digits.
  package var sha256: String
  /// Its length.
  package var bytes: Int
  /// Its type, such as `image/jpeg`; `nil` for an unknown one.
  package var type: String?
  /// Pixels across, as the file stores it; `nil` when this build doesn't read the kind.
  package var width: Int?
  /// Pixels down, as the file stores it; `nil` when this build doesn't read the kind.
  package var height: Int?
  /// True if the archive stores a copy; otherwise the file is at `origin`.
  package var isStored: Bool
  /// The mark for detecting changes of a linked file; `nil` for a fetched one.
  package var stamp: String?

  /// Makes one.
  package init(
    origin: String, sha256: String, bytes: Int, type: String? = nil, width: Int? = nil,
    height: Int? = nil, isStored: Bool, stamp: String? = nil
  ) {
    self.origin = origin
    self.sha256 = sha256
    self.bytes = bytes
    self.type = type
    self.width = width
    self.height = height
    self.isStored = isStored
    self.stamp = stamp
  }
}

/// The type of a picture's file, as determined by modules with decoders.
package struct MediaKind: Hashable, Sendable {
  /// Its type, such as `image/jpeg`; `nil` for an unknown one.
  package var type: String?
  /// Pixels across, as it is stored; `nil` when this build doesn't read the kind.
  package var width: Int?
  /// Pixels down, as it is stored; `nil` when this build doesn't read the kind.
  package var height: Int?
  /// True if it is a picture; other files are never copied.
  package var isPicture: Bool
  /// A doubt about it, continuing its name; `nil` for a good picture.
  package var doubt: String?

  /// Makes one.
  package init(
    type: String?, width: Int? = nil, height: Int? = nil, isPicture: Bool, doubt: String? = nil
  ) {
    self.type = type
    self.width = width
    self.height = height
    self.isPicture = isPicture
    self.doubt = doubt
  }
}

/// The treatment of the files in a catalogue.
package enum MediaHandling: String, Hashable, Sendable, CaseIterable {
  /// They stay in place; only their hash and size are recorded.
  case link
  /// The archive keeps a copy of each.
  case copy
}

extension Media {
  /// The path or address as a catalogue's item names it.
  package var origin: String {
    switch self {
    case .file(let path): path
    case .url(let address): address
    }
  }
}
