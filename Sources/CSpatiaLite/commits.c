#include "include/CSpatiaLite.h"

#include <stddef.h>

// What SQLite maps at a time, and the number of the form: "WAL-mode File Format", sections 2 and 2.1.
enum { region_size = 32768, form = 3007000, words = 6 };

const void *tws_commit_memory(sqlite3 *connection) {
  // A statement that reads the file has SQLite open the log; this one needs no schema.
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection, "PRAGMA schema_version", -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  sqlite3_finalize(statement);
  if (code != SQLITE_ROW) return NULL;

  bool has_log = false;
  if (sqlite3_prepare_v2(connection, "PRAGMA journal_mode", -1, &statement, NULL) == SQLITE_OK) {
    has_log = sqlite3_step(statement) == SQLITE_ROW &&
      sqlite3_stricmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
  }
  sqlite3_finalize(statement);
  if (!has_log) return NULL;

  sqlite3_file *file = NULL;
  code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK || !file || !file->pMethods) return NULL;
  if (file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return NULL;
  volatile void *memory = NULL;
  code = file->pMethods->xShmMap(file, 0, region_size, 0, &memory);
  return code == SQLITE_OK || code == SQLITE_READONLY ? (const void *)memory : NULL;
}

bool tws_commit_mark(const void *memory, uint64_t mark[6]) {
  // The head lies there twice. Who commits writes the second one first, so that two that are alike are whole.
  const uint64_t *head = memory;
  for (int word = 0; word < words; word++) mark[word] = __atomic_load_n(head + word, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  bool is_whole = true;
  for (int word = 0; word < words; word++) {
    is_whole &= mark[word] == __atomic_load_n(head + words + word, __ATOMIC_RELAXED);
  }
  const uint8_t is_set = ((const uint8_t *)mark)[12];
  return is_whole && is_set && (uint32_t)mark[0] == form;
}
