#!/usr/bin/env bash
# How long a store of 100,000 runs takes to be read: the figures of store-times.csv. Three measurements, each in a new JVM with the
# options of bin/benchmark history, and then the whole command. Times are those of the process and of the CPU.
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
mvn -B -q -ntp -Dquick -pl framework/features -am test-compile >&2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
path="framework/features/target/test-classes:framework/features/target/classes:build/distribution/target/tidemark/lib/*"
java -cp "$path" io.tidemark.features.history.LargeStore make "$folder/history"
du -sh --apparent-size "$folder/history"
export TIDEMARK_SKIP_BUILD=1 TIMEFORMAT='  %R s, CPU %U + %S s'
uptime
for _ in 1 2 3; do
  time java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$path" io.tidemark.features.history.LargeStore read "$folder/history"
done
echo "the JVM and the command line alone"
time bin/benchmark history --help >/dev/null
echo "history trend of one series, of all series in one month, of one metric of all series, and of all"
time bin/benchmark history trend --store "$folder/history" --workload workload-7 >/dev/null
time bin/benchmark history trend --store "$folder/history" --since 2026-09-01 >/dev/null
time bin/benchmark history trend --store "$folder/history" --metric endToEnd.p99 >/dev/null
time bin/benchmark history trend --store "$folder/history" >/dev/null
uptime
