#include <CLoader.h>
#include <fontconfig/fontconfig.h>
#include <stdlib.h>
#include <string.h>

#include <CFontconfig.h>

#define TWN_FUNCTIONS(each) \
  each(FcCharSetHasChar) each(FcConfigSubstitute) each(FcDefaultSubstitute) each(FcFontSetDestroy) \
  each(FcFontSort) each(FcInit) each(FcPatternAddBool) each(FcPatternAddInteger) each(FcPatternAddString) \
  each(FcPatternCreate) each(FcPatternDestroy) each(FcPatternGetBool) each(FcPatternGetCharSet) \
  each(FcPatternGetInteger) each(FcPatternGetString)

static struct { TWN_FUNCTIONS(TWD_POINTER) } functions;

static const char *const files[] = {"libfontconfig.so.1", NULL};
static const char *const names[] = {TWN_FUNCTIONS(TWD_NAME) NULL};
static twd_library library = {files, names, &functions, 0};

typedef struct font {
  const char *file;
  int face;
  bool is_sans;
  const FcCharSet *characters;
} font;

struct twn_fonts {
  FcFontSet *set;  // the set that owns the pointers below
  int count;
  font fonts[];
};

// Returns true if a font has outlines of one colour, and a file; a font that varies is taken at the
// weights that it names.
static bool is_usable(FcPattern *pattern, font *font) {
  FcChar8 *file = NULL, *family = NULL;
  FcCharSet *characters = NULL;
  FcBool is_outline = FcFalse, has_colour = FcFalse, varies = FcFalse;
  if (functions.FcPatternGetString(pattern, FC_FILE, 0, &file) != FcResultMatch) return false;
  if (functions.FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) != FcResultMatch) return false;
  functions.FcPatternGetBool(pattern, FC_OUTLINE, 0, &is_outline);
  functions.FcPatternGetBool(pattern, FC_COLOR, 0, &has_colour);
  functions.FcPatternGetBool(pattern, FC_VARIABLE, 0, &varies);
  if (!is_outline || has_colour || varies) return false;
  int face = 0;
  functions.FcPatternGetInteger(pattern, FC_INDEX, 0, &face);
  functions.FcPatternGetString(pattern, FC_FAMILY, 0, &family);
  const char *name = family ? (const char *)family : "";
  font->file = (const char *)file;
  font->face = face;
  font->is_sans = strstr(name, "Sans") && !strstr(name, "Mono");
  font->characters = characters;
  return true;
}

static FcFontSet *sorted(const char *language, bool is_bold) {
  FcPattern *wanted = functions.FcPatternCreate();
  if (!wanted) return NULL;
  FcFontSet *set = NULL;
  // The language is always given, which makes pictures independent of the user's locale.
  if (functions.FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)"sans-serif") &&
      functions.FcPatternAddString(wanted, FC_LANG, (const FcChar8 *)language) &&
      functions.FcPatternAddInteger(wanted, FC_WEIGHT, is_bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR) &&
      functions.FcConfigSubstitute(NULL, wanted, FcMatchPattern)) {
    functions.FcDefaultSubstitute(wanted);
    FcResult result;
    set = functions.FcFontSort(NULL, wanted, FcFalse, NULL, &result);
  }
  functions.FcPatternDestroy(wanted);
  return set;
}

twn_fonts *twn_find(const char *language, bool is_bold) {
  if (!twd_load(&library) || !functions.FcInit()) return NULL;
  FcFontSet *set = sorted(language, is_bold);
  if (!set) return NULL;
  twn_fonts *found = calloc(1, sizeof *found + (size_t)set->nfont * sizeof(font));
  if (!found) {
    functions.FcFontSetDestroy(set);
    return NULL;
  }
  found->set = set;
  for (int index = 0; index < set->nfont; index++) {
    if (is_usable(set->fonts[index], &found->fonts[found->count])) found->count++;
  }
  if (found->count == 0) {
    twn_free(found);
    return NULL;
  }
  return found;
}

void twn_free(twn_fonts *fonts) {
  if (!fonts) return;
  functions.FcFontSetDestroy(fonts->set);
  free(fonts);
}

int twn_count(const twn_fonts *fonts) { return fonts->count; }

const char *twn_file(const twn_fonts *fonts, int font, int *face) {
  *face = fonts->fonts[font].face;
  return fonts->fonts[font].file;
}

bool twn_is_sans(const twn_fonts *fonts, int font) { return fonts->fonts[font].is_sans; }

bool twn_has(const twn_fonts *fonts, int font, uint32_t character) {
  return functions.FcCharSetHasChar(fonts->fonts[font].characters, character);
}
