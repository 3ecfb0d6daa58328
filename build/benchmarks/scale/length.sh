#!/usr/bin/env bash
# How memory and results of a run grow with its length. See README.md.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
[ $# -gt 0 ] || set -- 60 240
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '%9s %9s %15s %12s %12s %12s %12s %15s %14s\n' "length s" samples "live heap MB" "journal kB" "result kB" "timeline kB" "hlog kB" "acknowledged kB" "finish s"
for seconds in "$@"; do
  cat >"$work/length.yaml" <<YAML
name: length
topics: 1
partitionsPerTopic: 1
messageSize: 100
subscriptionsPerTopic: 1
producersPerTopic: 10
consumerPerSubscription: 1
producerRate: 5000
sampleInterval: 100ms
warmupDuration: 0s
testDuration: ${seconds}s
YAML
  results=$work/results-$seconds
  "$root/bin/benchmark" -q -d "$root/driver-inmemory/inmemory.yaml" --results-dir "$results" "$work/length.yaml" \
    >"$work/run.log" 2>&1 &
  run=$!
  sleep "$seconds" # The JVM and the preparation took some of it: the load has not ended.
  jcmd "$run" GC.class_histogram >"$work/histogram"
  live=$(awk '/^Total/ { print $3 }' "$work/histogram")
  journal=$(cat "$results"/.recording-*/* | wc -c)
  code=0
  wait "$run" || code=$?
  [ "$code" -le 1 ] || { cat "$work/run.log" >&2; exit 3; }
  python3 - "$results" "$seconds" "$live" "$journal" <<'PY'
import glob, gzip, json, os, sys
results, (seconds, live, journal) = sys.argv[1], map(int, sys.argv[2:])
run = os.path.dirname(glob.glob(results + "/*/result.json")[0])
result = json.load(open(run + "/result.json"))
size = lambda pattern: sum(map(os.path.getsize, glob.glob(run + "/" + pattern))) / 1000
test = [phase for phase in result["phases"] if phase["measured"]][-1]
finish = os.path.getmtime(run + "/result.json") - test["startEpochMicros"] / 1e6 - test["lengthSeconds"]
print("%9d %9d %15.2f %12.0f %12.0f %12.0f %12.0f %15.1f %14.2f" % (seconds, sum(1 for line in gzip.open(run + "/samples.jsonl.gz")), live / 1e6, journal / 1e3,
      size("result.json") + size("samples.jsonl.gz"), size("timeline.csv"), size("*.hlog"), size("acknowledged.bin"), finish))
PY
done
