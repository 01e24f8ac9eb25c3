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

int tws_find_words(sqlite3 *connection, tws_folds folds) {
  finder *own = sqlite3_malloc(sizeof(finder));
  if (!own) return SQLITE_NOMEM;
  own->folds = folds;
  // SQLite frees it, also after an error.
  return sqlite3_create_function_v2(
    connection, "timewalk_finds", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, own, answer, NULL, NULL, sqlite3_free);
}
