#!/usr/bin/env bash
# Builds tests/determinism.c and the library in every way named below, runs it on all shipped mazes,
# and prints a table: the hash of all parts, the parts that differ from determinism.golden, and the time.
# The exit code is 1 if a part differs. With --golden it writes determinism.golden from the first way.
set -u
export LC_ALL=C # it decides the order of the mazes
cd "$(dirname "$0")/.." || exit 2
golden=tests/determinism.golden
sanitize="-O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
ways=("gcc|-O3" "gcc|-O0" "clang|-O3" "clang|-O0" "clang|$sanitize")
! grep -qw avx2 /proc/cpuinfo || ways+=("gcc|-O3 -march=x86-64-v3" "clang|-O3 -march=x86-64-v3")
mazes=(puzzles/*/*.*)
failed=0

# row NAME COMMAND...: runs the command and compares its output
row() {
    local name=$1 start=$SECONDS out differ
    shift
    if ! out=$("$@" "${mazes[@]}"); then
        printf '%-36s fails\n' "$name"
        failed=1
        return
    fi
    [ "${golden_wanted:-}" = "" ] || { printf '%s\n' "$out" > $golden; golden_wanted=; }
    differ=$(diff <(printf '%s\n' "$out") $golden | sed -n 's/^[<>] \([^ ]*\) .*/\1/p' | sort -u | grep -vx all | tr '\n' ' ')
    printf '%-36s %s %3d s  %s\n' "$name" "$(sed -n 's/^all //p' <<<"$out")" $((SECONDS - start)) "${differ:-as golden}"
    [ -z "$differ" ] || failed=1
}

golden_wanted=
if [ "${1:-}" = --golden ]; then golden_wanted=1 ways=("${ways[0]}"); fi
for way in "${ways[@]}"; do
    compiler=${way%%|*} flags=${way#*|} folder=build/determinism/$(tr -c '[:alnum:]\n' - <<<"${way%%,*}")
    if ! log=$(cmake -G Ninja -S . -B "$folder" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_FLAGS="$flags" 2>&1 && cmake --build "$folder" --target determinism 2>&1); then
        printf '%s\n' "$log" | tail -20
        exit 2
    fi
    case $flags in *sanitize*) name="$compiler, sanitizers" ;; *) name="$compiler $flags" ;; esac
    row "$name" "$folder/tests/determinism"
done
if [ "${1:-}" != --golden ]; then
    cmake --build "$folder" --target determinism-wasm > /dev/null || exit 2
    row "WebAssembly, clang -O2 (node)" node --no-warnings tests/determinism.mjs "$folder/determinism.wasm"
fi
exit $failed
