#!/usr/bin/env bash
# Downloads files from an npm package, without running any of its code, unless they are there.
#
#   cmake/npm_files.sh PACKAGE CHECKSUM DIR FILE...   saves each FILE of the package, without its folders, in DIR
#
# PACKAGE is NAME@VERSION; it is used only if the sha256 of its archive is CHECKSUM. Needs npm and access to a registry.
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
  echo "$package: the checksum is wrong; not used" >&2
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
