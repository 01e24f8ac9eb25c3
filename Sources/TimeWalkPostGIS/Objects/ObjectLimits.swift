/// The waiting times and response sizes of an object store.
package struct ObjectLimits: Hashable, Sendable {
  /// The number of attempts for a request.
  package var attempts = 4
  /// The first pause between two attempts, in seconds; each is twice the one before.
  package var pause = 0.2
  /// The maximum time for starting retries after the first request, seconds.
  package var patience = 30.0
  /// The time that a store without a connection is left alone, in seconds.
  package var rest = 2.0
  /// The longest time for a request without a file, in seconds.
  package var question = 30
  /// The maximum transfer time of a file in either direction, seconds; a stalled one is given up
  /// after 20 s.
  package var transfer = 3_600
  /// The greatest size of a page of a list, in bytes.
  package var pageBytes = 8 << 20

  /// The usual ones.
  package init() {}
}
