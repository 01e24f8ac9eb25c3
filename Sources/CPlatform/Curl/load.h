// libcurl, loaded when it is first needed.
#ifndef TIMEWALK_TWF_LOAD_H
#define TIMEWALK_TWF_LOAD_H

#include <CLoader.h>
#include <curl/curl.h>

#define TWF_FUNCTIONS(each) \
  each(curl_easy_cleanup) each(curl_easy_getinfo) each(curl_easy_init) each(curl_easy_perform) \
  each(curl_easy_reset) each(curl_easy_setopt) each(curl_global_init) each(curl_slist_append) each(curl_slist_free_all)

typedef struct twf_functions {
  TWF_FUNCTIONS(TWD_POINTER)
} twf_functions;

extern twf_functions twf_library;

// Returns true if libcurl is available. Its functions may only be called after that.
bool twf_load(void);

#undef curl_easy_setopt
#undef curl_easy_getinfo
#define curl_easy_cleanup twf_library.curl_easy_cleanup
#define curl_easy_getinfo twf_library.curl_easy_getinfo
#define curl_easy_init twf_library.curl_easy_init
#define curl_easy_perform twf_library.curl_easy_perform
#define curl_easy_reset twf_library.curl_easy_reset
#define curl_easy_setopt twf_library.curl_easy_setopt
#define curl_global_init twf_library.curl_global_init
#define curl_slist_append twf_library.curl_slist_append
#define curl_slist_free_all twf_library.curl_slist_free_all

#endif
