/// The version of TimeWalk, by semantic versioning.
package enum Version {
  /// What `timewalk --version` and `ping` say.
  package static let current = "0.1.0"
}
