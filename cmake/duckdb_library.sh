#!/usr/bin/env bash
# Fetches DuckDB's C library, which tests of DuckDB files read and write through, out of an npm package that carries it
# (24 MB; x86-64 Linux).
#
#   cmake/duckdb_library.sh [DIR]   puts it there (build/duckdb by default); does nothing where it is
#
# Needs npm (with a registry it may reach). Tests of DuckDB files look into $SLUICE_DUCKDB_LIBRARY, build/duckdb and where
# the system keeps libraries, and are skipped where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname -sm)" != "Linux x86_64" ]; then
  echo "DuckDB's library: this package is for Linux on x86-64 only" >&2
  exit 1
fi
cmake/npm_files.sh @duckdb/node-bindings-linux-x64@1.5.6-r.1 \
  1b9f82478539bb9a1d1df44bd103121a12ae52142c07158dc52b97d2ec1d69ff "${1:-build/duckdb}" libduckdb.so LICENSE
