/// How long an object store is waited for, and how much it may say.
package struct ObjectLimits: Hashable, Sendable {
  /// How often a request is made before it is given up.
  package var attempts = 4
  /// How long the first pause between two is, seconds; each is twice the one before.
  package var pause = 0.2
  /// How long after the first one another one may begin, seconds.
  package var patience = 30.0
  /// How long a store that couldn't be reached is left alone, seconds.
  package var rest = 2.0
  /// How long a request without a file may take, seconds.
  package var question = 30
  /// How long a file may take either way, seconds; one that comes to a halt is given up after 20 s.
  package var transfer = 3_600
  /// How many bytes a page of a list may have.
  package var pageBytes = 8 << 20

  /// The usual ones.
  package init() {}
}
