/// The time limit for searches.
package enum SearchTime {
  /// The longest time that a search of the current task may take; `nil` for no limit.
  @TaskLocal package static var limit: Duration?
}
