// The Unicode bidirectional algorithm (UAX #9) by FriBidi, which is loaded when a text needs it.
#ifndef TIMEWALK_CFRIBIDI_H
#define TIMEWALK_CFRIBIDI_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Gives each character of one paragraph its embedding level: odd for right-to-left text.
//
// The paragraph's own level is that of its first strong character (rules P2 and P3), left to right
// by default. Returns false if FriBidi is not installed or memory runs out; then nothing was
// written.
bool twi_levels(const uint32_t *text, int length, int8_t *levels, bool *is_right_to_left);

// Returns true if FriBidi is installed; loads it.
bool twi_is_installed(void);

#ifdef __cplusplus
}
#endif
#endif
