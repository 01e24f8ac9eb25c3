// libseccomp, loaded by processes that lock themselves in and by no other.
#ifndef TIMEWALK_TWB_LOAD_H
#define TIMEWALK_TWB_LOAD_H

#include <CLoader.h>
#include <seccomp.h>

#define TWB_FUNCTIONS(each) \
  each(seccomp_attr_set) each(seccomp_init) each(seccomp_load) each(seccomp_release) \
  each(seccomp_rule_add_array) each(seccomp_syscall_resolve_name)

typedef struct twb_functions {
  TWB_FUNCTIONS(TWD_POINTER)
} twb_functions;

#endif
