#!/usr/bin/env bash
# Builds for ARM64 and runs the tests there, on a Debian machine of another kind: Debian's cross compiler, ARM64 packages
# unpacked into a folder, and qemu-user in place of the processor.
#
#   cmake/arm64_machine.sh sysroot    makes the folder of packages, build/arm64_sysroot
#   cmake/arm64_machine.sh build      that, and builds into build/arm64, with warnings as errors
#   cmake/arm64_machine.sh test       that, and runs the tests
#   cmake/arm64_machine.sh equal      builds, and compares figures and files of an index with those of build/release
#
# Needs, on Debian: apt-get install g++-aarch64-linux-gnu qemu-user-static. Nothing is installed by this script, so
# it runs as any user. From the environment: JOBS (how many compilers at once), SLUICE_DATA (the benchmark data).
set -euo pipefail
cd "$(dirname "$0")/.."
sysroot=$PWD/build/arm64_sysroot
build=$PWD/build/arm64

for command in aarch64-linux-gnu-g++ apt-get dpkg-deb; do
  command -v "$command" > /dev/null && continue
  echo "$command was not found. As an administrator, run: apt-get install g++-aarch64-linux-gnu qemu-user-static" >&2
  exit 2
done

# The libraries that quickstart.sh installs, of the same release of Debian as this machine's.
make_sysroot() {
  local packages apt=build/arm64_apt
  packages=$(sed -n 's/^  "header [^ ]* \([^ ]*\)"$/\1/p' cmake/quickstart.sh | sort -u | tr '\n' ' ')
  packages+="libc6-dev libstdc++6"
  [ "$(cat "$sysroot/packages" 2> /dev/null)" != "$packages" ] || return 0
  rm -rf "$sysroot" "$apt"
  mkdir -p "$sysroot" "$apt"/{lists,archives}/partial
  touch "$apt/status"
  local options=(-o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User="$(id -un)"
    -o Dir::State="$PWD/$apt" -o Dir::State::status="$PWD/$apt/status" -o Dir::Cache="$PWD/$apt"
    -o Debug::NoLocking=true)
  # Continue if a package source has nothing for ARM64: the next step fails if a package is missing.
  apt-get -q "${options[@]}" update || true
  # shellcheck disable=SC2086
  apt-get -q "${options[@]}" install --yes --no-install-recommends --download-only $packages
  for package in "$apt"/archives/*.deb; do
    dpkg-deb --extract "$package" "$sysroot"
  done
  rm -rf "$apt"
  echo "$packages" > "$sysroot/packages"
}

make_build() {
  make_sysroot
  # Not what embeds the library in other ways, nor benches: those compare within one machine.
  cmake --preset release -B "$build" "-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/arm64.cmake" \
    "-DSLUICE_ARM64_SYSROOT=$sysroot" -DSLUICE_DEVELOPER_MODE=ON -DSLUICE_BUILD_TESTS=ON -DSLUICE_BUILD_BENCH=OFF
  cmake --build "$build" --parallel "${JOBS:-$(nproc)}"
}

# Left out: what measures time or memory, which qemu distorts; what starts servers, or programs of this machine that
# would load the library; what looks at the sources or at the installed package, the same on every machine.
left_out='^(docs|mcp|consumer|headers|layer_check|locale_check|format_check|capi[.](abi|size))'
left_out+='|^example[.](python|rust|go)|^hosts[.](python|.*_locks|locks|small_stack|memory|fork|close_on_exec|threads)'
left_out+='|^store[.]|^net[.]|[Pp]ostgres|OpenSearch|endpoint'

run_tests() {
  # Programs that tests start are found to be ARM64's where the system runs these by itself (binfmt_misc).
  QEMU_LD_PREFIX=$sysroot ctest --test-dir "$build" --output-on-failure --no-tests=error --parallel "${JOBS:-$(nproc)}" \
    --timeout 900 --exclude-regex "$left_out"
}

# Compares results for the same questions and schemas on both machines: the figures, except times and memory, and every
# byte of an index.
compare() {
  local data=${SLUICE_DATA:-../shared/data}/spider work=build/arm64_equal here=build/release/src/cli/sluice there=$build/src/cli/sluice
  rm -rf "$work"
  mkdir -p "$work"
  if [ ! -x "$here" ]; then
    echo "$here does not exist. Build the preset release first." >&2
    exit 2
  fi
  if [ -e "$data/dev.jsonl.gz" ]; then
    zcat "$data/dev.jsonl.gz" | head -n 100 > "$work/questions.jsonl" || true
    zcat "$data/tables.json.gz" > "$work/tables.json"
  else
    echo "No benchmark data in $data: only the index of the sample databases is compared."
  fi
  local machine program
  for machine in here there; do
    program=("${!machine}")
    [ "$machine" = here ] || program=(qemu-aarch64-static -L "$sysroot" "${program[@]}")
    "${program[@]}" index "$work/sample.$machine" examples/data/*.sql > /dev/null
    if [ -e "$work/questions.jsonl" ]; then
      "${program[@]}" index "$work/spider.$machine" "$work/tables.json" > /dev/null
      "${program[@]}" eval retrieval --tables "$work/tables.json" --questions "$work/questions.jsonl" \
        --system default --system zero-shot --system ranker --json |
        sed -E 's/"(seconds|build_seconds|questions_per_second|peak_bytes)":[^,}]*/"\1":0/g' > "$work/figures.$machine"
    fi
  done
  for what in sample spider figures; do
    [ ! -e "$work/$what.here" ] || diff -r "$work/$what.here" "$work/$what.there"
  done
  echo "Equal: $(cd "$work" && find . -path '*.there*' -type f | sort | tr '\n' ' ')"
}

case ${1:-} in
  sysroot) make_sysroot ;;
  build) make_build ;;
  test)
    make_build
    run_tests
    ;;
  equal)
    make_build
    compare
    ;;
  *)
    sed -n '/^# Builds/,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
    ;;
esac
