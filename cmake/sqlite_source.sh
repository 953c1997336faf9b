#!/usr/bin/env bash
# Downloads SQLite's source as one file, which tests build with other options than the system's, from an npm package
# that contains it (10 MB).
#
#   cmake/sqlite_source.sh [DIR]   saves it in DIR (build/sqlite_source by default), unless it is there
#
# Needs npm and access to a registry. Tests of hosts with another SQLite are skipped without it.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake/npm_files.sh better-sqlite3@12.4.1 14398acbf00d1e8fe0a2753df7d4f15c13138e4b874f4e6e96791f65b4536d0d \
  "${1:-build/sqlite_source}" deps/sqlite3/sqlite3.c deps/sqlite3/sqlite3.h
