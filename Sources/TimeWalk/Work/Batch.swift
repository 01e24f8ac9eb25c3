internal import Foundation
internal import Synchronization
internal import TimeWalkLibrary
internal import TimeWalkStorage
internal import TimeWalkBase

/// Processes many photos concurrently, from a queue in the library that survives a kill.
public final class Batch: Sendable {
  /// The result for one photo.
  public struct Outcome: Sendable {
    /// The photo's file, as it was named.
    public var path: String
    /// The answer, or the reason for its absence.
    public var result: Result<SubmitResponse, TimeWalkError>
    /// The numbers of finished photos, this one included, and of failed ones among them.
    public var done: Int, failed: Int
  }

  /// The summary of the batch.
  public struct Summary: Sendable {
    /// Photos that are in the library.
    public var done = 0
    /// The failures, in the order of the photos.
    public var failures: [TimeWalkError] = []
    /// Photos that wait in the queue: put back when the batch was stopped, or not written on a full
    /// disk.
    public var waiting = 0
  }

  private let pipeline: Pipeline
  private let workers: Int
  private let isStopped = Atomic(false)

  /// Makes a batch.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline that processes the photos.
  ///   - workers: the number of concurrent photos; the number of processors when `nil`.
  public init(pipeline: Pipeline, workers: Int? = nil) {
    self.pipeline = pipeline
    self.workers = workers ?? Batch.usualWorkers
  }

  /// The number of concurrent photos: that of the processors.
  public static var usualWorkers: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// True if there is an archive to look in.
  public var hasArchive: Bool { pipeline.hasArchive }

  /// Ends early: photos in progress are finished, the rest stays in the queue.
  ///
  /// May be called from any thread.
  public func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Queues photos and takes them in.
  ///
  /// A single photo isn't queued, because its user sees the result.
  /// - Parameters:
  ///   - paths: the photos' files.
  ///   - request: the request for all of them; its own photo is ignored.
  ///   - archive: the archive that a later `resume` searches.
  ///   - report: called once per photo, in input order. Calls never overlap but may come from
  ///     different threads. An error it throws ends the batch.
  /// - Returns: the summary.
  /// - Throws: the error of `report`, and the library's when the queue can't be written.
  public func submit(
    _ paths: [String], request: SubmitRequest, archive: String?,
    report: @escaping @Sendable (Outcome) throws(TimeWalkError) -> Void
  ) throws(TimeWalkError) -> Summary {
    // An invalid request is refused before anything is queued.
    try request.checkRanges()
    _ = try request.given.metadata()
    var request = request
    request.output = request.output.map { _ in pipeline.output(of: request) }
    guard paths.count > 1 else {
      return try run(paths.map { Task(path: $0, request: .success(request)) }, report)
    }
    let library = try pipeline.opened()
    let queued = pipeline.clock().formatted(.iso8601)
    let jobs = try LibraryError.rethrowing(
      library.enqueue(
        paths.map(RawPath.absolute), request: request.line,
        archive: archive, queued: queued))
    return try run(
      zip(paths, jobs).map { Task(path: $0, request: .success(request), job: $1.id) }, report)
  }

  /// Processes photos from an album's queue.
  package func submit(
    _ entries: [QueueEntry], report: @escaping @Sendable (Outcome) throws(TimeWalkError) -> Void
  ) throws(TimeWalkError) -> Summary {
    try run(
      entries.map { Task(path: $0.path, request: $0.asked, job: $0.entry) }, report)
  }

  private struct Task {
    var path: String
    var request: Result<SubmitRequest, TimeWalkError>
    var job: Int64?
  }

  /// The shared state of the threads; a result waits until those before it are reported.
  private struct Progress {
    var outcomes: [Int: Result<SubmitResponse, TimeWalkError>] = [:]
    var through: Set<Int> = []
    var next = 0
    var summary = Summary()
    var fault: TimeWalkError?
  }

  private func run(
    _ tasks: [Task], _ report: @escaping @Sendable (Outcome) throws(TimeWalkError) -> Void
  ) throws(TimeWalkError) -> Summary {
    let progress = Mutex(Progress())
    let pool = ThreadPool(workers: min(workers, tasks.count))
    for (index, task) in tasks.enumerated() where !isStopped.load(ordering: .relaxed) {
      _ = pool.add { [self] in
        // It may have waited in line since.
        guard !isStopped.load(ordering: .relaxed) else { return }
        let result = take(task)
        progress.withLock { progress in
          progress.outcomes[index] = result
          progress.through.insert(index)
          while let result = progress.outcomes.removeValue(forKey: progress.next) {
            deliver(result, of: tasks[progress.next], to: &progress, report)
            progress.next += 1
          }
        }
      }
    }
    pool.close()
    let end = progress.withLock { progress in
      // When the batch was stopped, one before these may have been put back; they are done all the
      // same.
      for (index, result) in progress.outcomes.sorted(by: { $0.key < $1.key }) {
        deliver(result, of: tasks[index], to: &progress, report)
      }
      progress.summary.waiting += tasks.count - progress.through.count
      return progress
    }
    let left = tasks.indices.filter { !end.through.contains($0) }.compactMap { tasks[$0].job }
    putBack(left)
    // A photo that must not reveal its place may have been queued with one.
    if tasks.contains(where: { $0.job != nil }) { pipeline.library?.tidy() }
    if let fault = end.fault { throw fault }
    return end.summary
  }

  private func take(_ task: Task) -> Result<SubmitResponse, TimeWalkError> {
    let result = Result { () throws(TimeWalkError) in
      var request = try task.request.get()
      request.photo = .file(path: task.path)
      request.originalURL = request.originalURL.map { OriginalAddress.of(task.path, in: $0) }
      return try pipeline.submit(request, job: task.job)
    }
    guard case .failure(let error) = result, let job = task.job, let library = pipeline.library
    else { return result }
    // If nothing can be recorded the photo stays in the queue, as it should on a full disk.
    if error.isPassing {
      putBack([job])
    } else {
      do throws(LibraryError) {
        try library.fail(job: job, code: error.code.rawValue, message: error.message)
      } catch {}
    }
    return result
  }

  /// If even that can't be recorded, they still wait: from the end of this program on.
  private func putBack(_ jobs: [Int64]) {
    guard !jobs.isEmpty, let library = pipeline.library else { return }
    do throws(LibraryError) { try library.putBack(jobs) } catch {}
  }

  private func deliver(
    _ result: Result<SubmitResponse, TimeWalkError>, of task: Task, to progress: inout Progress,
    _ report: (Outcome) throws(TimeWalkError) -> Void
  ) {
    switch result {
    case .success: progress.summary.done += 1
    case .failure(let error):
      progress.summary.failures.append(error)
      if error.isPassing, task.job != nil { progress.summary.waiting += 1 }
    }
    // The listener is gone; completed photos stay in the library.
    guard progress.fault == nil else { return }
    let failed = progress.summary.failures.count
    do throws(TimeWalkError) {
      try report(
        Outcome(
          path: task.path, result: result, done: progress.summary.done + failed, failed: failed))
    } catch {
      progress.fault = error
      stop()
    }
  }
}

extension TimeWalkError {
  /// True if the same may well succeed later, without a change of the photo.
  var isPassing: Bool { code == .noSpace || code == .busy }
}
