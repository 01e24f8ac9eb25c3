#include "load.h"

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

// Its structs change from one number to the next.
static const char *const files[] = {"libraw_r.so." TEXT(LIBRAW_SHLIB_CURRENT), NULL};
static const char *const functions[] = {TWR_FUNCTIONS(TWD_NAME) NULL};

twr_functions twr_library;

bool twr_load(void) {
  static twd_library library = {files, functions, &twr_library, 0};
  return twd_load(&library);
}
