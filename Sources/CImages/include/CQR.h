// QR codes (ISO/IEC 18004) by libqrencode, which is loaded when a card needs one.
#ifndef TIMEWALK_CQR_H
#define TIMEWALK_CQR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Encodes bytes as a QR code that can be read with 15 % of it gone (level M).
//
// Writes one byte for each module, row by row, 1 for dark, and returns the number of modules along
// a side. Returns 0 if libqrencode is not installed, if the bytes or the code exceed its limits or
// `capacity`, and without memory; then nothing was written.
int twq_encode(const uint8_t *bytes, int count, uint8_t *modules, int capacity);

// The version of libqrencode, which it loads; NULL if it isn't installed.
const char *twq_version(void);

#ifdef __cplusplus
}
#endif
#endif
