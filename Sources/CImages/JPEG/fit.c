#include <CTurboJPEG.h>

#include <CScale.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Units of rows that the decoder may be ahead of a second thread, and that this one waits for.
#define UNITS_AHEAD 10
#define UNITS_AT_ONCE 3

typedef struct lane {
  twx_scaler *scaler;
  twj_plane ring;
  uint8_t *target;
  size_t target_stride;
  uint32_t unit;    // rows that come at once
  uint32_t height;  // rows of the source
} lane;

typedef struct stream {
  lane lanes[3];
  int count;
  // With a second thread, all below is read and written under the lock alone.
  bool threaded;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t moved;
  uint32_t ready;     // units that are decoded
  uint32_t made;      // units of which all has been made
  uint32_t allowed;   // units that may be decoded, beginning with the first
  bool is_making;       // one of the threads is making
  bool is_over;       // no more units will come
} stream;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Makes all possible rows from the first units; returns how many may be decoded before needed ones
// are overwritten.
static uint32_t make(stream *stream, uint32_t units) {
  uint32_t allowed = UINT32_MAX;
  for (int i = 0; i < stream->count; i++) {
    lane *lane = &stream->lanes[i];
    twx_source source = {lane->ring.data, lane->ring.stride, (uint32_t)lane->ring.rows};
    uint32_t ready = smaller(units * lane->unit, lane->height);
    uint32_t needed = twx_scaler_run(lane->scaler, source, ready, lane->target, lane->target_stride);
    allowed = smaller(allowed, (needed + (uint32_t)lane->ring.rows) / lane->unit);
  }
  return allowed;
}

// Makes all rows that are possible now; called with the lock, which is released meanwhile.
static void make_ready(stream *stream) {
  uint32_t ready = stream->ready;
  stream->is_making = true;
  pthread_mutex_unlock(&stream->lock);
  uint32_t allowed = make(stream, ready);
  pthread_mutex_lock(&stream->lock);
  stream->is_making = false;
  stream->made = ready;
  stream->allowed = allowed;
  pthread_cond_signal(&stream->moved);
}

static void *work(void *context) {
  stream *stream = context;
  pthread_mutex_lock(&stream->lock);
  while (!stream->is_over) {
    if (stream->is_making || stream->ready < stream->made + UNITS_AT_ONCE)
      pthread_cond_wait(&stream->moved, &stream->lock);
    else
      make_ready(stream);
  }
  pthread_mutex_unlock(&stream->lock);
  return NULL;
}

// The decoder's thread makes rows itself where the other one doesn't come to it, on a busy machine.
static void help(stream *stream, uint32_t allowed, uint32_t made) {
  while (stream->allowed < allowed || stream->made < made) {
    if (stream->is_making) pthread_cond_wait(&stream->moved, &stream->lock);
    else make_ready(stream);
  }
}

static void on_unit(void *context, uint32_t units) {
  stream *stream = context;
  if (!stream->threaded) {
    make(stream, units);
    return;
  }
  pthread_mutex_lock(&stream->lock);
  stream->ready = units;
  if (!stream->is_making && units >= stream->made + UNITS_AT_ONCE) pthread_cond_signal(&stream->moved);
  help(stream, units + 1, 0);
  pthread_mutex_unlock(&stream->lock);
}

// Rings are long enough for the resamplers' windows and one more unit.
static bool open_lanes(stream *stream, const twj_fitting *fitting, const twj_shares *shares) {
  bool enough = true;
  for (int i = 0; i < stream->count; i++) {
    lane *lane = &stream->lanes[i];
    const twj_target *target = &fitting->targets[i];
    lane->unit = (uint32_t)shares->unit[i];
    lane->height = target->rows.count;
    lane->target = target->plane.data;
    lane->target_stride = target->plane.stride;
    lane->scaler = twx_scaler_open(target->columns, target->rows, fitting->orientation, false);
    if (!lane->scaler) return false;
    uint32_t units = (twx_scaler_reach(lane->scaler) + lane->unit - 1) / lane->unit + 2;
    if (stream->threaded) units += UNITS_AHEAD;
    lane->ring.stride = ((size_t)target->columns.count + 127) / 64 * 64;
    lane->ring.rows = (size_t)units * lane->unit;
    lane->ring.data = twj_allocate(lane->ring.stride * lane->ring.rows);
    enough = enough && lane->ring.data;
    if (!i || units < stream->allowed) stream->allowed = units;
  }
  return enough;
}

static void close_lanes(stream *stream) {
  for (int i = 0; i < stream->count; i++) {
    twx_scaler_close(stream->lanes[i].scaler);
    twj_free(stream->lanes[i].ring.data);
  }
}

twj_status twj_decoder_fit(
  twj_decoder *decoder, const twj_fitting *fitting, const twj_shares *shares, int scan_limit, size_t memory_limit,
  bool accept_damage, twj_report *report) {
  memset(report, 0, sizeof *report);
  stream stream = {.count = fitting->count, .threaded = fitting->threaded};
  if (!open_lanes(&stream, fitting, shares)) {
    close_lanes(&stream);
    return report->status = TWJ_MEMORY;
  }
  if (stream.threaded) {
    pthread_mutex_init(&stream.lock, NULL);
    pthread_cond_init(&stream.moved, NULL);
    // Without a thread the rows are made between decoding them.
    stream.threaded = pthread_create(&stream.thread, NULL, work, &stream) == 0;
  }
  bool joins = stream.threaded;
  twj_plane rings[3];
  for (int i = 0; i < stream.count; i++) rings[i] = stream.lanes[i].ring;
  twj_status status = twj_decoder_stream(
    decoder, rings, stream.count, scan_limit, memory_limit, accept_damage, on_unit, &stream, report);
  if (joins) {
    pthread_mutex_lock(&stream.lock);
    if (status == TWJ_OK) help(&stream, 0, stream.ready);
    stream.is_over = true;
    pthread_cond_signal(&stream.moved);
    pthread_mutex_unlock(&stream.lock);
    pthread_join(stream.thread, NULL);
  }
  if (fitting->threaded) {
    pthread_cond_destroy(&stream.moved);
    pthread_mutex_destroy(&stream.lock);
  }
  close_lanes(&stream);
  return status;
}
