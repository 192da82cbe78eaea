# SPDX-License-Identifier: MIT
# three-action: what is built from what. `make help` lists the targets.
#
# Comes in: include/ src/ bindings/ web/ tests/. Goes out: bindings/*.wasm, bindings/abi.js,
# bindings/inline.js, types/, and everything else under build/. Nothing of it is committed.
# Missing tools are installed by .ci/setup.sh; other systems name theirs (see help).

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-print-directory
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

# ---- tools -------------------------------------------------------------------------------------

ifeq ($(origin CC),default)
GCC ?= gcc
else
GCC := $(CC)
endif
CLANG ?= clang
EMCC ?= emcc
CLANG_FORMAT ?= clang-format
CLANG_TIDY ?= clang-tidy
CPPCHECK ?= cppcheck
export GCC CLANG EMCC CLANG_FORMAT CLANG_TIDY CPPCHECK
export CGLM_DIR CJSON_DIR CHROMIUM NO_INSTALL

Q := $(if $(V),,@)
SETUP := @.ci/setup.sh

# ---- sources -----------------------------------------------------------------------------------

HEADERS := $(wildcard include/three_action/*.h)
SOURCES := $(filter-out src/wasm/%,$(sort $(wildcard src/*.c src/*/*.c)))
WASM_SOURCES := $(sort $(wildcard src/wasm/*.c))
TESTS := $(patsubst tests/c/%.c,%,$(sort $(wildcard tests/c/test_*.c)))
TEST_HELPERS := $(filter-out tests/c/test_%,$(sort $(wildcard tests/c/*.c)))
JS := $(sort $(wildcard bindings/*.js bindings/*/*.js))
FORMATTED := $(wildcard include/*/*.[ch] src/*.[ch] src/*/*.[ch] tests/c/*.[ch] tests/bench/*.[ch] tests/fuzz/*.[ch])

# ---- flags -------------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wmissing-prototypes -Wvla -Werror
INCLUDES := -Iinclude -Isrc -isystem build/deps/include -isystem build/deps/cjson
CFLAGS_ALL := -std=c11 -ffp-contract=off -MMD -MP $(INCLUDES)
SANITIZE := -fsanitize=address,undefined,leak -fno-sanitize-recover=all -fno-omit-frame-pointer

# One row a build: compiler, flags, what its programs are called and how they are linked.
BUILDS := gcc clang asan fuzz wasm scalar
CC_gcc = $(GCC)
CC_clang = $(CLANG)
CC_asan = $(CLANG)
CC_fuzz = $(CLANG)
CC_wasm = $(EMCC)
CC_scalar = $(EMCC)
FLAGS_gcc := -O2
FLAGS_clang := -O2
FLAGS_asan := -O1 -g $(SANITIZE)
FLAGS_fuzz := -O1 -g -fsanitize=fuzzer-no-link $(SANITIZE)
FLAGS_wasm := -O2 -msimd128
FLAGS_scalar := -O2 -DTA_SIMD_SCALAR
# What runs when a game loads, or seldom, is built small: the wasm is downloaded.
SMALL_SOURCES := $(wildcard src/api/*.c src/base/*.c src/data/clip*.c src/data/machine_*.c src/data/expression_*.c) \
	$(addprefix src/,data/blend_space_bands.c data/blend_space_mesh.c data/blend_space_rays.c data/blend_space_triangles.c data/mask.c data/mirror.c data/rig.c bounds.c crowd.c explain.c instance.c lint.c snapshot.c machine.c events.c kernel/selection.c properties.c step.c kernel/entry.c kernel/marks.c kernel/mirror.c kernel/motion.c kernel/channel.c kernel/perform.c kernel/rows.c kernel/run_list.c kernel/record.c kernel/root.c kernel/rows_build.c kernel/rows_error.c kernel/rows_pack.c root_motion.c world.c)
SMALL_wasm := -Oz
SMALL_scalar := -Oz
SUFFIX_wasm := .cjs
SUFFIX_scalar := .cjs
# -O1 at most: above it emcc wants the node module acorn, which is not always there.
NODE_PROGRAM := -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1 -sNODERAWFS=1 -sENVIRONMENT=node -sWASM_ASYNC_COMPILATION=0
LINK_gcc := -lm
LINK_clang := -lm
LINK_asan := $(SANITIZE) -lm
LINK_wasm := -O1 -msimd128 $(NODE_PROGRAM)
LINK_scalar := -O1 $(NODE_PROGRAM)
AR_wasm = $(EMAR)
AR_scalar = $(EMAR)
EMAR = $(patsubst %emcc,%emar,$(EMCC))

# ---- help --------------------------------------------------------------------------------------

.PHONY: help
help: ## this list
	@echo 'three-action. Missing tools are installed (Debian; elsewhere see below).'
	@echo
	@sed -n -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'
	@echo
	@echo '  make demo CHECK=1      opens the demo in headless Chromium instead, saves build/demo.png'
	@echo '  make test QUICK=1      what is soon done: after each change, says what it leaves out'
	@echo '  make test ONLY=js,web  only these suites: native asan fuzz wasm scalar js oldest web consumers types check'
	@echo '  make test FILE=mixer   only test files with this in their name'
	@echo '  V=1                    shows the commands'
	@echo
	@echo 'Other systems name their tools; NO_INSTALL=1 forbids installing:'
	@echo '  CC= (first compiler, gcc)  CLANG= (second, with sanitizers)  EMCC=  CHROMIUM=  CLANG_FORMAT=  CLANG_TIDY=  CPPCHECK='
	@echo '  CGLM_DIR= (holds cglm/cglm.h)  CJSON_DIR= (holds cJSON.c)'

# ---- set-up ------------------------------------------------------------------------------------

# The tools of what is being built: looked for each time (order-only, so nothing is built again for
# it), installed when missing.
.PHONY: setup-gcc setup-clang setup-asan setup-wasm setup-npm setup-demo
setup-gcc: ; $(SETUP) node gcc cglm cjson
setup-clang: ; $(SETUP) node clang cglm cjson
setup-asan: ; $(SETUP) node asan cglm cjson
setup-wasm: ; $(SETUP) node emcc cglm cjson
setup-npm: ; $(SETUP) node npm
setup-demo: ; $(SETUP) node emcc cglm cjson npm $(if $(CHECK),chromium)
SETUP_scalar := setup-wasm
SETUP_fuzz := setup-asan

# ---- C, once per build -------------------------------------------------------------------------

# Rewritten only when the text changes, so that other flags, tools or files build again.
# $(call stamp,text)
define stamp
	@mkdir -p $(@D)
	@printf '%s\n' '$(1)' | cmp -s - $@ || printf '%s\n' '$(1)' >$@
endef

.PHONY: always
always:

define build_rules
LIB_$(1) := build/$(1)/libthree_action.a
OBJECTS_$(1) := $(SOURCES:%.c=build/$(1)/%.o) build/$(1)/cjson/cJSON.o
TESTS_$(1) := $(TESTS:%=build/$(1)/bin/%$(SUFFIX_$(1)))
HELPERS_$(1) := $(TEST_HELPERS:%.c=build/$(1)/%.o)

.PHONY: tests-$(1)
tests-$(1): $$(TESTS_$(1))

build/$(1)/flags: always
	$$(call stamp,$$(CC_$(1)) $$(CFLAGS_ALL) $$(WARNINGS) $$(FLAGS_$(1)) $$(SMALL_$(1)) $$(SMALL_SOURCES) $$(CGLM_DIR) $$(CJSON_DIR))

build/$(1)/sources: always
	$$(call stamp,$$(OBJECTS_$(1)) $$(WASM_SOURCES) $$(TEST_HELPERS))

build/$(1)/%.o: %.c build/$(1)/flags | $$(or $$(SETUP_$(1)),setup-$(1))
	@mkdir -p $$(@D)
	@echo '$(1)  $$<'
	$$(Q)$$(CC_$(1)) $$(CFLAGS_ALL) $$(WARNINGS) $$(FLAGS_$(1)) $$(if $$(filter $$<,$$(SMALL_SOURCES)),$$(SMALL_$(1))) $$(EXTRA) -c $$< -o $$@

build/$(1)/cjson/cJSON.o: build/$(1)/flags | $$(or $$(SETUP_$(1)),setup-$(1))
	@mkdir -p $$(@D)
	@echo '$(1)  cJSON.c'
	$$(Q)$$(CC_$(1)) $$(CFLAGS_ALL) -w $$(FLAGS_$(1)) $$(SMALL_$(1)) -c build/deps/cjson/cJSON.c -o $$@

$$(LIB_$(1)): $$(OBJECTS_$(1)) build/$(1)/sources
	@rm -f $$@
	$$(Q)$$(or $$(AR_$(1)),ar) rcs $$@ $$(OBJECTS_$(1))

build/$(1)/bin/%$(SUFFIX_$(1)): build/$(1)/tests/c/%.o $$(HELPERS_$(1)) $$(LIB_$(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$^ $$(LINK_$(1)) -o $$@

-include $$(patsubst %.o,%.d,$$(OBJECTS_$(1)) $$(HELPERS_$(1))) $$(wildcard build/$(1)/tests/c/*.d build/$(1)/src/wasm/*.d)
endef

$(foreach build,$(BUILDS),$(eval $(call build_rules,$(build))))
.SECONDARY:

$(foreach build,$(BUILDS),build/$(build)/tests/c/%.o): EXTRA := -Itests/c

# ---- native ------------------------------------------------------------------------------------

.PHONY: native
native: build/native/libthree_action.a ## libthree_action.a with gcc and with clang (warnings are errors)

build/native/libthree_action.a: $(LIB_gcc) $(LIB_clang)
	@mkdir -p $(@D)
	$(Q)cp $(LIB_gcc) $@
	@echo '$@'

# ---- fuzzing -----------------------------------------------------------------------------------

FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
SECONDS ?= 60

.PHONY: fuzz fuzz-targets
fuzz: fuzz-targets ## coverage-guided fuzzing, SECONDS=60 for each target; findings go to build/fuzz/findings
	@node tests/fuzz/fuzz.mjs --seconds=$(SECONDS) $(FUZZ_TARGETS)

fuzz-targets: $(FUZZ_TARGETS:%=build/fuzz/bin/%)

build/fuzz/bin/fuzz_%: build/fuzz/tests/fuzz/fuzz_%.o build/fuzz/tests/fuzz/hero.o $(LIB_fuzz)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $^ -fsanitize=fuzzer $(SANITIZE) -lm -o $@

-include $(wildcard build/fuzz/tests/fuzz/*.d)

# ---- wasm --------------------------------------------------------------------------------------

WASM_LINK := -Oz -sMALLOC=emmalloc -sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB

.PHONY: wasm
wasm: bindings/three-action.wasm bindings/three-action.scalar.wasm bindings/abi.js bindings/inline.js ## the wasm (simd128 and scalar) and what is generated with it, into bindings/

build/abi/exports.txt: $(HEADERS) src/wasm/headers.mjs src/wasm/exports.mjs | setup-wasm
	@mkdir -p $(@D)
	$(Q)node src/wasm/exports.mjs >$@

build/abi/layout.json: $(HEADERS) src/wasm/headers.mjs src/wasm/abi.mjs build/wasm/flags | setup-wasm
	@mkdir -p $(@D)
	@echo 'abi   $@'
	$(Q)node src/wasm/abi.mjs dump >build/abi/abi_dump.c
	$(Q)$(EMCC) -std=c11 -Iinclude -O1 $(NODE_PROGRAM) build/abi/abi_dump.c -o build/abi/abi_dump.cjs
	$(Q)node build/abi/abi_dump.cjs >$@

bindings/abi.js: build/abi/layout.json
	$(Q)node src/wasm/abi.mjs write $< $@ build/abi/abi_hash.h

build/abi/abi_hash.h: bindings/abi.js
	@test -e $@ || node src/wasm/abi.mjs write build/abi/layout.json bindings/abi.js $@

WASM_OBJECTS := $(OBJECTS_wasm) $(WASM_SOURCES:%.c=build/wasm/%.o)
SCALAR_OBJECTS := $(OBJECTS_scalar) $(WASM_SOURCES:%.c=build/scalar/%.o)
$(WASM_SOURCES:%.c=build/wasm/%.o) $(WASM_SOURCES:%.c=build/scalar/%.o): EXTRA := -Ibuild/abi
$(WASM_SOURCES:%.c=build/wasm/%.o) $(WASM_SOURCES:%.c=build/scalar/%.o): build/abi/abi_hash.h

# Linked and checked in build/, then moved: a page that is being served sees the old or the new one.
define link_wasm
	@mkdir -p build/link bindings
	$(Q)$(EMCC) $(filter %.o,$^) $(WASM_LINK) $(1) -sEXPORTED_FUNCTIONS=@build/abi/exports.txt -o build/link/$(@F)
	$(Q)node src/wasm/check.mjs build/link/$(@F) build/abi/exports.txt
	@chmod 644 build/link/$(@F) && mv build/link/$(@F) $@
endef

bindings/three-action.wasm: $(WASM_OBJECTS) build/abi/exports.txt build/wasm/sources
	$(call link_wasm,-msimd128)

bindings/three-action.scalar.wasm: $(SCALAR_OBJECTS) build/abi/exports.txt build/scalar/sources
	$(call link_wasm,)

bindings/inline.js: bindings/three-action.wasm src/wasm/inline.mjs
	$(Q)node src/wasm/inline.mjs $< >$@

# ---- JavaScript --------------------------------------------------------------------------------

.PHONY: types
types: types/.made ## type declarations (types/*.d.ts) from the JSDoc of bindings/

types/.made: $(JS) bindings/abi.js tsconfig.json tsconfig.types.json | setup-npm
	@rm -rf types
	@echo 'types bindings/ -> types/'
	$(Q)node_modules/.bin/tsc -p tsconfig.types.json
	@touch $@

.PHONY: docs
docs: bindings/abi.js | setup-npm ## the reference of all public names from the doc comments, into build/docs
	@rm -rf build/docs
	$(Q)node --import ./.ci/docs/typescript.mjs node_modules/typedoc/bin/typedoc --options .ci/docs/typedoc.json --logLevel Warn

.PHONY: demo editor picture bench setup-editor setup-bench setup-picture
demo: setup-demo wasm ## builds and serves the demo page and prints its URL
	@CHROMIUM="$$(node .ci/chromium.mjs || true)" node web/demo/$(if $(CHECK),check.js,serve.js --build)

setup-picture: ; $(SETUP) node emcc cglm cjson npm chromium
setup-editor: ; $(SETUP) node emcc cglm cjson npm $(if $(CHECK)$(PICTURES),chromium)
setup-bench: ; $(SETUP) node npm $(if $(BROWSER),chromium)

editor: setup-editor wasm ## builds and serves the editor of machines and prints its URL
	@CHROMIUM="$$(node .ci/chromium.mjs || true)" node web/editor/$(if $(CHECK),check,$(if $(PICTURES),record,serve)).js

picture: setup-picture wasm ## records the README's moving picture from the demo, into .github/demo.webp
	@CHROMIUM="$$(node .ci/chromium.mjs || true)" node web/demo/record.js

bench: setup-bench wasm build/bench/floor.wasm ## three.js against three-action in Node (BROWSER=1: in Chromium), into build/bench.json
	@node tests/bench/bench.js $(if $(BROWSER),--browser)

# The arithmetic alone, as the bench's measure of what is left to gain.
build/bench/floor.wasm: tests/bench/floor.c build/wasm/flags | setup-wasm
	@mkdir -p $(@D)
	$(Q)$(EMCC) -std=c11 -ffp-contract=off -O3 -msimd128 --no-entry -sSTANDALONE_WASM -sERROR_ON_UNDEFINED_SYMBOLS=1 $< -o $@

# ---- tests and checks --------------------------------------------------------------------------

.PHONY: test check format
test: ## every test: native, sanitizers, wasm, JS, browser, types, house checks
	@node tests/run.mjs $(if $(QUICK),--quick) $(if $(ONLY),--only=$(ONLY)) $(if $(FILE),--file=$(FILE))

check: ## types, house checks and format only
	@node tests/run.mjs --only=types,check

format: ## clang-format over the C files
	$(SETUP) format
	$(Q)$(CLANG_FORMAT) -i $(FORMATTED)

# ---- rest --------------------------------------------------------------------------------------

.PHONY: deps dist clean
deps: ## installs every tool and fetches every source, builds nothing
	$(SETUP) node gcc clang asan format tidy emcc cglm cjson npm chromium

dist: setup-npm wasm types ## the npm package as build/three-action-VERSION.tgz
	$(Q)node .ci/pack.mjs

clean: ## removes everything made, except fetched sources and node_modules
	rm -rf types bindings/three-action.wasm bindings/three-action.scalar.wasm bindings/abi.js bindings/inline.js
	@mkdir -p build
	find build -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} +
