#!/usr/bin/env bash
# Downloads OpenSearch with vector search, as jars from Maven Central (51 MB), for tests of stores, which start nodes of
# it.
#
#   cmake/opensearch_jars.sh [DIR]   saves them in DIR (build/opensearch by default), unless they are there
#
# Needs Maven and python3, and Java 17 to run them. Tests search $SLUICE_OPENSEARCH_JARS and build/opensearch, and are
# skipped without jars or Java.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-build/opensearch}
release=2.19.1
if [ "$(cat "$folder/release" 2> /dev/null)" = "$release" ]; then
  echo "$folder: there already"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/pom.xml" << POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sluice</groupId><artifactId>opensearch-jars</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.opensearch</groupId><artifactId>opensearch</artifactId><version>$release</version>
    </dependency>
    <dependency>
      <groupId>org.opensearch.plugin</groupId><artifactId>transport-netty4-client</artifactId>
      <version>$release</version>
    </dependency>
    <dependency>
      <groupId>org.opensearch.plugin</groupId><artifactId>opensearch-knn</artifactId>
      <version>$release.0</version><type>zip</type>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
    </dependency>
    <dependency>
      <groupId>org.apache.logging.log4j</groupId><artifactId>log4j-core</artifactId><version>2.21.0</version>
    </dependency>
  </dependencies>
</project>
POM
mvn --quiet --batch-mode --file "$work/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/jars"
python3 - "$work/jars" << 'PYTHON'
import pathlib, sys, zipfile

jars = pathlib.Path(sys.argv[1])
for plugin in list(jars.glob("*.zip")):
    with zipfile.ZipFile(plugin) as archive:
        for entry in archive.infolist():
            name = pathlib.PurePosixPath(entry.filename).name
            if name.endswith(".jar") and not (jars / name).exists():
                (jars / name).write_bytes(archive.read(entry))
    plugin.unlink()
PYTHON
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/jars" "$folder"
echo "$release" > "$folder/release"
echo "$folder: fetched OpenSearch $release"
