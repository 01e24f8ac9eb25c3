#include "weights.h"

#include <pthread.h>
#include <stdlib.h>

// Weights that are kept: the photos of a batch come from few cameras, and each has four of these.
enum { KEPT = 8 };

typedef struct entry {
  twx_weights weights;  // first, so that a pointer to it is one to the entry
  twx_axis axis;
  uint32_t multiple;
  unsigned users;  // the table is one of them
} entry;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static entry *kept[KEPT];
static unsigned next;

static void let_go(entry *entry) {
  if (!entry || --entry->users > 0) return;
  twx_weights_free(&entry->weights);
  free(entry);
}

static bool is_for(const entry *entry, twx_axis axis, uint32_t multiple) {
  return entry && entry->multiple == multiple && entry->axis.count == axis.count
    && entry->axis.new_count == axis.new_count && entry->axis.start == axis.start && entry->axis.length == axis.length;
}

const twx_weights *twx_weights_take(twx_axis axis, uint32_t multiple) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < KEPT; i++) {
    if (!is_for(kept[i], axis, multiple)) continue;
    kept[i]->users++;
    const twx_weights *found = &kept[i]->weights;
    pthread_mutex_unlock(&mutex);
    return found;
  }
  pthread_mutex_unlock(&mutex);
  // Two threads may make the same; that costs time once.
  entry *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  if (!twx_weights_make(&made->weights, axis, multiple)) {
    free(made);
    return NULL;
  }
  made->axis = axis;
  made->multiple = multiple;
  made->users = 2;
  pthread_mutex_lock(&mutex);
  let_go(kept[next]);
  kept[next] = made;
  next = (next + 1) % KEPT;
  pthread_mutex_unlock(&mutex);
  return &made->weights;
}

void twx_weights_give(const twx_weights *weights) {
  if (!weights) return;
  pthread_mutex_lock(&mutex);
  let_go((entry *)weights);
  pthread_mutex_unlock(&mutex);
}
