import GRDB
import TimeWalkArchive
import TimeWalkCore

/// The comparison of dates for which an index on their ends is insufficient.
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
