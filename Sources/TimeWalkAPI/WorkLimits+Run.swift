package import TimeWalkBase

extension WorkLimits {
  /// Runs work within these limits.
  ///
  /// - Parameter work: the work.
  /// - Returns: its result.
  /// - Throws: its error; if the limits ended it, an error that says so.
  package func run<T>(
    _ work: () throws(TimeWalkError) -> T
  ) throws(TimeWalkError) -> T {
    let result = Self.$current.withValue(self) {
      Result { () throws(TimeWalkError) in try work() }
    }
    do { return try result.get() } catch {
      guard let ending, !error.isOverTime else { throw error }
      throw TimeWalkError(ending)
    }
  }
}
