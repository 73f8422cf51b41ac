// json.c: members of JSON objects; see support.h.
#include "support.h"

json_t *field(const json_t *o, const char *name)
{
    json_t *value = json_object_get(o, name);
    if (!value) {
        scoped_text *text = json_dumps(o, 0);
        fail_msg("no '%s' in %.300s", name, text);
    }
    return value;
}

const char *text_in(const json_t *o, const char *name)
{
    const char *text = json_string_value(field(o, name));
    assert_non_null(text);
    return text;
}

long long integer_in(const json_t *o, const char *name)
{
    json_t *value = field(o, name);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

double number_in(const json_t *o, const char *name)
{
    json_t *value = field(o, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

bool null_in(const json_t *o, const char *name)
{
    return json_is_null(field(o, name));
}

bool true_in(const json_t *o, const char *name)
{
    json_t *value = field(o, name);
    assert_true(json_is_boolean(value));
    return json_is_true(value);
}
