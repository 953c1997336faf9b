#!/usr/bin/env bash
# Fetches SQLite's source as one file, which tests build with other options than the system's, out of an npm package that
# carries it (10 MB).
#
#   cmake/sqlite_source.sh [DIR]   puts it there (build/sqlite_source by default); does nothing where it is
#
# Needs npm (with a registry it may reach). Tests of hosts with a SQLite of their own are skipped where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake/npm_files.sh better-sqlite3@12.4.1 14398acbf00d1e8fe0a2753df7d4f15c13138e4b874f4e6e96791f65b4536d0d \
  "${1:-build/sqlite_source}" deps/sqlite3/sqlite3.c deps/sqlite3/sqlite3.h
