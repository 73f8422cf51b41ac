// test_shells.c: help, manual and completions tell of the same options. Each shell is asked, by its
// own means, what it would offer.
#include "support.h"

// $C is the command, also found as mazewright, and $V are its verbs.
#define SETTING                                                                                    \
    "C='" COMMAND "'; export PATH=\"${C%%/*}:$PATH\"; "                                            \
    "V=$($C help | sed -n '/^verbs:/,/^$/s/^  \\([a-z]*\\) .*/\\1/p');"

static char *ask(const char *line)
{
    return run_shell(SETTING "%s", line);
}

static void need(const char *program)
{
    const char *line = formatted("command -v %s > /dev/null", program);
    if (system(line))
        skip();
}

// Every line of `wanted` must be a line of `offered`.
static void expect_lines(const char *wanted, const char *offered)
{
    unsigned lines = 0;
    for (const char *end; (end = strchr(wanted, '\n')); wanted = end + 1, lines++) {
        size_t n = (size_t)(end - wanted) + 1;
        const char *at = offered;
        while (at && strncmp(at, wanted, n))
            at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
        if (!at)
            fail_msg("not offered: %.*s", (int)n - 1, wanted);
    }
    assert_true(lines > 100); // there are many verbs, and each has a few options
}

// "VERB --option" for all of them, from --help.
static char *all_options(void)
{
    return ask("for v in $V; do $C $v --help | sed -n \"/^options:/,/^$/s/^  \\(-., \\|    \\)"
               "\\(--[a-z-]*\\).*/$v \\2/p\"; done");
}

// The shell's script must offer all of them, and these values after `solve --algorithm bfs,as` and
// `catalogue v`.
static void check_shell(const char *shell, const char *options, const char *values)
{
    need(shell);
    scoped_text *wanted = all_options(), *offered = ask(options), *words = ask(values);
    expect_lines(wanted, offered);
    assert_string_equal(words, "bfs,astar\nverify\n");
}

TEST(bash_offers_every_option)
{
    check_shell("bash",
                "bash -c '. <(mazewright help --completion); "
                "for v; do COMP_WORDS=(mazewright $v --); COMP_CWORD=2; _mazewright; "
                "printf \"$v %s\\n\" \"${COMPREPLY[@]}\"; done' bash $V",
                "bash -c '. <(mazewright help --completion bash); "
                "COMP_WORDS=(mazewright solve --algorithm bfs,as); COMP_CWORD=3; _mazewright; "
                "echo \"${COMPREPLY[@]}\"; cd /; COMP_WORDS=(mazewright catalogue ver); "
                "COMP_CWORD=2; _mazewright; echo \"${COMPREPLY[@]}\"'");
}

TEST(fish_offers_every_option)
{
    check_shell("fish",
                "export HOME=/nonexistent; fish -N -c 'mazewright help --completion fish | source; "
                "for v in $argv; complete -C \"mazewright $v --\" | "
                "string replace -r \"^(\\S*).*\" \"$v \\$1\"; end' $V",
                "export HOME=/nonexistent; cd /; fish -N -c 'mazewright help --completion fish | "
                "source; for c in \"solve --algorithm bfs,as\" \"catalogue ver\"; "
                "complete -C \"mazewright $c\" | string replace -r \"\\s.*\" \"\"; end; true'");
}

// zsh's own completion needs a terminal; what our script hands to it is looked at here.
TEST(zsh_offers_every_option)
{
    static const char stub[] =
        "zsh -fc 'offer() { eval \"$(mazewright help --completion zsh)\" }; "
        "_arguments() { local a; for a; do a=${a#\\(*\\)}; print -r -- $words[1] $a; done }; ";
    const char *options =
        formatted("%s for v; do words=(mazewright $v --); CURRENT=3; offer; done' zsh $V | "
                  "sed \"s/\\[.*//\"",
                  stub);
    const char *values =
        formatted("%s words=(mazewright solve --algorithm bfs,as); CURRENT=4; offer; "
                  "words=(mazewright catalogue v); CURRENT=3; offer' | "
                  "sed -n 's/.*--algorithm.*_sequence compadd - .* \\(astar\\) .*/bfs,\\1/p; "
                  "s/.*(list show [a-z ]*\\(verify\\).*/\\1/p'",
                  stub);
    check_shell("zsh", options, values);
}

// Ids and shipped mazes have colons, at which bash ends a word; fish tells what each value means.
TEST(mazes_and_objectives_are_offered)
{
    need("bash");
    scoped_text *bash =
        ask("cd /; bash -c '. <(mazewright help --completion bash); offer() { COMP_LINE=\"$*\"; "
            "COMP_POINT=${#COMP_LINE}; COMP_WORDS=($(echo \"$*\" | sed \"s/:/ : /g\")); "
            "COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _mazewright; echo \"${COMPREPLY[@]}\"; }; "
            "offer mazewright solve shipped:die/1; offer mazewright book blox; "
            "offer mazewright design --objective lon; offer mazewright catalogue ta; "
            "offer mazewright design nu; offer mazewright catalogue list --sort e'");
    assert_string_equal(bash, "die/10 die/11 die/12\nbloxorz:\nlongest\ntag\n\n"
                              "energy edges enemy_moves\n");
    need("fish");
    scoped_text *fish =
        ask("export HOME=/nonexistent; cd /; fish -N -c 'mazewright help --completion fish | "
            "source; for c in \"solve shipped:die/1\" \"design --objective lon\" \"help alg\" "
            "\"solve -a bfs,ast\" \"solve --store de\"; complete -C \"mazewright $c\"; end'");
    assert_string_equal(fish, "shipped:die/10\nshipped:die/11\nshipped:die/12\n"
                              "longest\ta long shortest solution, whatever else\nalgorithms\n"
                              "bfs,astar\tA*: least cost plus estimate first\n"
                              "dense\ta bit for each state there can be\n");
}

// Only actions come first, then the file, then mazes; each value has a text of its own; and a verb
// is known by its American name.
TEST(words_are_offered_where_they_belong)
{
    need("bash");
    scratch_file("m.db", "");
    scoped_text *bash = run_shell(
        SETTING "cd %s; bash -c '. <(mazewright help --completion bash); offer() { "
                "COMP_LINE=\"$*\"; COMP_POINT=${#COMP_LINE}; COMP_WORDS=($* \"\"); "
                "COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _mazewright; echo \"${COMPREPLY[@]}\"; }; "
                "offer mazewright catalog; offer mazewright catalogue list; "
                "COMP_WORDS=(mazewright analyze --js) COMP_CWORD=2; _mazewright; echo $COMPREPLY'",
        scratch());
    assert_string_equal(bash, "list show export import verify remove tag\nm.db\n--json\n");
    need("fish");
    scoped_text *fish = run_shell(
        SETTING "export HOME=/nonexistent; cd %s; fish -N -c 'mazewright help --completion fish | "
                "source; for c in \"catalogue \" \"catalogue list \" \"analyze --js\" \"catalogue "
                "import m.db shipped:die/12\" \"render --theme \" \"solve -a al\"; "
                "complete -C \"mazewright $c\" | string replace -r \" .*\" \"\"; end'",
        scratch());
    assert_string_equal(fish, "export\tone\nimport\tadds\nlist\ta\nremove\ttakes\nshow\tthe\n"
                              "tag\tgives\nverify\tchecks\nm.db\n--json\tprint\nshipped:die/12\n"
                              "dark\tfor\nlight\tfor\nprint\tfor\nall\tevery\n");
}

TEST(every_option_is_in_the_manual)
{
    need("scdoc");
    scoped_text *wanted = all_options(),
                *told =
                    ask("$C help --man | scdoc > /dev/null || exit 1; for v in $V; do "
                        "$C help --man $v | scdoc | sed 's/\\\\-/-/g; s/\\\\fB//g; s/\\\\fR//g' | "
                        "sed -n \"s/^\\(-., \\)*\\(--[a-z-]*\\).*/$v \\2/p\"; done");
    expect_lines(wanted, told);
}

// The formats are a page of their own, made by the build from the document.
TEST(the_formats_are_a_page)
{
    char *page = ask("cat ${C%/*}/man/mazewright.5"), name[40];
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        snprintf(name, sizeof name, ".SH %s\n", (*k)->name);
        for (char *p = name + 4; *p; p++)
            *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
        assert_non_null(strstr(page, name));
        for (const mw_option *o = (*k)->text->options; o && o->name; o++) {
            snprintf(name, sizeof name, "%s", o->name);
            name[strcspn(name, "-")] = '\0'; // a hyphen is written in another way there
            assert_non_null(strstr(page, name));
        }
    }
    free(page);
}

TEST(what_there_is_none_of_is_told)
{
    static const command_case cases[] = {
        {"help --completion csh", 2, "", "bash, zsh and fish"},
        {"help --man rook", 2, "", "no manual page for 'rook'"},
        {"help nonsense", 2, "", "no help on 'nonsense'; there is one on solve"},
    };
    expect_answers(cases, COUNT(cases));
}
