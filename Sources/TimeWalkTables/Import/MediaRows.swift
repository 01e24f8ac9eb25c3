import TimeWalkArchive

/// The table `media` of a change that is being made.
struct MediaRows: MediaRecords {
  let db: any SQLDatabase

  func record(_ origin: String) throws -> MediaRecord? { try MediaTable.record(origin, db) }

  func keep(_ record: MediaRecord) throws { try MediaTable.keep(record, db) }
}
