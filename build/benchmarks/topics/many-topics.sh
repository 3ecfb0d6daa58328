#!/usr/bin/env bash
# What a run costs apart from its load, by the number of topics. See README.md.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
[ $# -gt 0 ] || set -- 100 1000 10000
seconds=5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '%8s %10s %9s %10s %9s %11s %12s %13s %15s\n' topics "prepare s" ms/topic "finish s" ms/topic "result kB" "delivery kB" "telemetry kB" "acknowledged kB"
for topics in "$@"; do
  cat >"$work/topics-$topics.yaml" <<YAML
name: topics-$topics
topics: $topics
partitionsPerTopic: 1
messageSize: 100
subscriptionsPerTopic: 1
producersPerTopic: 1
consumerPerSubscription: 1
producerRate: 10000
warmupDuration: 0s
testDuration: ${seconds}s
YAML
  results=$work/results-$topics
  code=0
  "$root/bin/benchmark" -q -d "$root/driver-inmemory/inmemory.yaml" --results-dir "$results" "$work/topics-$topics.yaml" \
    >"$work/run.log" 2>&1 || code=$?
  [ "$code" -le 1 ] || { cat "$work/run.log" >&2; exit 3; }
  python3 - "$results" "$topics" <<'PY'
import glob, json, os, sys
results, topics = sys.argv[1], int(sys.argv[2])
run = os.path.dirname(glob.glob(results + "/*/result.json")[0])
result = json.load(open(run + "/result.json"))
delivery = result["delivery"]
assert delivery["lostMessages"] == 0 and len(delivery["subscriptions"]) == topics, delivery["limits"]
size = lambda name: os.path.getsize(run + "/" + name) / 1000 if os.path.exists(run + "/" + name) else 0
test = [phase for phase in result["phases"] if phase["measured"]][-1]
prepare = result["phases"][0]["startEpochMicros"] / 1e6 - result["run"]["startedEpochMillis"] / 1e3
finish = os.path.getmtime(run + "/result.json") - test["startEpochMicros"] / 1e6 - test["lengthSeconds"]
print("%8d %10.2f %9.3f %10.2f %9.3f %11.0f %12.0f %13.0f %15.1f" % (topics, prepare, 1000 * prepare / topics,
      finish, 1000 * finish / topics, size("result.json"), size("delivery.csv"), size("telemetry.csv"), size("acknowledged.bin")))
PY
done
