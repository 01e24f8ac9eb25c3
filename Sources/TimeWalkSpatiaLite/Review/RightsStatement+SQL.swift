import GRDB
import TimeWalkArchive

extension RightsStatement {
  /// `timewalk_states_rights(license)`: whether a text is a statement that is understood.
  static let function = DatabaseFunction("timewalk_states_rights", argumentCount: 1, pure: true) {
    isUnderstood($0.first.flatMap(String.fromDatabaseValue))
  }
}
