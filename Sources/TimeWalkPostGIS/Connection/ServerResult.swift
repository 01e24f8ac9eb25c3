internal import CDatabases
import Foundation
import TimeWalkTables

/// The result of a statement; it owns libpq's memory.
final class ServerResult {
  private let result: OpaquePointer
  private let library: twq_functions
  private let types: [UInt32]
  let status: ExecStatusType
  /// The number of its rows.
  let count: Int

  init(_ result: OpaquePointer, _ library: twq_functions) {
    self.result = result
    self.library = library
    status = library.PQresultStatus(result)
    count = Int(library.PQntuples(result))
    types = (0..<library.PQnfields(result)).map { library.PQftype(result, $0) }
  }

  deinit { library.PQclear(result) }

  /// The server's error; `nil` for none.
  var error: ServerError? {
    guard status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE else { return nil }
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY, whose values are letters.
    let state = library.PQresultErrorField(result, Int32(UInt8(ascii: "C")))
    let words =
      library.PQresultErrorField(result, Int32(UInt8(ascii: "M")))
      ?? library.PQresultErrorMessage(result)
    return ServerError(
      state: state.map { String(cString: $0) } ?? "08006",
      message: words.map { String(cString: $0).trimmingCharacters(in: .newlines) } ?? "")
  }

  /// The number of rows that the statement changed.
  var changes: Int {
    library.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// The types of a statement's arguments, if they were requested.
  var parameterTypes: [UInt32] {
    (0..<library.PQnparams(result)).map { library.PQparamtype(result, $0) }
  }

  /// A row with copies of its values.
  func row(_ row: Int) -> SQLRow {
    SQLRow(
      types.indices.map { column in
        isNull(row, column)
          ? .null : withBytes(row, column) { ServerType.value($0, types[column]) }
      })
  }

  func isNull(_ row: Int, _ column: Int) -> Bool {
    library.PQgetisnull(result, Int32(row), Int32(column)) != 0
  }

  /// The bytes of a value, which go with the result.
  func withBytes<T>(
    _ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> T
  ) rethrows -> T {
    let length = Int(library.PQgetlength(result, Int32(row), Int32(column)))
    let start = library.PQgetvalue(result, Int32(row), Int32(column))
    return try body(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// A whole number; 0 for NULL.
  func integer(_ row: Int, _ column: Int) -> Int64 {
    guard !isNull(row, column) else { return 0 }
    return withBytes(row, column) { Int64.read(ServerType.value($0, types[column])) }
  }
}
