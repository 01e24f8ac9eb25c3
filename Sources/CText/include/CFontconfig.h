// The machine's fonts by fontconfig, which is loaded when the program's own font lacks a character.
#ifndef TIMEWALK_CFONTCONFIG_H
#define TIMEWALK_CFONTCONFIG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Fonts with scalable outlines in one colour, the best first.
typedef struct twn_fonts twn_fonts;

// All fonts by how well they suit text without serifs; `language` (RFC 3066) chooses among the
// forms of Han characters. NULL where fontconfig is not installed or finds none. `twn_free` ends
// them. One call at a time.
twn_fonts *twn_find(const char *language, bool is_bold);
void twn_free(twn_fonts *fonts);

int twn_count(const twn_fonts *fonts);
// The file and the face's number in it; the text lives as long as the fonts.
const char *twn_file(const twn_fonts *fonts, int font, int *face);
// True if the family calls itself sans, and doesn't call itself mono.
bool twn_is_sans(const twn_fonts *fonts, int font);
bool twn_has(const twn_fonts *fonts, int font, uint32_t character);

#ifdef __cplusplus
}
#endif
#endif
