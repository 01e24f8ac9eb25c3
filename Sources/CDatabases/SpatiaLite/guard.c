#include <CSpatiaLite.h>

#include <stdlib.h>

// One of SQLite's functions for JSON, called in a separate empty database.
typedef struct {
  const char *question;
  sqlite3 *database;
  sqlite3_stmt *statement;
} asked;

static void forget(void *pointer) {
  asked *function = pointer;
  sqlite3_finalize(function->statement);
  sqlite3_close(function->database);
  free(function);
}

static int prepare(asked *function) {
  if (function->statement) return SQLITE_OK;
  int code = function->database ? SQLITE_OK : sqlite3_open_v2(
    ":memory:", &function->database,
    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, NULL);
  return code ? code
    : sqlite3_prepare_v3(function->database, function->question, -1, SQLITE_PREPARE_PERSISTENT, &function->statement, NULL);
}

static void ask(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  asked *function = sqlite3_user_data(context);
  int code = prepare(function);
  if (code) {
    sqlite3_result_error_code(context, code);
    return;
  }
  sqlite3_bind_value(function->statement, 1, values[0]);
  code = sqlite3_step(function->statement);
  if (code == SQLITE_ROW) {
    sqlite3_result_value(context, sqlite3_column_value(function->statement, 0));
  } else if (code == SQLITE_NOMEM) {
    sqlite3_result_error_nomem(context);
  } else {
    sqlite3_result_error(context, sqlite3_errmsg(function->database), -1);
  }
  sqlite3_reset(function->statement);
  sqlite3_clear_bindings(function->statement);
}

static int declare(sqlite3 *connection, const char *name, const char *question) {
  asked *function = calloc(1, sizeof *function);
  if (!function) return SQLITE_NOMEM;
  function->question = question;
  // If this fails SQLite has called the destructor already.
  return sqlite3_create_function_v2(
    connection, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, function, ask, NULL, NULL, forget);
}

int tws_guard(sqlite3 *connection) {
  // Tables of ours are checked by these two, which SQLite before 3.42 doesn't let a schema call
  // that isn't trusted.
  int code = declare(connection, "json_valid", "SELECT json_valid(?1)");
  if (!code) code = declare(connection, "json_array_length", "SELECT json_array_length(?1)");
  if (!code) code = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (!code) code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (!code) code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  if (!code) code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  return code;
}
