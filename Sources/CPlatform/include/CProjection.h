// Coordinates by PROJ, from definitions that strangers wrote.
//
// PROJ and its forty libraries are loaded at the first call.
#ifndef TIMEWALK_CPROJECTION_H
#define TIMEWALK_CPROJECTION_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// PROJ with its database open; used by one thread at a time.
typedef struct pj_ctx twm_context;

typedef struct twm_point {
  double x, y;
} twm_point;

typedef enum twm_status {
  TWM_CONVERTED,
  TWM_NO_CODE,   // EPSG has no such code
  TWM_NO_SYSTEM  // the text isn't a coordinate system of places on the ground
} twm_status;

// Opens PROJ's database; NULL if PROJ or its database is missing. It is never closed.
//
// PROJ opens no other file from then on and uses no network, whatever a definition names. If the
// process is `confined` next, SQLite reads the database with the system calls that it then has.
twm_context *twm_open(bool confined);

// Converts points of a system, which is `EPSG:` with a code or well-known text, to longitude and
// latitude in degrees, and these back. Coordinates are infinite where the system has no such place.
twm_status twm_convert(
  twm_context *context, const char *system, const twm_point *points, size_t count, twm_point *places,
  twm_point *back);

#ifdef __cplusplus
}
#endif
#endif
