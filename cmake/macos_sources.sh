#!/usr/bin/env bash
# Compiles every source for macOS on ARM64, without a Mac: with zig, which carries Apple's headers and clang.
#
#   python3 -m pip install ziglang
#   cmake/macos_sources.sh [FOLDER...]     folders of sources; without any: src capi examples
#
# Only compiles: linking and running need a Mac. The headers of other libraries are this machine's, those that
# `cmake/quickstart.sh deps` installs. From the environment: ZIG (the command, `zig` or `python3 -m ziglang`), TARGET
# (aarch64-macos; `zig targets` lists others), JOBS (how many compilers at once). Objects go to build/macos; zig keeps
# what it compiled, so that a second run takes seconds.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${ZIG:-}" ]; then
  ZIG=zig
  command -v zig > /dev/null || ZIG="python3 -m ziglang"
fi
target=${TARGET:-aarch64-macos}
if ! release=$($ZIG version 2> /dev/null); then
  echo "zig was not found. Install it with 'python3 -m pip install ziglang', or name it in ZIG." >&2
  exit 2
fi

# Links to the headers of the libraries only, because /usr/include also has those of the C library.
include=build/macos/include
rm -rf "$include"
mkdir -p "$include"
for header in CLI Eigen curl doctest fast_float fmt hnswlib httplib.h libpq-fe.h libstemmer.h pg_config_ext.h \
  postgres_ext.h simdjson.h sqlite3.h unsupported utf8proc.h xxhash.h yaml.h zconf.h zlib.h; do
  for folder in /usr/local/include /usr/include /usr/include/*-linux-gnu /usr/include/{eigen3,postgresql}; do
    if [ -e "$folder/$header" ]; then
      ln -s "$folder/$header" "$include/$header"
      break
    fi
  done
done

compile() {
  local source=$1 flags=(-target "$target" -Wall -Wextra -Wpedantic -Werror -isystem "$include" -Iinclude -Icapi)
  case $source in
    *.c) flags=(cc -std=c99 "${flags[@]}") ;;
    src/* | capi/*) flags=(c++ -std=c++20 "${flags[@]}" -Isrc -DEigen=sluice_eigen -include src/core/unfused_neon.hpp) ;;
    *)
      flags=(c++ -std=c++20 "${flags[@]}" -Isrc -Itests)
      flags+=(-DSLUICE_SOURCE_DIR='"."' -DSLUICE_DATA='"."' -DSLUICE_COMMAND='"."')
      ;;
  esac
  flags+=(-DSLUICE_WITH_HTTP -DSLUICE_WITH_POSTGRES -DSLUICE_WITH_LLM -ffp-contract=off)
  flags+=(-O0 -fno-sanitize=undefined -c -o "$objects/${source//\//.}.o")
  $ZIG "${flags[@]}" "$source" || { echo "$source does not compile." >&2; return 1; }
}
export -f compile
objects=build/macos/objects
mkdir -p "$objects"
export ZIG target include objects

# Kernels for processors of another kind are not built for this one.
mapfile -t sources < <(find "${@:-src}" $([ $# -gt 0 ] || echo capi examples) \
  \( -name '*.cpp' -o -name '*.c' \) -not -name '*_avx*.cpp' | sort)
echo "zig $release, $target: ${#sources[@]} sources"
if printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c 'compile "$0" || exit 1'; then
  echo "All ${#sources[@]} compile."
else
  exit 1
fi
