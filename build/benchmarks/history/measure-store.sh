#!/usr/bin/env bash
# How long a store of 100,000 runs takes to be read: the figures of README.md. Three measurements, each in a new JVM.
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
mvn -B -q -ntp -Dquick -pl framework/history -am test-compile >&2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
path="framework/history/target/test-classes:framework/history/target/classes:build/distribution/target/tidemark/lib/*"
java -cp "$path" io.tidemark.history.LargeStore make "$folder/history"
du -sh "$folder/history"
for _ in 1 2 3; do
  java -cp "$path" io.tidemark.history.LargeStore read "$folder/history"
done
