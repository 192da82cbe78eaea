#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes sure that the named tools are there, and installs what is missing (Debian: apt-get; npm).
#   .ci/setup.sh NEED...      needs: node gcc clang asan format tidy emcc cglm cjson npm chromium
# Comes in: GCC CLANG EMCC CHROMIUM CLANG_FORMAT CLANG_TIDY CPPCHECK CGLM_DIR CJSON_DIR name tools of other systems;
# NO_INSTALL=1 forbids installing. Goes out: build/deps (headers and sources), node_modules.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

GCC=${GCC:-gcc}
CLANG=${CLANG:-clang}
EMCC=${EMCC:-emcc}
CLANG_FORMAT=${CLANG_FORMAT:-clang-format}
CLANG_TIDY=${CLANG_TIDY:-clang-tidy}
CPPCHECK=${CPPCHECK:-cppcheck}
NO_INSTALL=${NO_INSTALL:-}

# cJSON: Debian's source package, signed by the distribution. The upstream tarball is pinned here;
# Debian's security fixes on top of it are pinned too, newer ones are taken with a notice.
CJSON_VERSION=1.7.15
CJSON_SHA256=5308fd4bd90cef7aa060558514de6a1a4a0819974a26e6ed13973c5f624c24b2
CJSON_FIXES_SHA256=afd19a970966cf534ff1e9ec077d710a5e7e78eb4ec9b499c8bdc32e55da12cb

say() { printf '%s\n' "three-action: $*" >&2; }
fail() { say "$*"; exit 1; }
found() { command -v "$1" >/dev/null 2>&1; }
compiles_c() { printf '#include <stdio.h>\n' | "$1" -E -xc - >/dev/null 2>&1; }

cglm_dir() {
    local dir
    if [ -n "${CGLM_DIR:-}" ]; then
        set -- "$CGLM_DIR" "$CGLM_DIR/include"
    else
        set -- /usr/include /usr/local/include /opt/homebrew/include
    fi
    for dir in "$@"; do
        if [ -e "$dir/cglm/cglm.h" ]; then printf '%s' "$dir/cglm"; return 0; fi
    done
    return 1
}

# The tools one by one: is it there?
have() {
    case $1 in
        node) found node && node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' ;;
        gcc) found "$GCC" && compiles_c "$GCC" ;;
        clang) found "$CLANG" && compiles_c "$CLANG" ;;
        asan) found "$CLANG" &&
            compgen -G "$("$CLANG" -print-resource-dir)/lib/*/libclang_rt.asan*" >/dev/null ;;
        format) found "$CLANG_FORMAT" ;;
        tidy) found "$CLANG_TIDY" && found "$CPPCHECK" ;;
        emcc) found "$EMCC" ;;
        cglm) cglm_dir >/dev/null ;;
        cjson) [ -e build/deps/cjson/cJSON.c ] ;;
        npm) node .ci/npm-ready.mjs ;;
        chromium) node .ci/chromium.mjs >/dev/null ;;
        *) fail "set-up knows no tool named '$1'" ;;
    esac
}

# The Debian packages of a tool. Several tools are installed by one call.
packages() {
    case $1 in
        gcc) echo gcc libc6-dev ;;
        clang) echo clang libc6-dev ;;
        asan) echo clang libclang-rt-14-dev ;;
        format) echo clang-format ;;
        tidy) echo clang-tidy cppcheck ;;
        emcc) echo emscripten ;;
        cglm) echo libcglm-dev ;;
        cjson) found xz || echo xz-utils ;; # to unpack
        chromium) echo chromium fonts-dejavu-core ;;
    esac
}

# What to do where the tool is missing and cannot be installed.
advice() {
    case $1 in
        node) echo "Node 20 or newer is missing: install it and put it on PATH" ;;
        gcc) echo "the C compiler '$GCC' is missing or has no C library headers: install gcc, or set CC= to a C11 compiler" ;;
        clang) echo "the second C compiler '$CLANG' is missing: install clang, or set CLANG= to it" ;;
        asan) echo "'$CLANG' has no AddressSanitizer runtime: install clang's compiler-rt (Debian: libclang-rt-14-dev), or set CLANG= to a clang that has it" ;;
        format) echo "'$CLANG_FORMAT' is missing: install clang-format 14, or set CLANG_FORMAT= to it" ;;
        tidy) echo "'$CLANG_TIDY' or '$CPPCHECK' is missing: install clang-tidy 14 and cppcheck 2.10, or set CLANG_TIDY= and CPPCHECK= to them" ;;
        emcc) echo "the wasm compiler '$EMCC' is missing: install emscripten 3.1.6 or newer, or set EMCC= to emcc" ;;
        cglm) echo "cglm's headers are missing: install cglm 0.8.8 (Debian: libcglm-dev), or set CGLM_DIR= to the folder that holds cglm/cglm.h" ;;
        cjson) echo "cJSON's source is missing: unpack cJSON $CJSON_VERSION and set CJSON_DIR= to the folder that holds cJSON.c and cJSON.h" ;;
        npm) echo "node_modules is not as package-lock.json says: run npm ci" ;;
        chromium) echo "Chromium is missing: install it, or set CHROMIUM= to its program" ;;
    esac
}

# Runs a command with its output in build/setup.log, which is shown when the command fails.
logged() {
    if "$@" >>build/setup.log 2>&1 </dev/null; then return 0; fi
    tail -n 30 build/setup.log >&2
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_update() {
    local try
    for try in 1 2 3 4 5 6; do
        if as_root apt-get -qq update >>build/setup.log 2>&1 </dev/null; then return 0; fi
        [ "$try" = 6 ] || sleep 5 # another apt may hold the lists
    done
    say "apt-get update failed (see build/setup.log); going on with the lists that are there"
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
        -o DPkg::Lock::Timeout=600 install "$@"
}

install_packages() {
    found apt-get || return 0 # the check afterwards says what is missing
    [ "$(id -u)" = 0 ] || found sudo ||
        fail "installing packages needs root: become root, install sudo, or install these yourself: $*"
    say "installing $* (apt-get)"
    local candidate
    for candidate in "$@"; do
        if ! apt-cache show "$candidate" >/dev/null 2>&1; then apt_update; break; fi
    done
    if apt_install "$@" >>build/setup.log 2>&1 </dev/null; then return 0; fi
    apt_update # the lists may be old
    logged apt_install "$@" || fail "apt-get install failed: ${*}"
}

# Downloads cJSON's source package with a copy of the system's own sources, switched to source
# packages, in a folder of ours: the system's lists stay as they are.
fetch_cjson() {
    found apt-get || fail "$(advice cjson)"
    say "fetching cJSON $CJSON_VERSION (apt-get source)"
    local apt=$PWD/build/deps/apt file
    rm -rf "$apt" build/deps/cjson build/deps/cjson.new
    mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/get"
    : >"$apt/sources.list"
    [ ! -e /etc/apt/sources.list ] || sed -E 's/^deb([[:space:]])/deb-src\1/' /etc/apt/sources.list >"$apt/sources.list"
    for file in /etc/apt/sources.list.d/*; do
        case $file in
            *.list) sed -E 's/^deb([[:space:]])/deb-src\1/' "$file" >"$apt/parts/${file##*/}" ;;
            *.sources) sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$apt/parts/${file##*/}" ;;
        esac
    done
    local options=(-q -o "Dir::Etc::SourceList=$apt/sources.list" -o "Dir::Etc::SourceParts=$apt/parts"
        -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o "APT::Sandbox::User=$(id -un)")
    # A foreign source without source packages must not stop us: only the download counts.
    apt-get "${options[@]}" update >>build/setup.log 2>&1 </dev/null || true
    logged env -C "$apt/get" apt-get "${options[@]}" source --download-only cjson ||
        fail "cJSON's source package could not be downloaded; $(advice cjson)"
    unpack_cjson "$apt/get"
    rm -rf "$apt"
}

unpack_cjson() {
    local get=$1 fixes patch into=build/deps/cjson.new
    local tarball=$get/cjson_$CJSON_VERSION.orig.tar.gz
    [ -e "$tarball" ] || fail "the distribution has another cJSON than $CJSON_VERSION; $(advice cjson)"
    echo "$CJSON_SHA256  $tarball" | sha256sum --check --status ||
        fail "the downloaded cJSON $CJSON_VERSION has not the expected checksum; nothing was used"
    fixes=$(ls "$get"/cjson_*.debian.tar.xz)
    echo "$CJSON_FIXES_SHA256  $fixes" | sha256sum --check --status ||
        say "notice: ${fixes##*/} is newer than the one pinned in .ci/setup.sh; using it"
    mkdir -p "$into"
    tar -xzf "$tarball" -C "$into" --strip-components=1
    tar -xJf "$fixes" -C "$into" debian/patches
    while read -r patch; do
        case $patch in '' | '#'*) continue ;; esac
        # git is always there, patch is not; the ceiling keeps git from finding our repository
        (cd "$into" && GIT_CEILING_DIRECTORIES=$(dirname "$PWD") git apply -p1 --include='cJSON.[ch]' "debian/patches/$patch") ||
            fail "Debian's fix $patch does not apply to cJSON $CJSON_VERSION"
    done <"$into/debian/patches/series"
    mv "$into" build/deps/cjson
}

# What the compilers read: build/deps/include/cglm, build/deps/include/cjson, build/deps/cjson.
link_headers() {
    local dir
    mkdir -p build/deps/include
    if dir=$(cglm_dir) && [ "$(readlink build/deps/include/cglm || true)" != "$dir" ]; then
        ln -sfn "$dir" build/deps/include/cglm
    fi
    [ -L build/deps/include/cjson ] || ln -sfn ../cjson build/deps/include/cjson
}

use_cjson_dir() {
    local dir
    [ -e "$CJSON_DIR/cJSON.c" ] && [ -e "$CJSON_DIR/cJSON.h" ] ||
        fail "CJSON_DIR=$CJSON_DIR holds no cJSON.c and cJSON.h: set it to the folder of cJSON's source"
    dir=$(cd "$CJSON_DIR" && pwd)
    [ "$(readlink build/deps/cjson || true)" != "$dir" ] || return 0
    rm -rf build/deps/cjson
    mkdir -p build/deps
    ln -s "$dir" build/deps/cjson
}

mkdir -p build
exec 9>build/.setup.lock
if found flock; then flock 9; fi

[ -z "${CJSON_DIR:-}" ] || use_cjson_dir
[ -z "${CGLM_DIR:-}" ] || have cglm || fail "CGLM_DIR=$CGLM_DIR holds no cglm/cglm.h: set it to cglm's include folder"

have node || fail "$(advice node)"
wanted=()
missing=()
for need in "$@"; do
    have "$need" && continue
    [ -z "$NO_INSTALL" ] || fail "$(advice "$need") (NO_INSTALL forbids installing)"
    missing+=("$need")
    for package in $(packages "$need"); do
        case " ${wanted[*]-} " in *" $package "*) ;; *) wanted+=("$package") ;; esac
    done
done

if [ ${#wanted[@]} -gt 0 ]; then install_packages "${wanted[@]}" 9>&-; fi
for need in ${missing[@]+"${missing[@]}"}; do
    case $need in
        cjson) fetch_cjson 9>&- ;;
        npm)
            say "installing node_modules (npm ci)"
            logged npm ci --ignore-scripts --no-progress 9>&- || fail "npm ci failed: is the npm registry reachable?"
            ;;
    esac
    have "$need" || fail "$(advice "$need")"
done
case " $* " in *' cglm '* | *' cjson '*) link_headers ;; esac
