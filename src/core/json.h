// json.h: writes JSON into growing text. The last character tells whether a comma is needed,
// so there is no state to keep. Values of an object have a key; within an array the key is NULL.
#ifndef MW_CORE_JSON_H
#define MW_CORE_JSON_H

#include "core/text.h"

void mw_json_open(mw_writer *, const char *key, char bracket); // '{' or '['
void mw_json_close(mw_writer *, char bracket);                 // '}' or ']'
// NULL is written as null. Bytes that are not valid UTF-8 become U+FFFD.
void mw_json_text(mw_writer *, const char *key, const char *);
// Writes the text and frees it. NULL means that memory ran out; then the writer has failed.
void mw_json_owned(mw_writer *, const char *key, char *text);
// A list whose values were written into another writer, which is freed.
void mw_json_list(mw_writer *, const char *key, mw_writer *values);
void mw_json_bool(mw_writer *, const char *key, bool);
void mw_json_null(mw_writer *, const char *key);
void mw_json_count(mw_writer *, const char *key, uint64_t);
void mw_json_count_if(mw_writer *, const char *key, bool there, uint64_t); // if not `there`: null
// MW_FAR, which means that there is no number, is written as null.
void mw_json_maybe(mw_writer *, const char *key, uint32_t);
// With as many digits as are needed to read the same double back. NaN and infinity become null.
void mw_json_number(mw_writer *, const char *key, double);
// With `digits` significant digits. Whole numbers have a point, too ("5.0"), so that a program that
// tells integers from fractions reads all of them as fractions.
void mw_json_real(mw_writer *, const char *key, double, unsigned digits);
// The same, but whole numbers have no point.
void mw_json_digits(mw_writer *, const char *key, double, unsigned digits);
// Rounded to `decimals` decimals (up to 9). Faster than the others.
void mw_json_rounded(mw_writer *, const char *key, double, unsigned decimals);

// Several members of an object, written like printf's conversions, which the compiler checks:
// "name=%s moves=%u seed=%ju solved=%d energy=%g", with a blank between members.
//   %s    a text; NULL is null            %u    a number; MW_FAR is null
//   %ju   a uint64_t                      %d    true or false
//   %g    as mw_json_number               %.9g  as mw_json_digits, with 9 digits
//   %.9e  as mw_json_real                 %.3f  as mw_json_rounded, with 3 decimals
void mw_json_members(mw_writer *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Writes finished JSON again, with each value on a line of its own, indented by a blank for each
// level.
void mw_json_indent(mw_writer *, const char *json);

#endif
