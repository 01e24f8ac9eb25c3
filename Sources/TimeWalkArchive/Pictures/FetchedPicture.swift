package import Foundation
package import TimeWalkCore

/// A picture of the web on its way into the store.
package struct FetchedPicture {
  private let address: String
  private let limit: Int

  /// Makes one of the address that items name, and the most bytes.
  package init(address: String, limit: Int) {
    self.address = address
    self.limit = limit
  }

  /// Takes the bytes in; they are deleted unless they are kept.
  fileprivate func taken(
    into store: MediaStore, _ bring: (_ take: (Data) throws -> Void) throws -> Void
  ) throws -> IncomingMedia {
    var incoming: IncomingMedia
    do {
      incoming = try IncomingMedia(store)
    } catch {
      throw ArchiveError(.storage, "A picture \(error.reason).")
    }
    // The layers between may lose the reason for refusing the bytes.
    var problem: ArchiveError?
    do {
      try bring { piece in
        guard incoming.bytes + piece.count <= limit else {
          let error = ArchiveError(
            .inputUnreadable, "It is larger than \(MediaLimits.text(limit)).")
          problem = error
          throw error
        }
        do throws(MediaRefusal) {
          try incoming.write(piece)
        } catch {
          let error = ArchiveError(.storage, "A picture \(error.reason).")
          problem = error
          throw error
        }
      }
    } catch { throw problem ?? error }
    return incoming
  }

  fileprivate func record(_ content: MediaStore.Content, _ kind: MediaKind) -> MediaRecord {
    MediaRecord(
      origin: address, sha256: content.sha256, bytes: content.bytes, type: kind.type,
      width: kind.width, height: kind.height, isStored: true)
  }
}

extension MediaStore {
  /// Stores a picture of the web, completely; see
  /// `CuratedArchive.keepPicture(of:limit:inspect:fingerprint:bring:)`.
  ///
  /// - Parameters:
  ///   - picture: the picture to store.
  ///   - inspect: determines a file's type.
  ///   - fingerprint: looks at it; `nil` leaves it unseen.
  ///   - bring: provides the bytes, piece by piece.
  ///   - note: names it in the archive, once it is in the store.
  /// - Returns: the data of the stored picture.
  /// - Throws: `.inputUnreadable`, `.storage`, and the errors of `bring` and `note`.
  package func keep(
    _ picture: FetchedPicture, _ inspect: (String) throws -> MediaKind,
    _ fingerprint: ((String) throws -> Fingerprint?)?,
    _ bring: (_ take: (Data) throws -> Void) throws -> Void,
    note: (MediaRecord, Fingerprint?) throws -> Void
  ) throws -> MediaRecord {
    let incoming = try picture.taken(into: self, bring)
    let kind = try inspect(incoming.path)
    guard kind.isPicture else {
      throw ArchiveError(.inputUnreadable, "It \(kind.doubt ?? "is no picture").")
    }
    // Without a fingerprint, only declarations show its copies.
    let print = (try? fingerprint?(incoming.path)) ?? nil
    // Until the archive names it, it must not be removed as unnamed.
    let claim = claim()
    defer { withExtendedLifetime(claim) {} }
    let content: MediaStore.Content
    do {
      content = try incoming.keep()
    } catch {
      throw ArchiveError(error.code, "The picture \(error.reason).")
    }
    let record = picture.record(content, kind)
    try note(record, print)
    return record
  }
}
