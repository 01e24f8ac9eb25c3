// SpatiaLite needs the declarations of SQLite first.
#include <sqlite3.h>
#include <spatialite.h>
