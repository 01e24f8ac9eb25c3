import TimeWalkCore

/// What is known of a picture's file, wherever it is.
package struct MediaRecord: Hashable, Sendable {
  /// The path or the address that items name it by.
  package var origin: String
  /// The SHA-256 of its bytes, 64 hexadecimal digits.
  package var sha256: String
  /// Its length.
  package var bytes: Int
  /// Its type, such as `image/jpeg`; `nil` when it is none that is known.
  package var type: String?
  /// Pixels across, as the file stores it; `nil` when this build doesn't read the kind.
  package var width: Int?
  /// Pixels down, as the file stores it; `nil` when this build doesn't read the kind.
  package var height: Int?
  /// Whether the archive keeps a copy; else it is looked for where `origin` says.
  package var isStored: Bool
  /// What tells that a linked file is still the one that was read; `nil` for what was fetched.
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

/// What a picture's file is, as those say who know pictures.
package struct MediaKind: Hashable, Sendable {
  /// Its type, such as `image/jpeg`; `nil` when it is none that is known.
  package var type: String?
  /// Pixels across, as it is stored; `nil` when this build doesn't read the kind.
  package var width: Int?
  /// Pixels down, as it is stored; `nil` when this build doesn't read the kind.
  package var height: Int?
  /// Whether it is a picture at all; what isn't is never copied.
  package var isPicture: Bool
  /// What is doubtful about it, continuing its name; `nil` for a good picture.
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

/// What becomes of the files that a catalogue names.
package enum MediaHandling: String, Hashable, Sendable, CaseIterable {
  /// They stay where they are; only their hash and size are noted.
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
