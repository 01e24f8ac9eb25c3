#define _GNU_SOURCE
#include "CSpatiaLite.h"
#include <string.h>

typedef struct {
  tws_folds folds;
} finder;

// The longest text that is looked at here, and the longest that it becomes.
enum { LONGEST = 4096, FOLDED = LONGEST * (TWS_FOLD - 1) / 2 };

// Folds a text, and returns its length; -1 where the table doesn't say how.
static int fold(const unsigned char *folds, const unsigned char *text, int count, unsigned char *out) {
  if (count > LONGEST) return -1;
  int length = 0;
  for (int at = 0; at < count; at++) {
    unsigned byte = text[at];
    if (byte - 1 < 0x7F) {
      out[length++] = byte + (byte - 'A' < 26 ? 32 : 0);
      continue;
    }
    if (byte < 0xC2 || byte > 0xC9 || at + 1 == count || (text[at + 1] & 0xC0) != 0x80) return -1;
    unsigned letter = (byte & 0x1F) << 6 | (text[++at] & 0x3F);
    if (letter > TWS_LAST_FOLD) return -1;
    const unsigned char *entry = folds + TWS_FOLD * (letter - TWS_FIRST_FOLD);
    if (entry[0] > TWS_FOLD - 1) return -1;
    memcpy(out + length, entry + 1, entry[0]);
    length += entry[0];
  }
  return length;
}

// Returns whether a word is in a text; -1 where that is unknown.
static int finds(const unsigned char *folds, sqlite3_value *word, sqlite3_value *value) {
  unsigned char folded[FOLDED];
  const unsigned char *text = sqlite3_value_text(value);
  if (!text) return 0;
  int count = fold(folds, text, sqlite3_value_bytes(value), folded);
  if (count < 0) return -1;
  const unsigned char *wanted = sqlite3_value_text(word);
  return wanted && memmem(folded, count, wanted, sqlite3_value_bytes(word));
}

// timewalk_finds(word, json, text...): see CSpatiaLite.h.
static void answer(sqlite3_context *context, int count, sqlite3_value **values) {
  const finder *finder = sqlite3_user_data(context);
  const unsigned char *folds = finder->folds();
  bool isKnown = true;
  for (int index = 2; index < count; index++) {
    int found = finds(folds, values[0], values[index]);
    if (found > 0) {
      sqlite3_result_int(context, 1);
      return;
    }
    if (found < 0) isKnown = false;
  }
  const unsigned char *json = count > 1 ? sqlite3_value_text(values[1]) : NULL;
  // A word in it may be that of a name, and an escape may hide one.
  if (json && (strchr((const char *)json, '\\') || finds(folds, values[0], values[1]))) isKnown = false;
  if (isKnown) sqlite3_result_int(context, 0);
}

static bool append(const unsigned char *folds, const unsigned char *text, int count, sqlite3_str *out) {
  unsigned char folded[FOLDED];
  int length = fold(folds, text, count, folded);
  if (length < 0) return false;
  sqlite3_str_append(out, (const char *)folded, length);
  sqlite3_str_append(out, "\n", 1);
  return true;
}

// Appends the values of a JSON object of texts without blanks and escapes; false for any other.
static bool append_values(const unsigned char *folds, const unsigned char *json, int count, sqlite3_str *out) {
  if (count < 2 || json[0] != '{' || json[count - 1] != '}' || memchr(json, '\\', count)) return false;
  bool is_value = false;
  for (int at = 1; at < count - 1; is_value = !is_value) {
    const unsigned char *end = json[at] == '"' ? memchr(json + at + 1, '"', count - at - 1) : NULL;
    if (!end) return false;
    int start = at + 1;
    at = (int)(end - json) + 1;
    if (is_value && !append(folds, json + start, at - start - 1, out)) return false;
    if (at == count - 1) return is_value;
    if (json[at++] != (is_value ? ',' : ':')) return false;
  }
  return count == 2;
}

// timewalk_folds(json, text...): see CSpatiaLite.h.
static void fold_all(sqlite3_context *context, int count, sqlite3_value **values) {
  const finder *finder = sqlite3_user_data(context);
  const unsigned char *folds = finder->folds();
  sqlite3_str *out = sqlite3_str_new(sqlite3_context_db_handle(context));
  bool isKnown = true;
  for (int index = 0; index < count && isKnown; index++) {
    const unsigned char *text = sqlite3_value_text(values[index]);
    if (!text) continue;
    int bytes = sqlite3_value_bytes(values[index]);
    isKnown = index ? append(folds, text, bytes, out) : append_values(folds, text, bytes, out);
  }
  sqlite3_str_append(out, "\n", 1);
  bool isFailed = sqlite3_str_errcode(out) != SQLITE_OK;
  int length = sqlite3_str_length(out);
  char *text = sqlite3_str_finish(out);
  if (isFailed) {
    sqlite3_free(text);
    sqlite3_result_error_nomem(context);
  } else if (isKnown) {
    sqlite3_result_text(context, text, length, sqlite3_free);
  } else {
    sqlite3_free(text);
  }
}

static int declare(sqlite3 *connection, const char *name, tws_folds folds, void (*run)(sqlite3_context *, int, sqlite3_value **)) {
  finder *own = sqlite3_malloc(sizeof(finder));
  if (!own) return SQLITE_NOMEM;
  own->folds = folds;
  // SQLite frees it, also after an error.
  return sqlite3_create_function_v2(
    connection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, own, run, NULL, NULL, sqlite3_free);
}

int tws_find_words(sqlite3 *connection, tws_folds folds) {
  int code = declare(connection, "timewalk_finds", folds, answer);
  return code ? code : declare(connection, "timewalk_folds", folds, fold_all);
}
