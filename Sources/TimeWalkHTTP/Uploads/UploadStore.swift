internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkStorage

/// Stores files that clients send in parts, in a folder of the library.
///
/// Each upload is a file `ID.part` with its bytes, and a file `ID.json` with its record. Bytes are
/// on the disk before they are acknowledged: an upload can be resumed after a lost connection, a
/// kill or a power cut. Servers of several machines may share the folder: an upload can be resumed
/// at any of them, and a lock on its bytes shows which one uses it.
final class UploadStore: Sendable {
  private struct Entry {
    var record: UploadRecord
    /// The client, for the limits of this process.
    var client: Client
    var isInUse = false
    /// The lock for other servers, while the upload is in use.
    var lock: UploadLock?
    /// The time of its last byte, seconds since 1970.
    var touched: TimeInterval
    /// Bytes that the quota counts for it.
    var counted = 0
  }

  private struct State {
    var entries: [String: Entry] = [:]
  }

  private let folder: String
  private let limits: HTTPLimits
  private let isShared: Bool
  private let state = Mutex(State())
  private let quota: UploadQuota
  /// Files that exist only during their requests, counted by the same quota.
  let received: ReceivedFiles

  /// Opens the folder with its uploads.
  ///
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - limits: the limits of uploads.
  ///   - isShared: true if servers of other machines use it, too.
  /// - Throws: `cannotCreate` and other errors of the disk.
  init(folder: String, limits: HTTPLimits, isShared: Bool = false) throws(TimeWalkError) {
    self.folder = folder
    self.isShared = isShared
    self.limits = limits
    quota = UploadQuota(most: limits.uploadBytes, mostPerClient: limits.uploadBytesPerClient)
    received = ReceivedFiles(folder: folder, most: limits.photoBytes, quota: quota)
    do throws(StorageError) { try DurableFolder.make(folder, isPrivate: true) } catch {
      throw TimeWalkError(error.isFull ? .noSpace : .cannotCreate, error.description, cause: error)
    }
    for name in RawPath.names(in: folder) ?? [] where !isShared { recall(name) }
    expire(isThorough: true)
  }

  /// The number of unfinished uploads.
  var count: Int { state.withLock { $0.entries.values.count { $0.record.photo == nil } } }

  /// Begins an upload.
  ///
  /// - Parameters:
  ///   - size: its size in bytes.
  ///   - sha256: the expected checksum, if it is known.
  ///   - client: the client.
  /// - Returns: its record.
  /// - Throws: a problem beyond the limits, and the errors of the disk.
  func create(size: Int, sha256: String?, client: Client) throws -> UploadRecord {
    expire()
    guard size <= limits.photoBytes else { throw Call.tooLong(limits.photoBytes) }
    let record = UploadRecord(
      id: UploadStore.newID(), size: size, sha256: sha256, client: client.token)
    try quota.add(size, of: client)
    let refusal: String? = state.withLock { state in
      let open = state.entries.values.filter { $0.record.photo == nil }
      if open.count >= limits.uploads {
        return "\(limits.uploads) uploads are open already; try again later"
      }
      if open.count(where: { $0.client.key == client.key }) >= limits.uploadsPerClient {
        return "\(limits.uploadsPerClient) of your uploads are open already; finish or delete one"
      }
      state.entries[record.id] = Entry(
        record: record, client: client, touched: Date().timeIntervalSince1970, counted: size)
      return nil
    }
    if let refusal {
      quota.remove(size, of: client)
      throw Problem.overload(refusal, after: 60)
    }
    do {
      let descriptor = open(
        path(record.id, "part"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw PrivateFile.failure(errno, path(record.id, "part"), .cannotCreate)
      }
      close(descriptor)
      try keep(record)
    } catch {
      forget(record.id)
      throw error
    }
    return record
  }

  /// An upload of a client, and how many bytes the server has.
  ///
  /// - Throws: `notFound`, also for the upload of another client; curators may use all.
  func find(
    _ id: String, of client: Client
  ) throws(TimeWalkError) -> (record: UploadRecord, offset: Int) {
    let found = isShared ? kept(id) : state.withLock { $0.entries[id]?.record }
    guard let record = found, record.client == client.token || client.canCurate else {
      throw UploadStore.missing
    }
    return (record, record.photo == nil ? offset(id) : record.size)
  }

  /// Appends bytes to an upload.
  ///
  /// The bytes received before a lost connection stay.
  /// - Parameters:
  ///   - id: the upload.
  ///   - start: the offset that the client expects.
  ///   - body: the bytes.
  ///   - note: learns that the body was read.
  /// - Returns: the new length.
  /// - Throws: a problem with 409 and the right offset, with 413 for more bytes than announced, and
  ///   the errors of the disk.
  func append(
    to id: String, at start: Int, _ body: RequestBody, _ note: CallNote
  ) async throws -> Int {
    let record = try use(id)
    defer { release(id) }
    let offset = offset(id)
    guard record.photo == nil, start == offset else { throw UploadStore.conflict(at: offset) }
    let descriptor = open(path(id, "part"), O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw UploadStore.missing }
    let sink = FileSink(descriptor, path: path(id, "part"))
    let end = try await sink.write(body, from: offset, most: record.size, isDurable: true)
    note.hasReadBody = true
    return end
  }

  /// Finishes an upload: checks its checksum, and submits the file.
  ///
  /// - Parameters:
  ///   - id: the upload.
  ///   - sha256: the expected checksum, if it wasn't given at the beginning.
  ///   - pool: the threads that compute the checksum.
  ///   - body: submits the file; it must call the closure with the photo's id once the photo is
  ///     recorded.
  /// - Returns: the result of `body`.
  /// - Throws: a problem with 409 while bytes are missing, `dataRefused` for a wrong checksum, and
  ///   the errors of `body`.
  func finish<Value: Sendable>(
    _ id: String, sha256: String?, in pool: WorkQueue,
    _ body: (String, @escaping @Sendable (String) throws(TimeWalkError) -> Void) async throws ->
      Value
  ) async throws -> Value {
    let record = try use(id)
    defer { release(id) }
    let offset = offset(id)
    guard offset == record.size else { throw UploadStore.conflict(at: offset) }
    let file = path(id, "part")
    if let wanted = sha256 ?? record.sha256 {
      let sum = try await pool.run(.photo) { () throws(TimeWalkError) in
        try UploadStore.sum(of: file)
      }
      guard sum == wanted.lowercased() else {
        throw TimeWalkError(
          .dataRefused, "the received bytes have the SHA-256 \(sum)", field: "sha256")
      }
    }
    return try await body(file) { [self] photo throws(TimeWalkError) in
      var record = record
      record.photo = photo
      try keep(record)
      state.withLock { $0.entries[id]?.record = record }
      unlink(file)
      uncount(id)
    }
  }

  /// Removes an upload with its bytes.
  ///
  /// - Throws: `notFound`, and a problem with 409 while it is in use.
  func remove(_ id: String) throws {
    _ = try use(id)
    forget(id)
  }

  /// Takes back the bytes that the quota counts for an upload.
  private func uncount(_ id: String) {
    let counted = state.withLock { state -> (bytes: Int, client: Client)? in
      guard let entry = state.entries[id] else { return nil }
      state.entries[id]?.counted = 0
      return (entry.counted, entry.client)
    }
    if let counted { quota.remove(counted.bytes, of: counted.client) }
  }

  /// Removes expired uploads; with `isThorough`, also those of other servers in a shared folder.
  func expire(now: TimeInterval = Date().timeIntervalSince1970, isThorough: Bool = false) {
    let limit = Double(limits.uploadAge)
    guard isShared else {
      let old = state.withLock { state in
        state.entries.filter { !$1.isInUse && now - $1.touched > limit }.map(\.key)
      }
      for id in old { forget(id) }
      return
    }
    // Uploads that another server finished or removed no longer count.
    let idle = state.withLock { $0.entries.filter { !$1.isInUse }.map(\.key) }
    for id in idle where !RawPath.exists(path(id, "part")) {
      uncount(id)
      state.withLock { _ = $0.entries.removeValue(forKey: id) }
    }
    guard isThorough else { return }
    for name in RawPath.names(in: folder) ?? [] {
      let id = String(name.prefix { $0 != "." })
      let last = [name, id + ".part"].compactMap { FileFacts(folder + "/" + $0)?.changed }.max()
      guard let last, now - last > limit else { continue }
      if name.hasSuffix(".json") { forget(id) } else { forgetLost(name, of: id) }
    }
  }

  /// Removes a file without a record.
  private func forgetLost(_ name: String, of id: String) {
    if !RawPath.exists(path(id, "json")) { unlink(folder + "/" + name) }
  }

  /// Restores an upload from a file of an earlier run.
  private func recall(_ name: String) {
    let whole = folder + "/" + name
    guard name.hasSuffix(".json") else {
      // Bytes without a record were never acknowledged, and the requests of received files have
      // ended.
      let isPart = name.hasSuffix(".part")
      if !isPart || !RawPath.exists(String(whole.dropLast(4)) + "json") { unlink(whole) }
      return
    }
    guard let record = kept(String(name.dropLast(5))) else {
      unlink(whole)
      return
    }
    let touched = (FileFacts(path(record.id, "part")) ?? FileFacts(whole))?.changed ?? 0
    let client = Client.holder(of: record.client)
    // It was admitted before; more of this client is refused until there is space.
    let counted = record.photo == nil ? record.size : 0
    quota.restore(counted, of: client)
    state.withLock { state in
      state.entries[record.id] = Entry(
        record: record, client: client, touched: touched, counted: counted)
    }
  }

  /// An upload by its file; also `nil` for a malformed id.
  private func kept(_ id: String) -> UploadRecord? {
    guard id.count == 32, id.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 }),
      let own = FileFacts(path(id, "json")), own.size < 1 << 16,
      let data = FileManager.default.contents(atPath: path(id, "json")),
      let record = try? JSONDecoder().decode(UploadRecord.self, from: data), record.id == id
    else { return nil }
    return record
  }

  private func path(_ id: String, _ ending: String) -> String { "\(folder)/\(id).\(ending)" }

  private func offset(_ id: String) -> Int {
    FileFacts(path(id, "part"))?.size ?? 0
  }

  private func keep(_ record: UploadRecord) throws(TimeWalkError) {
    try PrivateFile.write(try WireFormat.bytes(record), to: path(record.id, "json"))
  }

  private func forget(_ id: String) {
    // The record goes first: the next run removes bytes without one.
    unlink(path(id, "json"))
    unlink(path(id, "part"))
    uncount(id)
    state.withLock { _ = $0.entries.removeValue(forKey: id) }
  }

  /// Reserves an upload for one request.
  private func use(_ id: String) throws -> UploadRecord {
    if isShared, let record = kept(id) {
      state.withLock { state in
        // The server where the upload began counts it for the limits.
        let unknown = Entry(record: record, client: .holder(of: nil), touched: 0)
        state.entries[id, default: unknown].record = record
      }
    }
    let found = state.withLock { state -> (record: UploadRecord, isFree: Bool)? in
      guard let entry = state.entries[id] else { return nil }
      if !entry.isInUse { state.entries[id]?.isInUse = true }
      return (entry.record, !entry.isInUse)
    }
    guard let found else { throw UploadStore.missing }
    guard found.isFree else { throw UploadStore.inUse }
    guard isShared, found.record.photo == nil else { return found.record }
    let lock = UploadLock(path(id, "part"))
    // The previous owner may have finished it.
    guard let lock, let record = kept(id) else {
      release(id)
      throw RawPath.exists(path(id, "json")) ? UploadStore.inUse : UploadStore.missing
    }
    state.withLock { state in
      state.entries[id]?.lock = lock
      state.entries[id]?.record = record
    }
    return record
  }

  private func release(_ id: String) {
    state.withLock { state in
      state.entries[id]?.isInUse = false
      state.entries[id]?.lock = nil
      state.entries[id]?.touched = Date().timeIntervalSince1970
    }
  }

  private static func sum(of path: String) throws(TimeWalkError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw missing }
    defer { close(descriptor) }
    var digest = Digest()
    var buffer = [UInt8](repeating: 0, count: FileSink.piece)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw TimeWalkError(.inputOutput, "can't read \(path)") }
      if count == 0 { return digest.bytes().hexadecimal }
      digest.add(buffer[..<count])
    }
  }

  private static func conflict(at offset: Int) -> Problem {
    Problem(.conflict, "the upload has \(offset) bytes", field: "Upload-Offset")
      .with(.uploadOffset, String(offset))
  }

  private static var inUse: Problem {
    Problem(.conflict, "another request is using this upload").with(.retryAfter, "2")
  }

  private static let missing = TimeWalkError(.notFound, "unknown upload", field: "id")

  /// 128 random bits.
  static func newID() -> String {
    (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
  }
}
