internal import TimeWalkBase
internal import Foundation
internal import TimeWalkStorage
internal import Glibc

/// The files of one photo: they appear complete or not at all, and never replace another photo's
/// file.
///
/// Each is written to a hidden file first, whose name contains the photo's number and its owner's.
/// When all are on the disk, they get their final names as additional links. The hidden names are
/// removed when the library has recorded the photo. After a kill, a file with a hidden twin is
/// therefore part of an incomplete photo, and is removed with its twin. Another library's file of
/// that name has no twin and stays.
package final class OutputFiles {
  /// The folder, as an absolute path.
  package var folder: String { place.path }
  private let place: OutputFolder
  private let owner: Int
  /// The files that a photo had before, and that are its own; `nil` for a new one.
  private let old: [String]?
  // Names in the folder.
  private var hidden: [(partial: String, name: String)] = []
  private var published: [String] = []

  /// Starts with no file.
  ///
  /// - Parameters:
  ///   - place: the folder of the files.
  ///   - owner: the writing program.
  ///   - old: the photo's previous files, which are replaced; `nil` for a new one.
  init(in place: OutputFolder, owner: Int, replacing old: [String]?) {
    self.place = place
    self.owner = owner
    self.old = old
  }

  /// Writes a file under its hidden name.
  ///
  /// - Returns: the absolute path that it will have.
  /// - Throws: `cannotCreate` when the folder refuses, `noSpace`, `inputOutput`.
  package func add(_ bytes: [UInt8], named name: String) throws(LibraryError) -> String {
    let path = path(of: name)
    let partial = OutputFiles.partial(name, owner: owner)
    place.remove(partial)
    hidden.append((partial, name))
    try OutputFiles.fill(partial, in: place, with: bytes, named: path)
    return path
  }

  /// Gives all files their names, and flushes those to the disk.
  ///
  /// - Throws: `cannotCreate` when a name is taken; then the others may have theirs until
  ///   `discard`.
  package func publish() throws(LibraryError) {
    // The hidden names first: after a power cut they show the owner of the others. For files that
    // were flushed just now, this costs next to nothing.
    if old == nil { try place.synchronize() }
    for (partial, name) in hidden {
      if old != nil {
        // Readers see the one or the other.
        guard place.rename(partial, to: name) == 0 else {
          throw LibraryError(errno: errno, "can't replace \(path(of: name))")
        }
        published.append(name)
        continue
      }
      // A hard link fails when the name exists, where a rename would replace it.
      if place.link(partial, to: name) != 0 {
        let code = errno
        guard code == EPERM || code == ENOTSUP || code == EMLINK || code == ENOSYS else {
          throw LibraryError(errno: code, "can't create \(path(of: name))")
        }
        // Some file systems have no hard links; there the one name becomes the other, if it is
        // free.
        guard place.status(name) == nil, place.rename(partial, to: name) == 0 else {
          throw LibraryError(.cannotCreate, "can't create \(path(of: name))")
        }
      }
      published.append(name)
    }
    try place.synchronize()
  }

  /// Flushes the hidden names to the disk, for a row that is going to name the files.
  ///
  /// - Throws: `inputOutput`.
  func seal() throws(LibraryError) { try place.synchronize() }

  /// Renames all files, replacing existing ones, for a row that names them already.
  ///
  /// - Throws: `inputOutput` where the disk refuses; the next program continues.
  func nameHidden() throws(LibraryError) { try Self.name(takeHidden(), in: place) }

  /// The same for files of a program that was killed.
  ///
  /// - Throws: `inputOutput`.
  static func nameHidden(_ sequence: Int, in folder: String, owner: Int) throws(LibraryError) {
    guard let place = OutputFolder(existing: folder) else {
      // A deleted folder has no files left.
      guard errno == ENOENT else { throw LibraryError(errno: errno, "can't open \(folder)") }
      return
    }
    let all = OutputName.all(sequence).map { (partial: partial($0, owner: owner), name: $0) }
    try name(all.filter { place.status($0.partial) != nil }, in: place)
  }

  private static func name(_ files: [(partial: String, name: String)], in place: OutputFolder)
    throws(LibraryError)
  {
    for (partial, name) in files {
      // The row must become true, so a failed disk operation is repeated.
      guard place.rename(partial, to: name) == 0 || place.rename(partial, to: name) == 0 else {
        throw LibraryError(
          errno: errno, "can't replace \(place.path)/\(name)", otherwise: .inputOutput)
      }
    }
    try place.synchronize()
  }

  /// True if the photo had its number before.
  package var isOfEarlier: Bool { old != nil }

  /// True if files of a photo's new answer have taken the place of old ones.
  var hasReplaced: Bool { old != nil && !published.isEmpty }

  /// Takes the hidden names away, and old files that have no successor; the photo is recorded.
  ///
  /// - Returns: true if all of them are removed; the next program handles the rest.
  func settle() -> Bool {
    let kept = Set(published)
    let successorless = (old ?? []).compactMap { RawPath.rest(of: $0, below: folder) }
      .filter { RawPath.names(of: $0).count == 1 && !kept.contains($0) }
    return OutputFiles.remove(successorless + takeHidden().map(\.partial), in: place)
  }

  /// Removes all written files, except those that replaced others.
  ///
  /// - Returns: true if all of it is removed; the next program handles the rest.
  func discard() -> Bool {
    // A name is removed before its hidden twin, which shows its owner to the next program.
    let gone = old == nil ? OutputFiles.remove(published, in: place) : true
    return gone && OutputFiles.remove(takeHidden().map(\.partial), in: place)
  }

  private func takeHidden() -> [(partial: String, name: String)] {
    defer { hidden = [] }
    return hidden
  }

  private static func remove(_ names: [String], in place: OutputFolder) -> Bool {
    var isAllGone = true
    for name in names where !place.remove(name) && errno != ENOENT { isAllGone = false }
    return isAllGone
  }

  /// Removes the files of a photo whose owner was killed before completing it.
  ///
  /// - Returns: true if all of it is removed.
  static func sweep(_ sequence: Int, in folder: String, owner: Int, isComplete: Bool) -> Bool {
    // A deleted folder has no files left.
    guard let place = OutputFolder(existing: folder) else { return errno == ENOENT }
    var isAllGone = true
    for name in OutputName.all(sequence) {
      let partial = OutputFiles.partial(name, owner: owner)
      guard let mine = place.status(partial) else { continue }
      let there = isComplete ? nil : place.status(name)
      let isOwn = there?.st_ino == mine.st_ino && there?.st_dev == mine.st_dev
      if !remove(isOwn ? [name] : [], in: place) || !remove([partial], in: place) {
        isAllGone = false
      }
    }
    return isAllGone
  }

  /// Flushes the names in a folder to the disk.
  static func synchronize(folder: String) throws(LibraryError) {
    guard let place = OutputFolder(existing: folder) else {
      throw LibraryError(errno: errno, "can't open \(folder)")
    }
    try place.synchronize()
  }

  private func path(of name: String) -> String { folder + "/" + name }

  private static func partial(_ name: String, owner: Int) -> String {
    ".\(name).\(String(owner, radix: 36)).partial"
  }

  private static func fill(
    _ partial: String, in place: OutputFolder, with bytes: [UInt8], named name: String
  ) throws(LibraryError) {
    let file = place.create(partial, mode: 0o600)
    guard file >= 0 else { throw LibraryError(errno: errno, "can't create \(name)") }
    var code: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, code == 0 {
        let written = write(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        if written > 0 {
          done += written
        } else if errno != EINTR {
          code = errno
        }
      }
    }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    guard code == 0 else {
      place.remove(partial)
      throw LibraryError(errno: code, "can't write \(name)", otherwise: .inputOutput)
    }
  }
}
