/// The version of TimeWalk, by semantic versioning.
package enum Version {
  /// The version for `timewalk --version` and `ping`.
  package static let current = "0.1.0"
}
