#!/usr/bin/env bash
# Fetches SQLite's source as one file, which tests build with other options than the system's, out of an npm package that
# carries it (10 MB). The package is taken only with the right checksum; nothing of its JavaScript is run.
#
#   cmake/sqlite_source.sh [DIR]   puts it there (build/sqlite_source by default); does nothing where it is
#
# Needs npm (with a registry it may reach). Tests of hosts with a SQLite of their own are skipped where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-build/sqlite_source}
package=better-sqlite3@12.4.1
checksum=14398acbf00d1e8fe0a2753df7d4f15c13138e4b874f4e6e96791f65b4536d0d

if [ -f "$folder/sqlite3.c" ] && [ "$(cat "$folder/checksum" 2> /dev/null)" = "$checksum" ]; then
  echo "$folder: there already"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --ignore-scripts --pack-destination "$work" "$package" > /dev/null
echo "$checksum  $(echo "$work"/*.tgz)" | sha256sum --check --status || {
  echo "$package: has another checksum; not used" >&2
  exit 1
}
mkdir "$work/files"
tar --extract --gzip --no-same-owner --file "$work"/*.tgz --directory "$work/files" --strip-components 3 \
  package/deps/sqlite3/sqlite3.c package/deps/sqlite3/sqlite3.h
echo "$checksum" > "$work/files/checksum"
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/files" "$folder"
chmod -R a+rX "$folder"
echo "$folder: fetched from $package"
