// GeographicLib's geodesic routines, as PROJ installs them.
#include <geodesic.h>
