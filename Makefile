# Thin: installs what is missing, then CMake does the work.
.PHONY: all deps test-deps run test bench bench-design bench-ranks bench-peers load gallery screenshots reference format check-format install uninstall deb clean

# Node.js and npm may come from anywhere; Debian's are taken where there are none.
packages = gcc libc6-dev clang libclang-rt-14-dev clang-format cmake ninja-build pkg-config \
           libcmocka-dev libjansson-dev libsqlite3-dev libcairo2-dev libgif-dev libncurses-dev \
           libode-dev libmicrohttpd-dev fonts-dejavu-core gnuplot-nox poppler-utils scdoc tmux \
           wasi-libc libclang-rt-14-dev-wasm32 lld libopenmpi-dev openmpi-bin \
           $(shell command -v npm > /dev/null || echo nodejs npm)
test_packages = chromium g++ fish zsh spin

all: deps
	@cmake --preset release > build.log 2>&1 || { cat build.log; exit 1; }
	@cmake --build --preset release >> build.log 2>&1 || { cat build.log; exit 1; }
	@rm build.log

# Debian's packages, and only when one is missing.
deps: ; $(call need,$(packages))
test-deps: deps ; $(call need,$(test_packages))
define need
	@dpkg -s $(1) > /dev/null 2>&1 || { \
	  run=; test "$$(id -u)" = 0 || run=sudo; \
	  echo "installing: $(1)"; \
	  $$run apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$run apt-get install -y -qq \
	    --no-install-recommends $(1) > /dev/null; }
endef

run: all
	@build/mazewright --version
	@echo; echo "Shipped mazes, solved:"
	@build/mazewright solve puzzles/*/*.* ; code=$$?; test $$code -le 1
	@echo; echo "and analysed:"
	@build/mazewright analyse puzzles/*/*.*
	@echo; echo "One of them, with the distance to the goal from each cell:"
	@build/mazewright convert puzzles/rook/10.rook
	@build/mazewright analyse --distances puzzles/rook/10.rook
	@echo; echo "Play, watch searches, design and edit in the browser:  build/mazewright serve --open"
	@echo "or put build/page on any web server."

# Every test with gcc, and with clang's AddressSanitizer and UBSan; what depends on the compiler also
# with clang -O3; and the page in a real browser.
test: test-deps
	@tests/run release clang sanitize

# What runs threads, with clang's ThreadSanitizer.
.PHONY: test-threads
test-threads: test-deps
	@tests/run thread

# The same results from gcc and clang, with and without optimisation, sanitizers, and as WebAssembly:
# a table; see docs/testing.md. A change that is meant: make determinism-golden.
.PHONY: determinism determinism-golden
determinism: deps
	@tests/determinism.sh
determinism-golden: deps
	@tests/determinism.sh --golden

# Twenty CPU minutes for each of twelve targets; or make fuzz MINUTES=1 TARGETS="rook id" JOBS=2
.PHONY: fuzz
fuzz: deps
	@MINUTES="$(MINUTES)" TARGETS="$(TARGETS)" JOBS="$(JOBS)" fuzz/run

# What two analysers find in the source, and what valgrind finds in a sample of runs; docs/testing.md.
.PHONY: lint valgrind
lint: deps
	$(call need,clang-tidy cppcheck)
	@tests/lint

valgrind: all
	$(call need,valgrind)
	@tests/valgrind

.PHONY: fault-test kill-test
# Memory that runs out at up to 1,000 allocations of everything and at a sample of the rest, full disks,
# 300 interrupts, clocks that jump; twenty minutes. See docs/testing.md.
fault-test: all
	@set -e; export FAULTS=many INTERRUPTS=300; \
	for name in shortage shortage_page shortage_command disk interrupts clock; do \
	  build/tests/test_$$name; done

# `design --catalogue` and `experiment` killed so often, at random moments.
KILLS = 200
kill-test: all
	@KILLS=$(KILLS) build/tests/test_kills

bench: all
	@build/bench/bench

# Fifty browsers at once on `serve`, for ten seconds.
load: all
	@build/bench/load 10

# What design finds in a minute on one core, over ten seeds; up to an hour.
bench-design: all
	@build/bench/bench-design

# The same work on 1, 2 and 4 ranks; see docs/cluster.md.
bench-ranks: all
	@bench/scaling

# Design on a graphics card beside the processor, some minutes; and where the time goes there. See
# docs/records.md.
.PHONY: bench-gpu profile-gpu
bench-gpu: all
	@build/bench/bench-gpu

profile-gpu: all
	@bench/profile-gpu

# SPIN, and planners where there are any, on the same mazes; some minutes. See docs/peers.md.
bench-peers: all
	$(call need,spin)
	@build/bench/bench-peers

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

# Every view of the page, at both widths and in both themes; and the pictures of docs/page.md.
screenshots: all test-deps
	@node web/screenshots.mjs build/screenshots
	@for name in play-1280-light search-1280-light design-1280-dark edit-1280-light marble-1280-dark; do \
	  cp build/screenshots/$$name.png docs/page/; done

# The references: of the library from the comments of its headers, of the command from its tables.
reference: all
	@node docs/reference.mjs
	@build/mazewright help --markdown > docs/command.md

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

check-format: deps
	@clang-format --dry-run -Werror $$(git ls-files '*.c' '*.h')

# make install PREFIX=/usr DESTDIR=/tmp/stage; both may be left out. What was installed can be moved.
PREFIX = /usr/local
installed = build/installed.txt
install: all
	DESTDIR=$(DESTDIR) cmake --install build --prefix $(PREFIX)
	@mv build/install_manifest.txt $(installed)

# What the last `make install` put there; folders of our own go, too.
uninstall:
	@test -f $(installed) || { echo "nothing has been installed from here"; exit 1; }
	sed 's|^|$(DESTDIR)|' $(installed) | xargs -d '\n' rm -f
	find $(DESTDIR)$(PREFIX) -depth -type d -path '$(DESTDIR)$(PREFIX)/*/mazewright*' -empty -delete

# Packages for Debian into build/deb, looked over by lintian and tried out; see debian/README.source.
deb: all
	$(call need,build-essential debhelper fakeroot lintian man-db)
	@debian/make-deb

clean:
	rm -rf build
