// json.h: writes JSON into growing text. Whether a comma is due is seen from the last character, so
// there is no state to keep. Values of an object have a key; within an array the key is NULL.
#ifndef MW_CORE_JSON_H
#define MW_CORE_JSON_H

#include "core/text.h"

void mw_json_open(mw_writer *, const char *key, char bracket); // '{' or '['
void mw_json_close(mw_writer *, char bracket);                 // '}' or ']'
// NULL is null. Bytes that are no UTF-8 become U+FFFD.
void mw_json_text(mw_writer *, const char *key, const char *);
// A text that is freed then; NULL means that there was no memory for it, and the writer has failed.
void mw_json_owned(mw_writer *, const char *key, char *text);
void mw_json_bool(mw_writer *, const char *key, bool);
void mw_json_null(mw_writer *, const char *key);
void mw_json_count(mw_writer *, const char *key, uint64_t);
void mw_json_count_if(mw_writer *, const char *key, bool there, uint64_t); // not there: null
// A number or, if there is none (MW_FAR), null.
void mw_json_maybe(mw_writer *, const char *key, uint32_t);
// Reads back to the same double; NaN and infinite ones are null.
void mw_json_number(mw_writer *, const char *key, double);
// With so many significant digits. Whole numbers have a point, too ("5.0"), so that a program whose
// numbers have types reads them all as the same.
void mw_json_real(mw_writer *, const char *key, double, unsigned digits);
// The same, but whole numbers have no point.
void mw_json_digits(mw_writer *, const char *key, double, unsigned digits);
// Rounded to so many decimals (up to 9), quickly.
void mw_json_rounded(mw_writer *, const char *key, double, unsigned decimals);

// Several members of an object, written like printf's conversions, which the compiler checks:
// "name=%s moves=%u seed=%ju solved=%d energy=%g", with a blank between members.
//   %s    a text; NULL is null            %u    a number; MW_FAR is null
//   %ju   a uint64_t                      %d    true or false
//   %g    as mw_json_number               %.9g  as mw_json_digits, with 9 digits
//   %.9e  as mw_json_real                 %.3f  as mw_json_rounded, with 3 decimals
void mw_json_members(mw_writer *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Written JSON with each value on a line of its own, indented by a blank for each level.
void mw_json_indent(mw_writer *, const char *json);

#endif
