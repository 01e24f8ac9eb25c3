/// The waiting times and response sizes of an object store.
package struct ObjectLimits: Hashable, Sendable {
  /// How often a request is made before it is given up.
  package var attempts = 4
  /// How long the first pause between two is, seconds; each is twice the one before.
  package var pause = 0.2
  /// The maximum time for starting retries after the first request, seconds.
  package var patience = 30.0
  /// How long a store that couldn't be reached is left alone, seconds.
  package var rest = 2.0
  /// How long a request without a file may take, seconds.
  package var question = 30
  /// The maximum transfer time of a file in either direction, seconds; a stalled one is given up
  /// after 20 s.
  package var transfer = 3_600
  /// How many bytes a page of a list may have.
  package var pageBytes = 8 << 20

  /// The usual ones.
  package init() {}
}
