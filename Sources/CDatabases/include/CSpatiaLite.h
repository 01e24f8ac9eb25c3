// SQLite, and what gives its connections SpatiaLite's functions.
//
// SpatiaLite and the fifty libraries that it brings along are loaded at the first call, since a
// query needs none of them.
#ifndef TIMEWALK_CSPATIALITE_H
#define TIMEWALK_CSPATIALITE_H

#include <sqlite3.h>
#include <stdbool.h>

// Leaves out SQLite's count of its own memory, for which every allocation waits at one lock. To be
// called before any other of its functions; later it changes nothing.
void tws_set_up(void);

// Protects a connection from the schema of a file that a stranger made: no functions of this
// program, no triggers, no views, no writing to SQLite's own tables. SQLite's error code.
int tws_guard(sqlite3 *connection);

// Lets a schema that was looked at run its triggers and call functions of this program. SQLite's
// error code.
static inline int tws_trust(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, (int *)0);
  return code ? code : sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
}

// Forbids or allows writing to tables that belong to SQLite's modules, as those of an R*Tree do.
static inline void tws_defend(sqlite3 *connection, bool defends) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, defends, (int *)0);
}

// Whether a connection has SpatiaLite's functions.
bool tws_is_extended(sqlite3 *connection);

// Gives a connection SpatiaLite's functions, tables and checks; NULL, or what hinders it. Not done
// twice.
//
// What SpatiaLite keeps for the connection belongs to a function, `timewalk_spatialite`, so that
// SQLite itself frees it when it closes the connection.
const char *tws_extend(sqlite3 *connection);

// Has the memory bring what lies at an address, and doesn't wait for it.
static inline void tws_fetch(const void *address) { __builtin_prefetch(address); __builtin_prefetch((const char *)address + 64); }

#endif
