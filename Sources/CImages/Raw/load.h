// LibRaw, loaded when it is first needed.
#ifndef TIMEWALK_TWR_LOAD_H
#define TIMEWALK_TWR_LOAD_H

#include <CLoader.h>
#include <libraw/libraw.h>

#define TWR_FUNCTIONS(each) \
  each(libraw_close) each(libraw_dcraw_clear_mem) each(libraw_dcraw_make_mem_image) each(libraw_dcraw_process) \
  each(libraw_init) each(libraw_open_buffer) each(libraw_recycle_datastream) each(libraw_strerror) \
  each(libraw_unpack) each(libraw_unpack_thumb) each(libraw_version)

typedef struct twr_functions {
  TWR_FUNCTIONS(TWD_POINTER)
} twr_functions;

extern twr_functions twr_library;

// Returns true if LibRaw is available. Its functions may only be called after that.
bool twr_load(void);

#define libraw_close twr_library.libraw_close
#define libraw_dcraw_clear_mem twr_library.libraw_dcraw_clear_mem
#define libraw_dcraw_make_mem_image twr_library.libraw_dcraw_make_mem_image
#define libraw_dcraw_process twr_library.libraw_dcraw_process
#define libraw_init twr_library.libraw_init
#define libraw_open_buffer twr_library.libraw_open_buffer
#define libraw_recycle_datastream twr_library.libraw_recycle_datastream
#define libraw_strerror twr_library.libraw_strerror
#define libraw_unpack twr_library.libraw_unpack
#define libraw_unpack_thumb twr_library.libraw_unpack_thumb
#define libraw_version twr_library.libraw_version

#endif
