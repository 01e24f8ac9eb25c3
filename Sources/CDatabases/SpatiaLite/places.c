#include "CSpatiaLite.h"

typedef struct {
  tws_square square;
} order;

static int visit(sqlite3_rtree_query_info *info) {
  if (info->nParam != 2 || info->nCoord != 4) return SQLITE_ERROR;
  const order *by = info->pContext;
  info->rScore = by->square(info->aParam, info->aCoord);
  info->eWithin = PARTLY_WITHIN;
  return SQLITE_OK;
}

int tws_order_places(sqlite3 *connection, tws_square square) {
  order *by = sqlite3_malloc(sizeof(order));
  if (!by) return SQLITE_NOMEM;
  by->square = square;
  // SQLite frees it, also after an error.
  return sqlite3_rtree_query_callback(connection, "timewalk_nearest", visit, by, sqlite3_free);
}
