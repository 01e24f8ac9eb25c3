import GRDB
import TimeWalkArchive
import TimeWalkCore

/// Judging dates where an index on their ends doesn't tell enough.
enum EraSearch {
  /// `timewalk_is_in(date, era)`: whether an EDTF date, or a member of its set, names a day of an
  /// era.
  static let function = DatabaseFunction("timewalk_is_in", argumentCount: 2, pure: true) { values in
    guard let date = String.fromDatabaseValue(values[0]).flatMap({ try? CaptureDate(edtf: $0) }),
      let era = String.fromDatabaseValue(values[1]).flatMap({ try? Era(edtf: $0) })
    else { return false }
    return era.isShared(by: date)
  }
}
