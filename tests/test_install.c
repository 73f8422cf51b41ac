// test_install.c: what `make install` leaves behind is enough for a stranger, wherever it is moved:
// the command with its mazes, page, manual and completions; headers, both libraries, pkg-config and
// a CMake package, against which programs outside of this tree are built.
#include "support.h"

// Installed as a packager does, into a stage; then moved, so that nothing can lean on the prefix.
#define INSTALL    "DESTDIR=$F/stage cmake --install " BINARY_DIR " --prefix /usr"
#define PKG_CONFIG "export PKG_CONFIG_PATH=$P/lib/pkgconfig; "

// A line of shell, with $F a folder and $P the prefix in it. The caller frees what it prints.
static char *in_folder(const char *line)
{
    return run_shell("F=%s; P=$F/moved; export LC_ALL=C; %s", scratch(), line);
}

static void expect(const char *line, const char *says)
{
    scoped_text *out = in_folder(line);
    assert_string_equal(out, says);
}

static int install(UNUSED void **state)
{
    free(in_folder(INSTALL " > $F/log && mv $F/stage/usr $P"));
    return 0;
}

TEST(everything_is_in_its_place)
{
    static const char *const files[] = {
        "bin/mazewright",
        "include/mazewright/mazewright.h",
        "include/mazewright/plugin.h",
        "include/mazewright/text.h",
        "include/mazewright/waist.h",
        "lib/cmake/mazewright/mazewright-config.cmake",
        "lib/cmake/mazewright/mazewright-config-version.cmake",
        "lib/libmazewright.a",
        "lib/libmazewright.so",
        "lib/libmazewright.so.2",
        "lib/pkgconfig/mazewright.pc",
        "share/bash-completion/completions/mazewright",
        "share/doc/mazewright/CHANGELOG.md",
        "share/doc/mazewright/LICENSE",
        "share/doc/mazewright/docs/guide.md",
        "share/doc/mazewright/examples/installed/ice.c",
        "share/fish/vendor_completions.d/mazewright.fish",
        "share/man/man1/mazewright.1",
        "share/man/man1/mazewright-solve.1",
        "share/man/man3/mazewright.3",
        "share/man/man5/mazewright.5",
        "share/mazewright/experiments/rook.tsv",
        "share/mazewright/puzzles/golden.txt",
        "share/mazewright/puzzles/days.txt",
        "share/zsh/site-functions/_mazewright",
    };
    for (unsigned i = 0; i < COUNT(files); i++) {
        expect(formatted("ls $P/%s > /dev/null", files[i]), "");
    }
    expect(
        "for v in $($P/bin/mazewright help | sed -n '/^verbs:/,/^$/s/^  \\([a-z]*\\) .*/\\1/p'); "
        "do ls $P/share/man/man1/mazewright-$v.1 > /dev/null || echo $v; done",
        "");
    expect("objdump -p $P/lib/libmazewright.so | awk '/SONAME/ {print $2}'",
           "libmazewright.so.2\n");
}

// Nothing installed knows where it was built, or the prefix it was first meant for.
TEST(no_path_of_the_build_is_in_it)
{
    expect("grep -rlF -e '" SOURCE_DIR
           "' -e \"$F/stage\" $P/bin $P/lib $P/share/mazewright || true",
           "");
}

TEST(the_version_is_the_same_everywhere)
{
    scoped_text *version = in_folder("$P/bin/mazewright --version | sed -n '1s/.* //p'");
    assert_int_equal(strncmp(version, mw_version(), strlen(mw_version())), 0);
    expect(PKG_CONFIG "pkg-config --modversion mazewright", version);
    expect("readlink $P/lib/libmazewright.so.2 | sed 's/libmazewright.so.//'", version);
    expect("sed -n 's/^## \\[\\([0-9.]*\\)\\].*/\\1/p' $P/share/doc/mazewright/CHANGELOG.md | "
           "head -1",
           version);
    expect("sed -n '1s/^mazewright (\\([0-9.]*\\).*/\\1/p' " SOURCE_DIR "/debian/changelog",
           version);
}

// Where the page was built, it is installed, and the command finds it there.
TEST(a_site_is_made_from_what_is_installed)
{
    if (system("test -f " BINARY_DIR "/page/index.html"))
        skip(); // one build of several makes the page
    expect("$P/bin/mazewright site -o $F/site --date 2026-11-16 --quiet > /dev/null && "
           "ls $F/site/index.html $F/site/core.wasm > /dev/null && "
           "grep -c 2026-11-16 $F/site/mazes.json",
           "1\n");
}

// A header that is installed names no file that is not.
TEST(headers_mention_what_is_installed)
{
    expect("cd $P/include && for f in $(grep -hoE '[A-Za-z_/]+\\.(h|c|md)\\b' mazewright/*.h | "
           "grep -vxE '(math|stdbool|stddef|stdint)\\.h' | sort -u); do "
           "ls $f mazewright/$f $P/share/doc/mazewright/$f 2> /dev/null | grep -q . || echo $f; "
           "done",
           "");
    expect("grep -lE '(src|docs|tests)/' $P/include/mazewright/*.h || true", "");
}

// The small examples are one file each.
TEST(the_examples_build_and_run)
{
    expect(PKG_CONFIG "cd " SOURCE_DIR "/examples && for e in *.c; do "
                      "cc -O2 -o $F/${e%.c} $e $(pkg-config --cflags --libs mazewright) -lm || "
                      "exit 1; done",
           "");
    expect("LD_LIBRARY_PATH=$P/lib $F/solve 'rook:5x5#4651'", "solved, 12 moves: RDDULDRLRDLR\n");
    expect("LD_LIBRARY_PATH=$P/lib $F/objective | head -1", "rook 5x5\n");
    expect("LD_LIBRARY_PATH=$P/lib $F/heuristic 'die:6x6,obstacles=25#19554'",
           "mine is not admissible on 140 states\n"
           "row 6, column 5, top 3, north 2, east 6: estimate 3, exact 1\n"
           "solved: 30 moves, 98 states expanded\n");
    expect("LD_LIBRARY_PATH=$P/lib $F/heuristic 'rook:5x5#1' 2>&1 || true",
           "rook mazes have no feature 'top'\n");
    expect("LD_LIBRARY_PATH=$P/lib $F/ask 2>&1 | "
           "sed 's/\"maze_id.*\"stopped\"/ stopped/; s/\"progress.*/progress/' | LC_ALL=C sort | "
           "uniq -c | "
           "sed 's/^ *//'",
           "1 {\"id\":1, stopped:true}\n"
           "5 {\"id\":1,progress\n"
           "1 {\"id\":2,\"known\":true,\"optimum\":4}\n"
           "1 {\"id\":3,\"text\":\"Next move: R "
           "(right)\",\"known\":true,\"winnable\":true,\"distance\":4,"
           "\"back\":0,\"action\":\"R\",\"x\":4,\"y\":4,\"fatal\":null}\n");
    // They stay short enough to be read in class.
    expect("wc -l < " SOURCE_DIR "/examples/heuristic.c | awk '{print ($1 < 60)}'", "1\n");
    expect("wc -l < " SOURCE_DIR "/examples/search.c | awk '{print ($1 < 60)}'", "1\n");
    expect("LD_LIBRARY_PATH=$P/lib $F/search 'rook:5x5#4651'",
           "mine: RDDULDRLRDLR; 8010 states expanded\n");
    scoped_text *tour = in_folder("LD_LIBRARY_PATH=$P/lib $F/salesman");
    unsigned before, after;
    assert_int_equal(sscanf(tour, "a tour of 400 cities: %u before, %u after", &before, &after), 2);
    assert_true(after < before / 10);
}

// A program of its own, with a kind of its own, outside of this tree: by pkg-config and by
// find_package, with the shared library and the static one; all four say the same.
TEST(a_stranger_builds_on_it)
{
    expect(PKG_CONFIG "cp -r $P/share/doc/mazewright/examples/installed $F/ice && cd $F/ice && "
                      "make CPPFLAGS=-Werror > log 2>&1 || { cat log; exit 1; }; "
                      "cmake -B build -DCMAKE_PREFIX_PATH=$P > log 2>&1 && cmake --build build >> "
                      "log 2>&1 || { cat log; exit 1; }; "
                      "LD_LIBRARY_PATH=$P/lib ./ice > one; ./ice-static > two; build/ice > three; "
                      "build/ice-static > four; cmp one two && cmp one three && cmp one four",
           "");
    expect("ldd $F/ice/build/ice | grep -o 'libmazewright.so.2 => .*lib/' | grep -oF \"$P/lib/\" | "
           "sed \"s|$P|P|\"; ldd $F/ice/build/ice-static | grep mazewright || true",
           "P/lib/\n");
    expect("sed -n '1p; 8,11p; 13p' $F/ice/one", "ice 8x6\n"
                                                 "mazewright 2.0.0: 21 laws, 0 broken\n"
                                                 "hint: Next move: D (down)\n"
                                                 "bfs: solved in 8 moves, DLULURUR, 14 states "
                                                 "expanded\n"
                                                 "astar: solved in 8 moves, DLULURUR, 14 states "
                                                 "expanded\n"
                                                 "ice 8x8\n");
    expect("cd $F/ice && ICE_SVG=ice.svg ./ice-static > two && cmp one two && "
           "grep -c '<polygon' ice.svg",
           "48\n");
    expect(
        "cd $F/ice && sed 's/    .expand = expand,//; s/^static unsigned expand/unsigned expand/' "
        "ice.c > broken.c && cc -o broken main.c broken.c "
        "$(PKG_CONFIG_PATH=$P/lib/pkgconfig pkg-config --cflags --libs mazewright) && "
        "LD_LIBRARY_PATH=$P/lib ./broken 2>&1; echo $?",
        "0:0: kind 'ice': rules.expand is missing\n3\n");
    expect("cd $F/ice && ./ice-static 'rook:5x5#7' 2>&1; echo $?",
           "1:1: the kind of this maze is rook, not ice\n3\n");
}

// The same kind as a plug-in of the installed command, built in both ways.
TEST(a_stranger_builds_a_plug_in)
{
    expect("cd $F/ice && for so in ice.so build/ice.so; do $P/bin/mazewright --plugin $so solve "
           "-a astar -H lines ice:8x6#2 | tail -1; objdump -p $so | grep NEEDED.*mazewright; "
           "$P/bin/mazewright audit --plugin $so -H rolls 'die:6x6,obstacles=25#19554' | "
           "grep -c 'rolls is admissible'; done; true",
           "ice:8x6#2@1  DRU\n1\nice:8x6#2@1  DRU\n1\n");
}

// A program that asks for another major version is told so, and not built.
TEST(another_major_version_is_refused)
{
    expect("mkdir $F/two && cd $F/two && printf 'cmake_minimum_required(VERSION 3.16)\\n"
           "project(two NONE)\\nfind_package(mazewright 1.0 CONFIG REQUIRED)\\n' > CMakeLists.txt "
           "&& cmake -B build -DCMAKE_PREFIX_PATH=$P 2>&1 | grep -c 'version: 2.0'",
           "1\n");
}

// Whoever builds it learns of everything that is missing at once, in the words of Debian.
TEST(what_is_missing_is_told)
{
    expect("PKG_CONFIG_LIBDIR=$F cmake -S " SOURCE_DIR " -B $F/bare 2>&1 | tr -s '\\n ' '  ' | "
           "grep -o 'Missing: .* libncurses-dev'",
           "Missing: cmocka, jansson, sqlite3, ode, cairo, ncurses On Debian: apt-get "
           "install libcmocka-dev libjansson-dev libsqlite3-dev libode-dev libcairo2-dev "
           "libncurses-dev\n");
}

// make install neither asks for Python nor installs anything for it.
TEST(python_is_not_needed)
{
    scratch_file("python3", "#!/bin/sh\ntouch \"${0%/*}/asked\"\nexit 1\n");
    expect("chmod +x $F/python3; export PATH=$F:$PATH; python3 || rm $F/asked && " INSTALL
           " > /dev/null; "
           "ls $F/asked 2> /dev/null; find $F/stage/usr/lib -name '*py*'; rm -r $F/stage",
           "");
}

// make uninstall takes away every file, and folders of our own, but no others.
TEST(uninstall_leaves_nothing)
{
    expect(INSTALL " > /dev/null && make -s -C " SOURCE_DIR " uninstall DESTDIR=$F/stage "
                   "PREFIX=/usr installed=" BINARY_DIR "/install_manifest.txt > /dev/null && "
                   "find $F/stage ! -type d; find $F/stage -name '*mazewright*'; ls $F/stage/usr",
           "bin\ninclude\nlib\nshare\n");
}

ALL_TESTS_WITH(install, NULL)

// Who is not root gets a line to paste where nobody can be asked.
TEST(missing_packages_are_told)
{
    scratch_file("id", "#!/bin/sh\necho 1000\n");
    scratch_file("dpkg-query", "#!/bin/sh\ntest $4 = gcc && echo install ok installed\n");
    free(run_shell("chmod +x %s/id %s/dpkg-query", scratch(), scratch()));
    scoped_text *told = run_shell("export PATH=%s:$PATH; %s/cmake/need gcc < /dev/null && "
                                  "! %s/cmake/need gcc clang tmux < /dev/null 2>&1",
                                  scratch(), SOURCE_DIR, SOURCE_DIR);
    assert_non_null(strstr(told, "needs these packages of Debian: clang tmux\n"));
    assert_non_null(
        strstr(told, "\n    sudo apt-get install --no-install-recommends clang tmux\n"));
    scoped_text *elsewhere =
        run_shell("PATH=%s; ! %s/cmake/need clang 2>&1", scratch(), SOURCE_DIR);
    assert_non_null(strstr(elsewhere, "Say 'cmake -B build'"));
}
