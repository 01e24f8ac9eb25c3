internal import CSpatiaLite

/// Gives one SQLite connection SpatiaLite's functions, tables and checks.
///
/// The cache that SpatiaLite keeps for a connection belongs to a function that is registered on it, so that
/// SQLite itself frees the cache when it closes the connection: GRDB has no hook for that moment.
enum SpatialExtension {
  /// Loads SpatiaLite into a fresh connection.
  ///
  /// Not done twice on one connection. Throws `.component` when SpatiaLite refuses.
  static func load(into connection: OpaquePointer) throws(ArchiveError) {
    _ = processSetUp
    guard let cache = spatialite_alloc_connection() else {
      throw ArchiveError(.component, "SpatiaLite has no memory for a connection.")
    }
    spatialite_init_ex(connection, cache, 0)
    // When this fails SQLite has called the destructor already.
    let result = sqlite3_create_function_v2(
      connection, "timewalk_spatialite", 0, SQLITE_UTF8, cache,
      { context, _, _ in sqlite3_result_text(context, spatialite_version(), -1, nil) }, nil, nil,
      { cache in spatialite_cleanup_ex(cache) })
    guard result == SQLITE_OK else {
      throw ArchiveError(.component, "SpatiaLite can't be loaded: SQLite's code \(result).")
    }
  }

  private static let processSetUp: Void = spatialite_initialize()
}
