// The files of the HTTP front's pages: styles, modules, templates, words.
#ifndef TIMEWALK_WEBFILES_H
#define TIMEWALK_WEBFILES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twp_file {
  const char *name;  // with its folder, such as "Assets/map.js"
  const char *text;  // in UTF-8, ended by a 0; or the bytes of a picture
  size_t size;       // of a picture; 0 for text
} twp_file;

// All of them, and how many there are.
const twp_file *twp_files(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
