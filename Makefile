# Everything a newcomer or CI needs. Each target does its own set-up; Python 3.11 to 3.13 with venv is all it asks for.
#
#   make demo         a game that plays itself in the terminal
#   make test         the linters, the tests on the newest libraries, and again on Debian 13's, all at once
#   make lint         ruff and mypy, and biome for the page's scripts (needs npm), alone
#   make catalogues   the languages, compiled anew where a catalogue was changed
#   make bench        figures: how fast things are
#   make bench-vision how well the eyes read, on renders and photos, beside plain means; it takes long
#   make panels       the pictures of docs/panels.md, and into build/panels all that a panel says
#   make icons        the icons of a phone's home screen, drawn anew from the page's own icon.svg
#   make page-pictures the pictures of table, page and games in the guides, by the machine's own Chromium
#   make docs         the guides as a site, in build/site (needs Graphviz: sudo apt install graphviz)
#   make deb          the Debian package for a Pi, in dist/ (needs dpkg-deb)
#   make card         a card of Raspberry Pi Imager's that installs the scoreboard by itself (BOOTFS=FOLDER, OFFLINE=yes)
#   make image        a whole disk for a PC with UEFI and a USB camera, in build/image (apt: mmdebstrap genimage mtools)
#   make imager-list  a list for Imager with the system that the scoreboard runs on, from Raspberry Pi's (OPTIONS=FILE)
#   make lab          the labs that fit in an hour, some side by side; each writes its row of docs/proof.md
#   make lab-busy     all tests, four times as many at once as there are cores: none may fail by the clock (half an hour)
#   make lab-coverage which lines the tests run: fails below what pyproject.toml asks for (some minutes)
#   make lab-slow     what the tests show once, over again: whole games, more seeds and examples, every instant (some minutes)
#   make lab-mutants  break the law on purpose, in every small way, and see whether a test notices (half an hour)
#   make lab-law      five thousand random games, judged by the law and by a second one written from the clauses alone
#   make lab-chadwick two hundred games of every kind as event files: Chadwick's box score must be ours (fetches two programs)
#   make lab-deck     what RallyBird's cards and gloves bring with sensible play on both sides, by simulation
#   make lab-opponent twenty thousand simulated games: how often the strong box beats the fair one
#   make half-innings half-innings solved or simulated anew: who will win and the best signs (a quarter of an hour)
#   make lab-play     a day and a night of simulated play at top speed: how often the eyes are wrong
#   make lab-board    forty half-innings of helmets and ball on the simulated board: how often a player must press
#   make lab-board-figures three hundred drawn boards: how many pieces are told where they stand, and none wrongly
#   make lab-cubes    five thousand throws of two to four six-sided dice: how often one is told wrongly, or asked about
#   make lab-tiles    five hundred printed tiles slide, are laid and are dropped onto the field: none may be told a value
#   make lab-scenes   what happens on a table, as the tests see it, at four more seeds of the simulated stadium
#   make lab-soak     an hour of a simulated game on Debian 13's own libraries: memory, and whether it grows; needs root
#   make lab-season   a season of simulated games in one process: does anything grow, and is the page still quick?
#   make lab-time     a game under a clock that starts in 1970, jumps, and passes every boundary (apt: faketime)
#   make lab-arm64    the package on an emulated arm64 Debian 13: are its networks' answers the same? needs root
#   make lab-camera   our camera on picamera2's real class and libcamera's virtual camera, in a Debian 13; needs root
#   make lab-install  the package's whole life on a clean Debian 13 under systemd-nspawn; needs root
#   make lab-update   updates that are cut, do not play or do not see, in a Debian 13 under systemd; needs root
#   make lab-league   a hundred stadiums publish and seal an evening, and the league that hears is killed every 5 s
#   make lab-mqtt     a thousand stadiums publish an evening to one Mosquitto, 5 % of the connections cut by lot
#   make lab-houses   two hundred games between two houses, every tenth message lost, repeated or late
#   make lab-house    a stadium in a real Home Assistant, in a Debian 13 with packages from PyPI; needs root
#   make lab-asyncapi docs/asyncapi.json against the schema that AsyncAPI publishes (needs npm)
#   make lab-api      ten minutes of made-up requests to the page: none may fail, hang, or change a thing without a cookie
#   make lab-guides   the guides at /help are searched in a browser, under the page's own policy (builds them first)
#   make lab-fuzz     whatever reads what others wrote, given made-up bytes for an hour: errors of ours alone, no hang
#   make lab-syscalls which system calls the services make on a Debian 13, for their filters; needs root
#   make lab-watchdogs one part of the scoreboard after the other hangs, and systemd brings it back; needs root
#   make lab-crash    disks that a power cut may leave of an evening's writes, started from; needs root and libfuse3
#   make lab-card     a card that installs itself, in QEMU with cloud-init: from its first start to a game; needs root
#   make lab-image    the disk of make image in an emulated PC: from its first start to a game; needs root
#   make lab-image-arm64 the same disk for arm64, on an emulated processor; needs root
#   make lab-bad-card a card that fails at each write of a play, a setting, a backup and so on; likewise
#   make lab-kills    a stadium that plays is killed five thousand times, and goes on
#   make lab-machine  the package on a whole computer with a kernel, pins, camera and panel of its own, in QEMU; needs root
#   make lab-cuts     such a computer loses its power fifty times, and is switched on again; needs root
#   make lab-wifi     the stadium's own Wi-Fi and a home's, on the simulated radios of such a computer's kernel; needs root
#   make lab-power    disks that fill up, turn read-only and lose their power, made by the kernel; needs root
#   make hardware     wiring drawings, models and sheets of hardware/, in build/hardware (OPTIONS='--only NAME')
#   make renders      photoreal dice to train and test the eyes on: hours, on Python 3.11 (docs/vision/training.md)
#   make training     the networks made anew by vision/model/training.toml: renders what is missing, then trains; hours
#   make clean        forget the environments and caches; games are kept

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && echo $$p && break; done)
NEWEST := .venv
DEBIAN := .venv-debian13
RIVAL := .venv-rival
RIVAL_PYTHON ?= $(shell for p in python3 python3.12 python3.11; do \
	$$p -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 12))' 2>/dev/null && echo $$p && break; done)
RAPIDOCR := rapidocr-onnxruntime==1.4.4
LINTING := .cache/linting
BIOME := @biomejs/biome@2.5.14
API := .venv-api
SCHEMATHESIS := schemathesis==4.32.5
FUZZING := .venv-fuzzing
ATHERIS := atheris==3.0.0
CHADWICK := .venv-chadwick
FUSE := .venv-fuse
MFUSEPY := mfusepy==3.1.1
CHADWICKPY := chadwickpy==0.4.0
PYCHADWICK := pychadwick==0.6.1
RENDERING := .venv-rendering
TRAINING := .venv-training
HARDWARE := .venv-hardware
PACKING := .venv-packing
GUIDES := .venv-docs
HAS_BABEL = $(shell $(PYTHON) -c 'import babel' 2>/dev/null && echo yes)
OPTIONS ?=
RENDERS ?=
# What one run has compiled, the tests' own files too, the next run reads, and so does every program that a test starts.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: catalogues demo test test-newest test-debian13 lint bench deb clean
.PHONY: lab-coverage lab-slow lab-api lab-law lab-deck lab-opponent lab-mutants lab-play lab-cubes lab-tiles lab-soak lab-camera lab-install lab-power
.PHONY: renders training
.DEFAULT_GOAL := help

.PHONY: help
help:
	@sed -n 's/^#   make/make/p' Makefile

demo: $(NEWEST)/.ready catalogues
	@$(NEWEST)/bin/stadium run --simulate --rules diamante-major --port 8080 $(OPTIONS)

catalogues: $(NEWEST)/.ready
	@$(NEWEST)/bin/python packaging/catalogues.py --english

# All at once, for each of them has minutes in which it keeps one core: the types, a browser, the last long test of a
# run. How the newest libraries do is seen as it goes, and the rest once it has ended. Debian's libraries are fetched
# while the newest are tried.
test:
	@$(MAKE) --no-print-directory --jobs=4 catalogues programs
	@$(MAKE) --no-print-directory --jobs --output-sync=target lint-python lint-page-if-npm seen-newest beside-debian13

.PHONY: seen-newest beside-debian13
seen-newest:
	@$(MAKE) --no-print-directory --output-sync=none test-newest WORKERS=$(CORES)

# It has half the work of the other run. Each worker reads all tests and draws its scenes anew, so there are no more of
# them than keep the cores busy: beside the other run's there is one that waits.
beside-debian13:
	@$(MAKE) --no-print-directory test-debian13 WORKERS=$(shell expr $(CORES) / 2 + $(CORES) % 2)

lint: lint-python lint-page

.PHONY: lint-python lint-page lint-page-if-npm
lint-python: $(NEWEST)/.ready
	$(NEWEST)/bin/ruff check .
	$(NEWEST)/bin/ruff format --check .
	$(NEWEST)/bin/mypy
	$(NEWEST)/bin/mypy examples

lint-page: $(LINTING)/$(BIOME)
	$(LINTING)/node_modules/.bin/biome ci --colors=off --error-on-warnings scoreboard/web/static

# Tests need no npm and none of its registry: where biome cannot be had, they say so and go on without it.
lint-page-if-npm:
	@if $(MAKE) --no-print-directory --silent $(LINTING)/$(BIOME); then $(MAKE) --no-print-directory lint-page; \
	else echo "The page's scripts are not linted" >&2; fi

$(LINTING)/$(BIOME):
	@command -v npm >/dev/null || { echo "npm is needed to lint the page's scripts: sudo apt install npm" >&2; exit 2; }
	@echo "Fetching $(BIOME) (once) ..."; rm -rf $(LINTING); mkdir -p $(LINTING) && \
	npm install --silent --no-save --no-package-lock --no-audit --no-fund --ignore-scripts --fetch-retries=1 \
	--prefix $(LINTING) '$(BIOME)' || { rm -rf $(LINTING); echo "$(BIOME) cannot be fetched" >&2; exit 2; }
	@mkdir -p $(@D) && touch $@

# The page is tried in the machine's own browser, MQTT with a broker and a league with a database of the tests' own on
# loopback ports. Root may install them, all at once or else what there is of them; for anybody else those tests are
# skipped without.
PROGRAMS := chromium-headless-shell minisign mosquitto nats-server postgresql dbus-daemon
.PHONY: programs
programs:
	@missing() { for program in $(PROGRAMS); do PATH="$$PATH:/usr/sbin" command -v $$program >/dev/null || \
	{ [ $$program = postgresql ] && ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; } || echo $$program; done; }; \
	install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$$@" >/dev/null 2>&1; }; \
	wanted=$$(missing); [ -n "$$wanted" ] || exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update >/dev/null 2>&1; \
	install $$wanted || for program in $$wanted; do install $$program; done; fi; \
	for program in $$(missing); do echo "No $$program: the tests with it are skipped (sudo apt install $$program)" >&2; done

CORES := $(shell nproc)
# One worker more than there are cores: there is always one that waits for a disk, a browser or another program.
WORKERS = $(shell expr $(CORES) + 1)
BUSY = $(shell expr $(CORES) \* 4)

test-newest: $(NEWEST)/.ready
	$(NEWEST)/bin/pytest --numprocesses $(WORKERS) --dist worksteal -m 'not debian13 and not slow' $(OPTIONS)

test-debian13: $(DEBIAN)/.ready
	$(DEBIAN)/bin/pytest --numprocesses $(WORKERS) --dist worksteal -m 'not once and not newest and not slow' $(OPTIONS)

.PHONY: panels
panels: $(NEWEST)/.ready catalogues
	@$(NEWEST)/bin/python tests/lab/panel_sheets.py
	@nice $(NEWEST)/bin/python tests/lab/word_sheets.py

.PHONY: icons
icons: $(NEWEST)/.ready
	@$(NEWEST)/bin/python packaging/icons.py

.PHONY: page-pictures
page-pictures: $(NEWEST)/.ready catalogues
	@PYTHONPATH=tests $(NEWEST)/bin/python tests/lab/page_pictures.py $(OPTIONS)

lab-soak: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_soak.py $(OPTIONS)

.PHONY: lab
lab: $(NEWEST)/.ready catalogues
	@$(NEWEST)/bin/python tests/lab/proof.py $(OPTIONS)

.PHONY: lab-season lab-time lab-arm64
lab-arm64: $(NEWEST)/.ready catalogues
	@nice $(NEWEST)/bin/python tests/lab/lab_arm64.py

lab-time: $(NEWEST)/.ready catalogues
	@$(NEWEST)/bin/python tests/lab/lab_time.py

lab-season: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_season.py $(OPTIONS)

lab-play: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_play.py $(OPTIONS)

.PHONY: lab-board
lab-board: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_board.py $(OPTIONS)

.PHONY: lab-board-figures
lab-board-figures: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_board_figures.py $(OPTIONS)

lab-cubes: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_cubes.py $(OPTIONS)

lab-tiles: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_tiles.py $(OPTIONS)

lab-coverage: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/pytest --numprocesses $(WORKERS) --dist worksteal -m 'not debian13 and not slow' --cov $(OPTIONS)

# The tests are each other's load.
.PHONY: lab-busy
lab-busy: catalogues programs
	@$(MAKE) --no-print-directory test-newest test-debian13 WORKERS=$(BUSY) OPTIONS='--quiet $(OPTIONS)'
	@echo "busy: the tests passed on the newest libraries and on Debian 13's, $(BUSY) at once on $(CORES) cores"

lab-slow: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/pytest --numprocesses auto --dist worksteal -m 'slow or hypothesis' \
	--hypothesis-profile lab $(OPTIONS)

.PHONY: lab-league
lab-league: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_league.py $(OPTIONS)

.PHONY: lab-mqtt
lab-mqtt: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_mqtt.py $(OPTIONS)

.PHONY: lab-houses
lab-houses: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/pytest -q --numprocesses auto tests/scoreboard/away --hypothesis-profile lab
	@nice $(NEWEST)/bin/python tests/lab/lab_houses.py $(OPTIONS)

.PHONY: lab-house
lab-house: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_house.py $(OPTIONS)

# The description of what is sent, against the schema that AsyncAPI publishes.
ASYNCAPI := .cache/asyncapi
.PHONY: lab-asyncapi
lab-asyncapi: $(ASYNCAPI)/.ready
	@$(ASYNCAPI)/bin/check-jsonschema --schemafile $(ASYNCAPI)/node_modules/@asyncapi/specs/schemas/3.0.0.json docs/asyncapi.json

$(ASYNCAPI)/.ready: Makefile
	@echo "Setting up $(ASYNCAPI) (once) ..."; rm -rf $(ASYNCAPI); $(PYTHON) -m venv $(ASYNCAPI) && \
	$(ASYNCAPI)/bin/python -m pip install --quiet --disable-pip-version-check 'check-jsonschema==0.39.0' && \
	npm install --silent --no-save --no-package-lock --no-audit --no-fund --ignore-scripts --prefix $(ASYNCAPI) \
	'@asyncapi/specs@6.11.1' && touch $@

.PHONY: lab-scenes
lab-scenes: $(NEWEST)/.ready
	@STADIUM_SEEDS="$${STADIUM_SEEDS:-11 12 13 14}" nice $(NEWEST)/bin/pytest --numprocesses auto --dist worksteal -m once \
	tests/vision/tracking tests/vision/enrolment $(OPTIONS)

lab-camera: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_camera.py

lab-api: $(NEWEST)/.ready $(API)/.ready catalogues
	@nice $(NEWEST)/bin/python tests/lab/lab_api.py $(OPTIONS)

$(API)/.ready: Makefile
	@echo "Setting up $(API) (once) ..."; rm -rf $(API); $(PYTHON) -m venv $(API) && \
	$(API)/bin/python -m pip install --quiet --disable-pip-version-check '$(SCHEMATHESIS)' && touch $@

.PHONY: lab-syscalls
lab-syscalls: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_syscalls.py

.PHONY: lab-guides
lab-guides: docs $(NEWEST)/.ready
	@$(NEWEST)/bin/pytest -q -n 0 tests/scoreboard/web/guides_in_a_browser.py

.PHONY: lab-fuzz
lab-fuzz: $(FUZZING)/.ready
	@$(FUZZING)/bin/python packaging/catalogues.py >/dev/null
	@PYTHONPATH=tests:tests/lab nice $(FUZZING)/bin/python tests/lab/lab_fuzz.py $(OPTIONS)

# What atheris counts lines in is the project itself, so it lives beside all of it.
$(FUZZING)/.ready: pyproject.toml constraints.txt Makefile
	@$(call environment,$(FUZZING),constraints.txt,dev)
	@$(FUZZING)/bin/python -m pip install --quiet --disable-pip-version-check '$(ATHERIS)' || { rm $@; exit 2; }

lab-opponent: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_opponent.py $(OPTIONS)

.PHONY: half-innings
half-innings: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/make_half_innings.py $(OPTIONS)

lab-law: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_law.py $(OPTIONS)

.PHONY: lab-chadwick
lab-chadwick: $(NEWEST)/.ready $(CHADWICK)/.ready catalogues
	@nice $(NEWEST)/bin/python tests/lab/lab_chadwick.py $(OPTIONS)

# Both are GPL: they are run as commands, and nothing of ours imports them. The C program is built from the source that
# pychadwick ships; without a compiler that judge is left out.
$(CHADWICK)/.ready: Makefile
	@echo "Setting up $(CHADWICK) (once) ..."; rm -rf $(CHADWICK); $(PYTHON) -m venv $(CHADWICK) && \
	$(CHADWICK)/bin/python -m pip install --quiet --disable-pip-version-check setuptools '$(CHADWICKPY)'
	@command -v gcc >/dev/null || { echo "No gcc: Chadwick's own program is left out" >&2; touch $@; exit 0; }; \
	$(CHADWICK)/bin/python -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
	--no-build-isolation --dest $(CHADWICK) '$(PYCHADWICK)' && tar -C $(CHADWICK) -xzf $(CHADWICK)/pychadwick-*.tar.gz && \
	cd $(CHADWICK)/pychadwick-*/src/pychadwicklib && gcc -O2 -w '-DVERSION="0"' -DHAVE_STRUCT_TM_TM_GMTOFF -I. -Icwlib \
	-o "$(CURDIR)/$(CHADWICK)/bin/cwbox-c" cwtools/cwbox.c cwtools/cwboxxml.c cwtools/cwboxsml.c cwtools/xmlwrite.c \
	cwtools/cwtools.c cwlib/*.c -lm && touch "$(CURDIR)/$@"

lab-deck: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_deck.py $(OPTIONS)

lab-mutants: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/mutants.py $(OPTIONS)

bench: $(NEWEST)/.ready
	@for bench in tests/bench/bench_*.py; do $(NEWEST)/bin/python $$bench || exit; done

.PHONY: bench-vision
bench-vision: $(NEWEST)/.ready $(RIVAL)/.ready
	@$(NEWEST)/bin/python tests/bench/bench_vision.py all

# A reader of print from PyPI that the eyes are measured beside; it wants another OpenCV than ours, and no Python 3.13.
# Where it cannot be had that row is left out, and the next run tries again.
$(RIVAL)/.ready:
	@echo "Setting up $(RIVAL) (once) ..."; rm -rf $(RIVAL); \
	{ $(RIVAL_PYTHON) -m venv $(RIVAL) && \
	$(RIVAL)/bin/python -m pip install --quiet --disable-pip-version-check '$(RAPIDOCR)' && touch $@; } || \
	{ echo "$(RAPIDOCR) cannot be fetched: that row is left out" >&2; rm -rf $(RIVAL); }

renders: $(RENDERING)/.ready
	@for set in train patterned medley company marked cubes lesson test test-cubes teach; do $(RENDERING)/bin/python -m vision.training.render $$set $(OPTIONS) || exit; done

# The networks go where OPTIONS='--out FOLDER' says, and else take the place of the shipped ones.
training: $(RENDERING)/.ready $(TRAINING)/.ready
	@sets=$$($(RENDERING)/bin/python -m vision.training.runs) && for set in $$sets; do \
	$(RENDERING)/bin/python -m vision.training.render $$set $(RENDERS) || exit; done
	@nice $(TRAINING)/bin/python -m vision.training $(OPTIONS)

# The same commit gives the same bytes, also with another Babel. Without one, an environment holds just that.
# The guides as a site are in it; `make deb SITE=` leaves them out, and needs neither PyPI nor Graphviz.
SITE ?= build/site
deb: $(if $(SITE),docs) $(if $(HAS_BABEL),,$(PACKING)/.ready)
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null)} \
	$(if $(HAS_BABEL),$(PYTHON),$(PACKING)/bin/python) packaging/build_deb.py $(if $(SITE),--site $(SITE))

# The same commit gives the same site. What is missing of apt is named before anything is set up or made.
.PHONY: docs
docs:
	@$(if $(PYTHON),$(PYTHON) packaging/build_site.py --check)
	@$(MAKE) --no-print-directory --silent $(GUIDES)/.ready
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null)} NO_MKDOCS_2_WARNING=1 \
	$(GUIDES)/bin/python packaging/build_site.py

$(GUIDES)/.ready: packaging/site/requirements.txt
	@if [ -z "$(PYTHON)" ]; then \
	echo "Python 3.11, 3.12 or 3.13 with venv is needed: sudo apt install python3 python3-venv" >&2; exit 2; fi
	@echo "Setting up $(GUIDES) (once) ..." >&2; rm -rf $(GUIDES) && $(PYTHON) -m venv $(GUIDES) && \
	$(GUIDES)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $< && touch $@

# Of a PC with UEFI; OPTIONS="--architecture arm64" makes another's.
.PHONY: image
image:
	@$(if $(PYTHON),$(PYTHON) packaging/image.py --check $(if $(SITE),--site) $(OPTIONS))
	@made=$$($(MAKE) --no-print-directory deb) && \
	$(PYTHON) packaging/image.py "$$(echo "$$made" | tail -1)" $(OPTIONS)

# On a card that Raspberry Pi Imager has written; with OFFLINE=yes it holds all packages that the scoreboard needs.
.PHONY: card
card:
	@[ -n "$(BOOTFS)" ] || { echo "Name where the card's bootfs is: make card BOOTFS=/media/you/bootfs" >&2; exit 2; }
	@made=$$($(MAKE) --no-print-directory deb) && \
	$(PYTHON) packaging/card.py "$(BOOTFS)" "$$(echo "$$made" | tail -1)" $(if $(OFFLINE),--offline)

.PHONY: imager-list
imager-list:
	@$(PYTHON) packaging/imager_list.py $(OPTIONS)

$(PACKING)/.ready: constraints.txt
	@rm -rf $(PACKING) && $(PYTHON) -m venv $(PACKING)
	@$(PACKING)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt babel
	@touch $(PACKING)/.ready

lab-install: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_install.py

.PHONY: lab-machine lab-cuts
lab-machine: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_machine.py

.PHONY: lab-wifi
lab-wifi: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_wifi.py

.PHONY: lab-card
lab-card: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_card.py $(OPTIONS)

.PHONY: lab-image lab-image-arm64
lab-image: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_image.py

lab-image-arm64: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_image.py --architecture arm64

lab-cuts: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_cuts.py $(OPTIONS)

.PHONY: lab-watchdogs
lab-watchdogs: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_watchdogs.py

.PHONY: lab-crash lab-bad-card lab-kills
lab-crash: $(NEWEST)/.ready $(FUSE)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_crash.py $(OPTIONS)

lab-bad-card: $(NEWEST)/.ready $(FUSE)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_bad_card.py $(OPTIONS)

lab-kills: $(NEWEST)/.ready
	@nice $(NEWEST)/bin/python tests/lab/lab_kills.py $(OPTIONS)

# Two labs need it, and run side by side in `make lab`: the second waits, and finds it made.
$(FUSE)/.ready: Makefile
	@exec 9<Makefile && flock 9 && { [ $@ -nt Makefile ] || { \
	echo "Setting up $(FUSE) (once) ..."; rm -rf $(FUSE); $(PYTHON) -m venv $(FUSE) && \
	$(FUSE)/bin/python -m pip install --quiet --disable-pip-version-check '$(MFUSEPY)' && touch $@; }; }

.PHONY: lab-update
lab-update: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_update.py $(OPTIONS)

lab-power: $(NEWEST)/.ready
	@$(NEWEST)/bin/python tests/lab/lab_power.py

$(NEWEST)/.ready: pyproject.toml constraints.txt
	@$(call environment,$(NEWEST),constraints.txt,dev)

$(DEBIAN)/.ready: pyproject.toml constraints-debian13.txt
	@$(call environment,$(DEBIAN),constraints-debian13.txt,dev)

$(TRAINING)/.ready: pyproject.toml constraints.txt
	@$(call environment,$(TRAINING),constraints.txt,training)

# `hardware/make.py` says which programs of apt it lacks, before anything is made.
.PHONY: hardware
hardware:
	@$(if $(PYTHON),$(PYTHON) hardware/make.py --check $(OPTIONS))
	@$(MAKE) --no-print-directory --silent $(HARDWARE)/.ready
	@PYTHONPATH=hardware nice $(HARDWARE)/bin/python hardware/make.py $(OPTIONS)

$(HARDWARE)/.ready: pyproject.toml constraints.txt hardware/requirements.txt
	@$(call environment,$(HARDWARE),constraints.txt,pdf)
	@$(HARDWARE)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	--requirement hardware/requirements.txt || { rm $@; exit 2; }

# Blender as a module comes for Python 3.11 alone, and pip knows groups since 25.1.
$(RENDERING)/.ready: pyproject.toml
	@command -v python3.11 >/dev/null || { echo "Python 3.11 is needed to render: Blender's module comes for no other" >&2; exit 2; }
	@rm -rf $(RENDERING) && python3.11 -m venv $(RENDERING)
	@$(RENDERING)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(RENDERING)/bin/python -m pip install --quiet --disable-pip-version-check --group rendering
	@touch $(RENDERING)/.ready

# An environment of its own, made anew whenever what it should hold has changed. What it holds is compiled when it is
# first used: most of it never is, and to compile all takes as long as to fetch and unpack it.
define environment
	if [ -z "$(PYTHON)" ]; then \
		echo "Python 3.11, 3.12 or 3.13 with venv is needed: sudo apt install python3 python3-venv" >&2; exit 2; fi; \
	echo "Setting up $(1) (once; it takes a minute or two) ..."; \
	rm -rf $(1) && $(PYTHON) -m venv $(1) && \
	$(1)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint $(2) --editable '.[$(3)]' && \
	touch $(1)/.ready
endef

clean:
	rm -rf $(NEWEST) $(DEBIAN) $(API) $(CHADWICK) $(FUSE) $(FUZZING) $(HARDWARE) $(LINTING) $(RENDERING) $(RIVAL) $(TRAINING) $(PACKING) $(GUIDES) build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
