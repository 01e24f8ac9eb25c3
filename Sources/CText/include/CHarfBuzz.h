// HarfBuzz, loaded when text is first set: it depends on GLib and others.
#ifndef TIMEWALK_CHARFBUZZ_H
#define TIMEWALK_CHARFBUZZ_H

#include <CLoader.h>
#include <harfbuzz/hb-ft.h>
#include <harfbuzz/hb.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TWG_FUNCTIONS(each) \
  each(hb_buffer_add_utf32) each(hb_buffer_create) each(hb_buffer_destroy) each(hb_buffer_get_glyph_infos) \
  each(hb_buffer_get_glyph_positions) each(hb_buffer_set_direction) each(hb_buffer_set_language) \
  each(hb_buffer_set_script) each(hb_font_destroy) each(hb_font_get_glyph_extents) each(hb_ft_font_changed) \
  each(hb_ft_font_create_referenced) each(hb_ft_font_set_load_flags) each(hb_language_from_string) each(hb_shape) \
  each(hb_unicode_funcs_get_default) each(hb_unicode_script)

typedef struct twg_functions {
  TWG_FUNCTIONS(TWD_POINTER)
} twg_functions;

// HarfBuzz's functions, valid forever; NULL if it is not installed.
const twg_functions *twg_load(void);

#ifdef __cplusplus
}
#endif
#endif
