# Installs missing packages, then lets CMake do the work.
.PHONY: all deps test-deps run test bench bench-design bench-ranks bench-other-engines load soak gallery screenshots reference format check-format install uninstall deb clean

# Debian's Node.js and npm are installed only if there is no npm yet.
packages = gcc libc6-dev clang libclang-rt-14-dev clang-format cmake ninja-build pkg-config \
           libcmocka-dev libjansson-dev libsqlite3-dev libcairo2-dev libgif-dev libncurses-dev \
           libode-dev fonts-dejavu-core poppler-utils scdoc tmux \
           wasi-libc libclang-rt-14-dev-wasm32 lld libopenmpi-dev openmpi-bin \
           $(shell command -v npm > /dev/null || echo nodejs npm)
test_packages = chromium-headless-shell g++ fish zsh spin python3 python3-dev python3-setuptools python3-wheel \
                python3-pytest python3-numpy jupyter-nbconvert python3-ipykernel python3-pip

all: deps
	@cmake --preset release > build.log 2>&1 || { cat build.log; exit 1; }
	@cmake --build --preset release >> build.log 2>&1 || { cat build.log; exit 1; }
	@rm build.log

# Installs the Debian packages that are missing (cmake/need).
deps: ; @cmake/need $(packages)
test-deps: deps ; @cmake/need $(test_packages)

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

# Runs every test with gcc, and with clang's AddressSanitizer and UBSan; tests whose result depends on
# the compiler also with clang -O3; and the tests of the page in a real browser.
test: test-deps
	@tests/run release clang sanitize

# Runs the tests that use threads, with clang's ThreadSanitizer.
.PHONY: test-threads
test-threads: test-deps
	@tests/run thread

# Runs the unit tests and the determinism hash with other options of the compilers, as a 32-bit program, with
# musl, and under qemu for other processors (docs/testing.md); or make test-platforms PLATFORMS="m32 musl".
# gcc-multilib would remove the compilers for other processors; the package of one version does not.
.PHONY: test-platforms
platform_packages = gcc-$(shell gcc -dumpversion)-multilib musl-tools gcc-s390x-linux-gnu \
                    gcc-aarch64-linux-gnu qemu-user-static
test-platforms: deps
	@cmake/need $(platform_packages)
	@tests/platforms $(PLATFORMS)

# Checks that gcc and clang, with and without optimisation, the sanitizers and WebAssembly give the same
# results, and prints a table (docs/testing.md). After an intended change: make determinism-golden.
.PHONY: determinism determinism-golden
determinism: deps
	@tests/determinism.sh
determinism-golden: deps
	@tests/determinism.sh --golden

# Writes tests/figures.golden anew, after an intended change of what `reproduce` measures; look at what
# changed before you commit it (docs/reproduce.md).
.PHONY: figures-golden
figures-golden: all
	@FIGURES_GOLDEN=1 build/tests/test_figures
	@git diff --stat tests/figures.golden

# Fuzzes each target for twenty CPU minutes; or make fuzz MINUTES=1 TARGETS="rook id" JOBS=2
.PHONY: fuzz
fuzz: deps
	@MINUTES="$(MINUTES)" TARGETS="$(TARGETS)" JOBS="$(JOBS)" fuzz/run

# Runs three analysers on the source, and valgrind on a sample of runs (docs/testing.md).
.PHONY: lint valgrind
lint: deps
	@cmake/need clang-tidy cppcheck python3-dev
	@tests/lint

valgrind: all
	@cmake/need valgrind
	@tests/valgrind

.PHONY: fault-test kill-test
# Lets memory run out at up to 1,000 allocations of each operation and at a sample of the others, fills
# disks, interrupts and limits 1,000 times each what takes long, damages 200 stores, and lets clocks
# jump; takes half an hour (docs/testing.md).
fault-test: all
	@set -e; export FAULTS=many INTERRUPTS=1000 CORRUPTIONS=200; \
	for name in shortage shortage_page shortage_command disk interrupts catalogue_corrupt clock; do \
	  build/tests/test_$$name; done

# Kills design, experiment, serve and what writes files this many times together, at random moments.
KILLS = 200
kill-test: all
	@KILLS=$(KILLS) build/tests/test_kills

bench: all
	@build/bench/bench

# Fifty clients ask `serve` at the same time, for ten seconds.
load: all
	@build/bench/load 10

# Hostile and well-behaved clients of `serve` together, for SECONDS: memory and connections stay flat.
SECONDS = 60
soak: all
	@build/bench/soak $(SECONDS)

# Measures what design finds in a minute on one core, with ten seeds; takes up to an hour.
bench-design: all
	@build/bench/bench-design

# Measures the same work on 1, 2 and 4 ranks (docs/cluster.md).
bench-ranks: all
	@bench/scaling

# Compares design on a graphics card with the processor, and shows where the card spends its time; takes
# some minutes (docs/records.md).
.PHONY: bench-gpu profile-gpu
bench-gpu: all
	@build/bench/bench-gpu

profile-gpu: all
	@bench/profile-gpu

# Compares with SPIN, and with planners where there are any, on the same mazes; takes some minutes
# (docs/other-engines.md).
bench-other-engines: all
	@cmake/need spin
	@build/bench/bench-other-engines

# Makes the pictures of docs/gallery.md.
gallery: all
	@mkdir -p docs/gallery
	@build/mazewright render puzzles/rook/12.rook --distances --scale 40 -o docs/gallery/rook.svg
	@build/mazewright render puzzles/die/07.die --solution --scale 40 -o docs/gallery/die.svg
	@build/mazewright render puzzles/theseus/11.theseus --scale 40 -o docs/gallery/theseus.svg
	@build/mazewright render puzzles/bloxorz/31.bloxorz --scale 40 -o docs/gallery/bloxorz.svg
	@build/mazewright render 'marble:4x4,outer#4' --distances --scale 40 -o docs/gallery/marble.svg
	@build/mazewright render 'marble:5x5x5,outer#201' --solution --scale 40 \
	  -o docs/gallery/marble-space.svg
	@build/mazewright render puzzles/rook/12.rook --graph --layout stress -o docs/gallery/graph-rook.svg
	@build/mazewright render puzzles/die/07.die --graph -o docs/gallery/graph-die.svg
	@build/mazewright render puzzles/theseus/11.theseus --graph --layout stress -o docs/gallery/graph-theseus.svg
	@build/mazewright render puzzles/bloxorz/31.bloxorz --graph --winnable -o docs/gallery/graph-bloxorz.svg
	@build/mazewright render 'marble:5x5x5,outer#201' --graph --layout stress --colour order --algorithm astar \
	  -o docs/gallery/graph-marble.svg

# Makes pictures of every view of the page, at both widths and in both themes, and those of docs/page.md.
screenshots: all test-deps
	@node web/screenshots.mjs build/screenshots
	@for name in play-1280-light search-1280-light lab-1280-light projector-1280-light design-1280-dark edit-1280-light marble-1280-dark explain-1280-light graph-1280-light; do \
	  cp build/screenshots/$$name.png docs/page/; done

# Runs the notebooks of python/notebooks, and writes them with their results as HTML to build/notebooks.
.PHONY: notebooks
notebooks: all test-deps
	@python/notebooks/write-html

# Writes the reference of the library from the comments of its headers, and that of the command from its
# tables.
reference: all
	@node docs/reference.mjs
	@node docs/api.mjs
	@build/mazewright help --markdown > docs/command.md

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

check-format: deps
	@clang-format --dry-run -Werror $$(git ls-files '*.c' '*.h')

# make install PREFIX=/usr DESTDIR=/tmp/stage; both may be left out. The installed files can be moved.
PREFIX = /usr/local
installed = build/installed.txt
install: all
	DESTDIR=$(DESTDIR) cmake --install build --prefix $(PREFIX)
	@mv build/install_manifest.txt $(installed)

# Removes what the last `make install` installed, with the folders that it made.
uninstall:
	@test -f $(installed) || { echo "nothing has been installed from here"; exit 1; }
	sed 's|^|$(DESTDIR)|' $(installed) | xargs -d '\n' rm -f
	find $(DESTDIR)$(PREFIX) -depth -type d -path '$(DESTDIR)$(PREFIX)/*/mazewright*' -empty -delete

# Builds Debian packages in build/deb, checks them with lintian and tries them out; see
# debian/README.source.
deb: all
	@cmake/need build-essential debhelper dh-python fakeroot lintian man-db python3-dev python3-setuptools python3-wheel
	@debian/make-deb

# Builds the package for Python in build/wheel: a wheel for many versions of Linux, and a source package
# (docs/python.md).
.PHONY: wheel
wheel:
	@cmake/need gcc libc6-dev python3-dev python3-setuptools python3-wheel
	@python/make-wheel

# Builds the package for npm, build/npm-package/mazewright-VERSION.tgz: the library as WebAssembly, and the
# element that plays mazes in any page (docs/embed.md).
.PHONY: npm
npm: all
	@cmake --build --preset release --target npm-package | tail -1

clean:
	rm -rf build
