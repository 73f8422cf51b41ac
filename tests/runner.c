// runner.c: the main of every test program, which runs the tests of its file (TEST in support.h).
#include "support.h"

#define TESTS_MAX 200

static struct CMUnitTest tests[TESTS_MAX];
static int lines[TESTS_MAX];
static size_t count;
static CMFixtureFunction before_all, after_all;

// Compilers may register tests in any order; they run in the order of their lines.
void add_test(int line, struct CMUnitTest test)
{
    assert_true(count < TESTS_MAX);
    size_t i = count++;
    for (; i && lines[i - 1] > line; i--) {
        tests[i] = tests[i - 1];
        lines[i] = lines[i - 1];
    }
    tests[i] = test;
    lines[i] = line;
}

void add_fixtures(CMFixtureFunction before, CMFixtureFunction after)
{
    before_all = before;
    after_all = after;
}

// TEST in the environment names the one test to run; * stands for any text.
int run_all_tests(void)
{
    cmocka_set_test_filter(getenv("TEST"));
    return _cmocka_run_group_tests("tests", tests, count, before_all, after_all);
}

// Weak: a test program may have a main of its own, which calls run_all_tests.
__attribute__((weak)) int main(void)
{
    return run_all_tests();
}
