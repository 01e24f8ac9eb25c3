package import Foundation
internal import TimeWalkBase
internal import TimeWalkStorage

/// The answers of sources on disk, each with the day on which it came.
///
/// One file an answer, named by the SHA-256 of its question. It has a line of JSON with the
/// question, the time and the SHA-256 of the answer, then the answer. A file gets its name when it
/// is complete, so a kill leaves no torn file. The hash reveals a file torn by a power cut, and the
/// question is asked again. Only this user may read it, because questions contain places.
package struct AnswerCache: Sendable {
  /// An answer as it was kept.
  package struct CachedAnswer: Hashable, Sendable {
    /// The bytes.
    package var bytes: [UInt8]
    /// The time of the answer.
    package var time: Date
  }

  private static let ending = ".answer"
  private static let unfinished = ".part"
  /// The longest first line.
  private static let longestHead = 16 << 10

  private let folder: String
  private let limits: GatherLimits

  /// Opens the cache in a folder, which is made when it is missing.
  ///
  /// - Throws: `.cache` when it can't be made.
  package init(folder: String, limits: GatherLimits = GatherLimits()) throws(GatherError) {
    self.folder = folder
    self.limits = limits
    do throws(StorageError) { try DurableFolder.make(folder, isPrivate: true) } catch {
      throw GatherError(.cache, "can't store answers: \(error); name another folder with --cache")
    }
  }

  /// The answer to a question that came after a moment and within the time limit; `nil` if there is
  /// none, or it is incomplete.
  package func answer(to question: String, at now: Date) -> CachedAnswer? {
    // Mapped, which avoids a second copy of a large answer.
    guard let data = try? Data(contentsOf: url(question), options: .mappedIfSafe),
      data.count <= limits.cacheBytes,
      let end = data.prefix(AnswerCache.longestHead).firstIndex(of: 0x0A),
      let head = try? JSONValue(document: [UInt8](data[..<end])).members,
      head["question"]?.string == question,
      let text = head["time"]?.string, let time = try? Date(text, strategy: .iso8601),
      now.timeIntervalSince(time) < Double(limits.cacheDays) * 86_400,
      // A clock that was set back since then.
      time.timeIntervalSince(now) < 86_400
    else { return nil }
    let bytes = [UInt8](data[data.index(after: end)...])
    guard head["sha256"]?.string == AnswerCache.sum(of: bytes) else { return nil }
    return CachedAnswer(bytes: bytes, time: time)
  }

  /// Keeps an answer in place of the one before.
  ///
  /// - Throws: `.cache` when it can't be written.
  package func keep(_ bytes: [UInt8], as question: String, at now: Date) throws(GatherError) {
    let head: JSONValue = [
      "question": .string(question), "time": .string(now.formatted(.iso8601)),
      "sha256": .string(AnswerCache.sum(of: bytes)),
    ]
    let target = url(question)
    let part = target.appendingPathExtension(
      String(UInt32.random(in: 0 ... .max), radix: 36) + AnswerCache.unfinished)
    do {
      // Not flushed: an answer lost in a power cut is requested again.
      let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: Array((head.line + "\n").utf8))
      try file.write(contentsOf: bytes)
      try file.close()
      guard rename(part.path, target.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      try? FileManager.default.removeItem(at: part)
      throw GatherError(
        .cache, "can't store an answer in \(folder): \(error.localizedDescription)")
    }
  }

  /// Removes expired answers, incomplete files, and the oldest answers beyond the limit.
  package func tidy(at now: Date) {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: Array(keys))) ?? []
    var kept: [(url: URL, time: Date, size: Int)] = []
    for file in files {
      guard let values = try? file.resourceValues(forKeys: keys),
        let time = values.contentModificationDate
      else { continue }
      let age = now.timeIntervalSince(time)
      switch file.lastPathComponent {
      // Another run may be writing a young file.
      case let name where name.hasSuffix(AnswerCache.unfinished):
        if age > 86_400 { try? FileManager.default.removeItem(at: file) }
      case let name where name.hasSuffix(AnswerCache.ending):
        if age > Double(limits.cacheDays) * 86_400 {
          try? FileManager.default.removeItem(at: file)
        } else {
          kept.append((file, time, values.fileSize ?? 0))
        }
      default: break
      }
    }
    var sum = kept.reduce(0) { $0 + $1.size }
    for file in kept.sorted(by: { $0.time < $1.time }) where sum > limits.cacheBytes {
      if (try? FileManager.default.removeItem(at: file.url)) != nil { sum -= file.size }
    }
  }

  private func url(_ question: String) -> URL {
    URL(fileURLWithPath: folder, isDirectory: true)
      .appendingPathComponent(AnswerCache.sum(of: Array(question.utf8)) + AnswerCache.ending)
  }

  private static func sum(of bytes: [UInt8]) -> String {
    Digest.of(bytes).hexadecimal
  }
}
