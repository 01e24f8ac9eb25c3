/// The version of TimeWalk, by semantic versioning.
public enum Version {
  /// What `timewalk --version` and `ping` say.
  public static let current = "0.1.0"
}
