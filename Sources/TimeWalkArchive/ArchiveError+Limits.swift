package import TimeWalkBase

extension SearchTime {
  /// Runs a search within its limit.
  ///
  /// - Parameter search: the search.
  /// - Returns: its result.
  /// - Throws: its error; `overTime` after the limit.
  package static func limited<T>(
    _ search: () throws(ArchiveError) -> T
  ) throws(ArchiveError) -> T {
    guard let limit else { return try search() }
    let limits = WorkLimits.current.within(limit)
    let result = WorkLimits.$current.withValue(limits) {
      Result { () throws(ArchiveError) in try search() }
    }
    do { return try result.get() } catch {
      guard limits.ending == .overTime(limit) else { throw error }
      throw .overTime(limit, cause: error)
    }
  }
}

extension ArchiveError {
  /// The error of work that its limits ended.
  package init(_ ending: WorkLimits.Ending) {
    self.init(ending == .cancelled ? .cancelled : .overTime, "\(ending)", cause: ending)
  }

  /// A search that took longer than its limit.
  fileprivate static func overTime(_ limit: Duration, cause: any Error) -> ArchiveError {
    ArchiveError(
      .overTime,
      "The search took longer than \(WorkLimits.Ending.seconds(limit)), the limit. Narrow it, for example by a smaller radius "
        + "or a collection.", cause: cause)
  }
}
