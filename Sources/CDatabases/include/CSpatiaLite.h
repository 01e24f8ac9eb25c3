// SQLite, and SpatiaLite's functions for its connections.
//
// SpatiaLite and its fifty libraries are loaded at the first call, because a query needs none of
// them.
#ifndef TIMEWALK_CSPATIALITE_H
#define TIMEWALK_CSPATIALITE_H

#include <sqlite3.h>
#include <stdbool.h>

// Disables SQLite's memory statistics, which take a global lock for every allocation. Call it
// before any other of its functions; later it has no effect.
void tws_set_up(void);

// Protects a connection from an untrusted file's schema: no functions of this program, no triggers,
// no views, no writes to SQLite's own tables. Returns SQLite's error code.
int tws_guard(sqlite3 *connection);

// Lets a verified schema run its triggers and call functions of this program. Returns SQLite's
// error code.
static inline int tws_trust(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, (int *)0);
  return code ? code : sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
}

// The square of the least distance of a place (latitude, longitude) from a box (west, east, south,
// north), which is at least 0.
typedef double (*tws_square)(const double *place, const double *edges);

// Lets a statement visit the places of an R*Tree in the order of their squares, by
// MATCH timewalk_nearest(latitude, longitude). Returns SQLite's error code.
int tws_order_places(sqlite3 *connection, tws_square square);

// The folded forms of the letters from U+0080 to U+024F, in TWS_FOLD bytes each: the length, then
// UTF-8; a greater length for an unknown form.
enum { TWS_FOLD = 4, TWS_FIRST_FOLD = 0x80, TWS_LAST_FOLD = 0x24F };
typedef const unsigned char *(*tws_folds)(void);

// Adds timewalk_finds(word, json, text...) to a connection: 1 where a folded word is in a text, 0
// where it is in none and in no text of a JSON object either, NULL where that is unknown. Also adds
// timewalk_folds(json, text...): all these texts, folded, each with a line feed, and one more at
// the end; NULL where that is unknown. Returns SQLite's error code.
int tws_find_words(sqlite3 *connection, tws_folds folds);

// Forbids or allows writing to tables that belong to SQLite's modules, as those of an R*Tree do.
static inline void tws_defend(sqlite3 *connection, bool defends) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, defends, (int *)0);
}

// Returns true if a connection has SpatiaLite's functions.
bool tws_is_extended(sqlite3 *connection);

// Gives a connection SpatiaLite's functions, tables and checks. Returns NULL, or the error.
// Repeated calls have no effect.
//
// SpatiaLite's data for the connection belong to a function, `timewalk_spatialite`; SQLite frees
// them when it closes the connection.
const char *tws_extend(sqlite3 *connection);

// Prefetches an address into the cache, without waiting.
static inline void tws_fetch(const void *address) { __builtin_prefetch(address); __builtin_prefetch((const char *)address + 64); }

#endif
