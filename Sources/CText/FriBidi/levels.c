#include <CLoader.h>
#include <fribidi/fribidi.h>
#include <stdlib.h>

#include <CFriBidi.h>

#define TWI_FUNCTIONS(each) \
  each(fribidi_get_bidi_types) each(fribidi_get_bracket_types) each(fribidi_get_par_embedding_levels_ex)

static struct { TWI_FUNCTIONS(TWD_POINTER) } functions;

static const char *const files[] = {"libfribidi.so.0", NULL};
static const char *const names[] = {TWI_FUNCTIONS(TWD_NAME) NULL};
static twd_library library = {files, names, &functions, 0};

bool twi_is_installed(void) { return twd_load(&library); }

bool twi_levels(const uint32_t *text, int length, int8_t *levels, bool *is_right_to_left) {
  if (length <= 0 || !twi_is_installed()) return false;
  FriBidiCharType *types = calloc((size_t)length, sizeof *types);
  FriBidiBracketType *brackets = calloc((size_t)length, sizeof *brackets);
  bool done = false;
  if (types && brackets) {
    functions.fribidi_get_bidi_types(text, length, types);
    functions.fribidi_get_bracket_types(text, length, types, brackets);
    FriBidiParType direction = FRIBIDI_PAR_ON;
    done = functions.fribidi_get_par_embedding_levels_ex(types, brackets, length, &direction, levels) > 0;
    if (done) *is_right_to_left = FRIBIDI_IS_RTL(direction);
  }
  free(types);
  free(brackets);
  return done;
}
