#!/usr/bin/env bash
# From a fresh Debian or Ubuntu machine to a running sluice.
#
#   cmake/quickstart.sh         installs missing packages, builds the command, asks it three questions
#   cmake/quickstart.sh test    installs missing packages, builds and runs the tests
#   cmake/quickstart.sh deps    only installs missing packages, for both
#
# If nothing is missing, it needs no root and no network. Environment variables: JOBS (parallel compilers), FUZZ_SECONDS
# (time per fuzzer in `test`), CI (if set, warnings are errors).
set -euo pipefail
cd "$(dirname "$0")/.."

questions=(
  "Average asking rent by city and type of property"
  "What is the highest transfer fee ever paid, and for which player?"
  "Which outage cut off the most customers, and what caused it?"
)

# What is needed, how to check for it, and its Debian package.
build_needs=(
  "command g++ g++"
  "command cmake cmake"
  "command ninja ninja-build"
  "header CLI/CLI.hpp libcli11-dev"
  "header curl/curl.h libcurl4-openssl-dev"
  "header eigen3/Eigen/Core libeigen3-dev"
  "header fast_float/fast_float.h libfast-float-dev"
  "header fmt/format.h libfmt-dev"
  "header hnswlib/hnswlib.h libhnswlib-dev"
  "header libstemmer.h libstemmer-dev"
  "header postgresql/libpq-fe.h libpq-dev"
  "header simdjson.h libsimdjson-dev"
  "header sqlite3.h libsqlite3-dev"
  "header utf8proc.h libutf8proc-dev"
  "header xxhash.h libxxhash-dev"
  "header yaml.h libyaml-dev"
  "header zlib.h zlib1g-dev"
)
test_needs=(
  "command ccache ccache"
  "command gcc gcc"
  "command pkg-config pkg-config"
  "command clang-format clang-format"
  "command clang++ clang"
  "libfuzzer clang++ libclang-rt-dev"
  "libcxx clang++ libc++-dev"
  "header benchmark/benchmark.h libbenchmark-dev"
  "header doctest/doctest.h doctest-dev"
  "header httplib.h libcpp-httplib-dev"
  "file /usr/share/i18n/locales/de_DE locales"
  "postgres initdb postgresql"
  "mariadb mariadbd mariadb-server"
)

# find_command NAME: prints NAME, or the newest NAME-<number>.
find_command() {
  command -v "$1" || compgen -c "$1-" | grep -xE "${1//+/\\+}-[0-9]+" | sort -V | tail -n 1 | grep .
}

is_there() {
  case $1 in
    command) find_command "$2" > /dev/null ;;
    file) [ -e "$2" ] ;;
    header)
      [ -e "/usr/include/$2" ] || [ -e "/usr/local/include/$2" ] ||
        compgen -G "/usr/include/*-linux-gnu*/$2" > /dev/null
      ;;
    postgres)  # Debian does not put the server's programs in PATH
      find_command "$2" > /dev/null || compgen -G "/usr/lib/postgresql/*/bin/$2" > /dev/null
      ;;
    mariadb)  # Debian puts the server in a folder of the administrator
      find_command "$2" > /dev/null || [ -x "/usr/sbin/$2" ]
      ;;
    libcxx)
      local compiler
      compiler=$(find_command "$2") &&
        "$compiler" -stdlib=libc++ -fsyntax-only -include version -x c++ /dev/null 2> /dev/null
      ;;
    libfuzzer)
      local compiler
      compiler=$(find_command "$2") &&
        "$compiler" -fsanitize=fuzzer,address,undefined -x c++ - -o /dev/null 2> /dev/null \
          <<< 'extern "C" int LLVMFuzzerTestOneInput(const char *, unsigned long) { return 0; }'
      ;;
  esac
}

# install_missing NEED...: installs the packages of unmet needs, or lists them and stops.
install_missing() {
  local kind name package compiler release missing=() as_root=()
  while read -r kind name package; do
    is_there "$kind" "$name" && continue
    # Clang's libraries must be of the same release as an installed clang.
    if [[ $kind = lib* ]] && compiler=$(find_command "$name"); then
      release=$("$compiler" -dumpversion | cut -d . -f 1)
      package=${package%-dev}-$release-dev
    fi
    missing+=("$package")
  done < <(printf '%s\n' "$@")
  [ ${#missing[@]} -eq 0 ] && return

  echo "Missing packages: ${missing[*]}"
  local install=(apt-get install --yes --no-install-recommends "${missing[@]}")
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo -n)
  fi
  if ! command -v apt-get > /dev/null || ! "${as_root[@]}" true 2> /dev/null; then
    echo "They cannot be installed from here. As an administrator, run:"
    echo "  apt-get update && ${install[*]}"
    exit 1
  fi
  "${as_root[@]}" apt-get update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}"
}

# build PRESET TARGET OPTION...: configures a preset with the options and builds the target.
build() {
  local preset=$1 target=$2
  shift 2
  cmake --preset "$preset" "$@"
  cmake --build --preset "$preset" --parallel "${JOBS:-$(nproc)}" --target "$target"
}

if command -v ccache > /dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_SLOPPINESS=pch_defines,time_macros  # needed to cache sources with precompiled headers
fi

case ${1:-run} in
  deps)
    install_missing "${build_needs[@]}" "${test_needs[@]}"
    echo "Nothing is missing."
    ;;

  run)
    install_missing "${build_needs[@]}"
    # Only developers of sluice need tests and warnings.
    build release all -DSLUICE_DEVELOPER_MODE=OFF -DSLUICE_BUILD_TESTS=OFF -DSLUICE_BUILD_BENCH=OFF \
      -DSLUICE_BUILD_EXAMPLES=ON -DSLUICE_BUILD_CLI=ON
    build/release/examples/sluice_sample examples/data build/sample
    for question in "${questions[@]}"; do
      printf '\n$ sluice ask --db build/sample "%s"\n' "$question"
      build/release/src/cli/sluice ask --db build/sample "$question"
    done
    ;;

  test)
    install_missing "${build_needs[@]}" "${test_needs[@]}"
    cmake/postgres_with_vectors.sh || echo "Tests that need PostgreSQL with pgvector will be skipped."
    cmake/duckdb_library.sh || echo "Tests that need DuckDB's library will be skipped."
    cmake/sqlite_source.sh || echo "Tests of hosts with another SQLite will be skipped."
    options=(-DSLUICE_DEVELOPER_MODE=ON)
    # A newer compiler may have new warnings, which must not stop users who only want to try sluice.
    if [ -z "${CI:-}" ]; then
      options+=(--compile-no-warning-as-error)
    fi
    # Tests are built with sanitizers; only tests of the installed package are built without them.
    build release all "${options[@]}" -DSLUICE_BUILD_TESTS=ON "-DSLUICE_TEST_ROOMS=capi;cli" -DSLUICE_BUILD_BENCH=ON
    build asan-ubsan all "${options[@]}" -DSLUICE_UNITY_BUILD=ON -DSLUICE_FUZZ_SECONDS="${FUZZ_SECONDS:-4}"

    # One ctest run over both builds: one list of failures, one summary.
    mkdir -p build/check
    echo 'subdirs(../release ../asan-ubsan)' > build/check/CTestTestfile.cmake
    exec ctest --test-dir build/check --output-on-failure --no-tests=error --parallel "${JOBS:-$(nproc)}"
    ;;

  *)
    sed -n '/^# From/,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
    ;;
esac
