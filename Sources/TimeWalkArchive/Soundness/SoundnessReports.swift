/// The content of a backup.
package struct BackupReport: Hashable, Sendable {
  /// The file, as an absolute path.
  package var path: String
  /// The number of items in it, with a place or without.
  package var items: Int
  /// The number of collections in it.
  package var collections: Int
  /// The file's size.
  package var bytes: Int
  /// The number of pictures in the folder `FILE.media`; `nil` when they were to be left out.
  package var pictures: Int?
  /// The size of the pictures, bytes.
  package var pictureBytes: Int
  /// The problems of the archive, and so of its backup.
  package var problems: [ArchiveProblem]

  /// Makes one.
  package init(
    path: String, items: Int, collections: Int, bytes: Int, pictures: Int? = nil, pictureBytes: Int,
    problems: [ArchiveProblem]
  ) {
    self.path = path
    self.items = items
    self.collections = collections
    self.bytes = bytes
    self.pictures = pictures
    self.pictureBytes = pictureBytes
    self.problems = problems
  }
}

/// The result of a repair.
package struct RepairReport: Hashable, Sendable {
  /// The repairs, a sentence each, in order; empty if none was needed.
  package var actions: [String]
  /// The remaining problems, which can't be repaired from the archive itself.
  package var remaining: [ArchiveProblem]
  /// The number of items, with a place or without, the same as before.
  package var items: Int

  /// Makes one.
  package init(actions: [String], remaining: [ArchiveProblem], items: Int) {
    self.actions = actions
    self.remaining = remaining
    self.items = items
  }
}

/// The depth of a check.
package enum VerifyDepth: Hashable, Sendable {
  /// The tables and the kinds of indexes, but no row: the same time at any size.
  case schema
  /// The file and its indexes: some seconds for a million items.
  case quick
  /// Every item, tile and picture's file as well: measured, 20 s for a million items.
  case full
}
