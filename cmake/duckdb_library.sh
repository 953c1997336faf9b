#!/usr/bin/env bash
# Fetches DuckDB's C library, which tests of DuckDB files read and write through, out of an npm package that carries it
# (24 MB; x86-64 Linux). The package is taken only with the right checksum; nothing of its JavaScript is run.
#
#   cmake/duckdb_library.sh [DIR]   puts it there (build/duckdb by default); does nothing where it is
#
# Needs npm (with a registry it may reach). Tests of DuckDB files look into $SLUICE_DUCKDB_LIBRARY, build/duckdb and where
# the system keeps libraries, and are skipped where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-build/duckdb}
package=@duckdb/node-bindings-linux-x64@1.5.6-r.1
checksum=1b9f82478539bb9a1d1df44bd103121a12ae52142c07158dc52b97d2ec1d69ff

if [ -f "$folder/libduckdb.so" ] && [ "$(cat "$folder/checksum" 2> /dev/null)" = "$checksum" ]; then
  echo "$folder: there already"
  exit 0
fi
if [ "$(uname -sm)" != "Linux x86_64" ]; then
  echo "$package: is for Linux on x86-64 only" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --ignore-scripts --pack-destination "$work" "$package" > /dev/null
echo "$checksum  $(echo "$work"/*.tgz)" | sha256sum --check --status || {
  echo "$package: has another checksum; not used" >&2
  exit 1
}
mkdir "$work/files"
tar --extract --gzip --no-same-owner --file "$work"/*.tgz --directory "$work/files" --strip-components 1 \
  package/libduckdb.so package/LICENSE
echo "$checksum" > "$work/files/checksum"
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/files" "$folder"
chmod -R a+rX "$folder"
echo "$folder: fetched from $package"
