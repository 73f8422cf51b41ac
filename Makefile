# Thin: installs what is missing, then CMake does the work.
.PHONY: all deps run test bench bench-design gallery format check-format install clean

packages = gcc libc6-dev clang libclang-rt-14-dev clang-format cmake ninja-build pkg-config \
           libcmocka-dev libjansson-dev libsqlite3-dev libcairo2-dev libgif-dev libncurses-dev \
           libode-dev fonts-dejavu-core gnuplot-nox poppler-utils scdoc tmux

all: deps
	@cmake --preset release > build.log 2>&1 || { cat build.log; exit 1; }
	@cmake --build --preset release >> build.log 2>&1 || { cat build.log; exit 1; }
	@rm build.log

# Debian's packages, and only when one is missing.
deps:
	@dpkg -s $(packages) > /dev/null 2>&1 || { \
	  run=; test "$$(id -u)" = 0 || run=sudo; \
	  echo "installing: $(packages)"; \
	  $$run apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$run apt-get install -y -qq \
	    --no-install-recommends $(packages) > /dev/null; }

run: all
	@build/mazewright --version
	@echo; echo "Shipped mazes, solved:"
	@build/mazewright solve puzzles/*/*.* ; code=$$?; test $$code -le 1
	@echo; echo "and analysed:"
	@build/mazewright analyse puzzles/*/*.*
	@echo; echo "One of them, with the distance to the goal from each cell:"
	@build/mazewright convert puzzles/rook/10.rook
	@build/mazewright analyse --distances puzzles/rook/10.rook

# Every test in three builds: gcc, clang, and clang with AddressSanitizer and UBSan.
test: deps
	@tests/run release clang sanitize

bench: all
	@build/bench/bench

# What design finds in a minute on one core, over ten seeds; up to an hour.
bench-design: all
	@build/bench/bench-design

# The pictures of docs/gallery.md.
gallery: all
	@mkdir -p docs/gallery
	@build/mazewright render puzzles/rook/12.rook --distances --scale 40 -o docs/gallery/rook.svg
	@build/mazewright render puzzles/die/07.die --solution --scale 40 -o docs/gallery/die.svg
	@build/mazewright render puzzles/theseus/11.theseus --scale 40 -o docs/gallery/theseus.svg
	@build/mazewright render puzzles/bloxorz/31.bloxorz --scale 40 -o docs/gallery/bloxorz.svg
	@build/mazewright render 'marble:4x4,outer#4' --distances --scale 40 -o docs/gallery/marble.svg
	@build/mazewright render 'marble:5x5x5,outer#201' --solution --scale 40 \
	  -o docs/gallery/marble-space.svg

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

check-format: deps
	@clang-format --dry-run -Werror $$(git ls-files '*.c' '*.h')

install: all
	cmake --install build

clean:
	rm -rf build
