// test_json.c: what is written is JSON, and reads back as it was.
#include "support.h"

#include "core/json.h"

#include <math.h>

TEST(numbers_read_back)
{
    static const double numbers[] = {
        0,    -0.0,   1,     -1,     0.1,  1 / 3.0,           1e300,     5e-324, 1e15,
        1e16, 2.5e-7, -12.5, 0x1p53, 1e22, 3.141592653589793, 123456789, 1.1e-5, 0.3};
    mw_writer w = {0};
    mw_json_open(&w, NULL, '[');
    for (size_t i = 0; i < COUNT(numbers); i++)
        mw_json_number(&w, NULL, numbers[i]);
    mw_json_number(&w, NULL, NAN);
    mw_json_number(&w, NULL, -INFINITY);
    mw_json_close(&w, ']');
    scoped_text *text = mw_writer_take(&w);
    scoped_json *list = json_loads(text, 0, NULL);
    assert_int_equal(json_array_size(list), COUNT(numbers) + 2);
    for (size_t i = 0; i < COUNT(numbers); i++)
        assert_true(json_number_value(json_array_get(list, i)) == numbers[i]);
    assert_true(json_is_null(json_array_get(list, COUNT(numbers))));
    assert_true(json_is_null(json_array_get(list, COUNT(numbers) + 1)));
}

TEST(numbers_are_rounded)
{
    static const struct {
        double x;
        unsigned decimals;
        const char *text;
    } rows[] = {{1.23456, 3, "1.235"},     {-1.5, 3, "-1.5"},   {2, 3, "2"},
                {0.0004, 3, "0"},          {-0.0004, 3, "0"},   {0.05, 2, "0.05"},
                {10.010, 3, "10.01"},      {NAN, 3, "null"},    {1e30, 3, "1e+30"},
                {0.000001, 6, "0.000001"}, {99.9996, 3, "100"}, {7, 0, "7"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_writer w = {0};
        mw_json_rounded(&w, NULL, rows[i].x, rows[i].decimals);
        scoped_text *text = mw_writer_take(&w);
        assert_string_equal(text, rows[i].text);
    }
}

// As jansson writes them, which wrote them once: who reads them in a program need not change it.
TEST(numbers_have_so_many_digits)
{
    static const double numbers[] = {0,    5,    -3,     0.1,   1 / 3.0, 1e-5, 123456.789,
                                     1e20, 1e-9, 2.5e30, 1e-12, 0.5,     1e5,  1e6};
    for (size_t i = 0; i < COUNT(numbers); i++)
        for (unsigned digits = 6; digits <= 17; digits++) {
            mw_writer w = {0};
            mw_json_real(&w, NULL, numbers[i], digits);
            scoped_text *text = mw_writer_take(&w);
            scoped_json *number = json_real(numbers[i]);
            scoped_text *expected =
                json_dumps(number, JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits));
            assert_string_equal(text, expected);
        }
    mw_writer w = {0};
    mw_json_digits(&w, NULL, 5, 9);
    mw_json_digits(&w, NULL, 1 / 3.0, 9);
    mw_json_digits(&w, NULL, NAN, 9);
    mw_json_real(&w, NULL, -INFINITY, 9);
    scoped_text *text = mw_writer_take(&w);
    assert_string_equal(text, "5,0.333333333,null,null");
}

TEST(lines_are_indented)
{
    static const char *const texts[] = {
        "{}", "[]", "{\"a\":[1,2.5,{}],\"b\":{\"c\":\"x,{[:\\\"]}\"},\"d\":[[null],[true,[]]]}"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        mw_writer w = {0};
        mw_json_indent(&w, texts[i]);
        scoped_text *text = mw_writer_take(&w);
        scoped_json *o = json_loads(texts[i], 0, NULL);
        scoped_text *expected = json_dumps(o, JSON_INDENT(1));
        assert_string_equal(text, expected);
    }
}

TEST(any_bytes_are_a_text)
{
    static const struct {
        const char *bytes, *text;
    } rows[] = {
        {"a\"b\\c\n\t\r\x01\x7f", "a\"b\\c\n\t\r\x01\x7f"},
        {"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x99\x82",
         "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x99\x82"},
        {"\xff\xc3", "\xef\xbf\xbd\xef\xbf\xbd"},                 // never; cut short
        {"\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd"},                 // too long a form
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, // a surrogate
        {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, // beyond
        {"", ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_writer w = {0};
        mw_json_open(&w, NULL, '{');
        mw_json_text(&w, rows[i].bytes, rows[i].bytes);
        mw_json_close(&w, '}');
        scoped_text *text = mw_writer_take(&w);
        scoped_json *o = json_loads(text, 0, NULL);
        assert_non_null(o);
        assert_string_equal(json_string_value(json_object_get(o, rows[i].text)), rows[i].text);
    }
}
