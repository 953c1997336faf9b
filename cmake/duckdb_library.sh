#!/usr/bin/env bash
# Downloads DuckDB's C library, which the tests of DuckDB files use, from an npm package that contains it (24 MB; x86-64
# Linux).
#
#   cmake/duckdb_library.sh [DIR]   saves it in DIR (build/duckdb by default), unless it is there
#
# Needs npm and access to a registry. Tests of DuckDB files search $SLUICE_DUCKDB_LIBRARY, build/duckdb and the system's
# library path, and are skipped if the library is not found.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname -sm)" != "Linux x86_64" ]; then
  echo "DuckDB's library: this package is for Linux on x86-64 only" >&2
  exit 1
fi
cmake/npm_files.sh @duckdb/node-bindings-linux-x64@1.5.6-r.1 \
  1b9f82478539bb9a1d1df44bd103121a12ae52142c07158dc52b97d2ec1d69ff "${1:-build/duckdb}" libduckdb.so LICENSE
