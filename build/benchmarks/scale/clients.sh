#!/usr/bin/env bash
# What a run costs apart from its load, by the number of topics and producers. See README.md.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
[ $# -gt 0 ] || set -- 100 1000 10000 10x1000 10x10000
seconds=5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '%8s %9s %9s %9s %9s %9s %9s %11s %12s %13s %15s\n' topics producers "prepare s" ms/client "finish s" ms/client "memory MB" "result kB" "delivery kB" "telemetry kB" "acknowledged kB"
for each in "$@"; do
  topics=${each%x*} producers=1
  [ "$topics" = "$each" ] || producers=${each#*x}
  cat >"$work/$each.yaml" <<YAML
name: clients-$each
topics: $topics
partitionsPerTopic: 1
messageSize: 100
subscriptionsPerTopic: 1
producersPerTopic: $producers
consumerPerSubscription: 1
producerRate: 10000
warmupDuration: 0s
testDuration: ${seconds}s
YAML
  results=$work/results-$each
  "$root/bin/benchmark" -q -d "$root/driver-inmemory/inmemory.yaml" --results-dir "$results" "$work/$each.yaml" \
    >"$work/run.log" 2>&1 &
  run=$! peak=0
  while kill -0 "$run" 2>/dev/null; do
    now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$run/status" 2>/dev/null) || true
    peak=${now:-$peak}
    sleep 0.2
  done
  code=0
  wait "$run" || code=$?
  [ "$code" -le 1 ] || { cat "$work/run.log" >&2; exit 3; }
  python3 - "$results" "$topics" "$producers" "$peak" <<'PY'
import glob, json, os, sys
results, (topics, producers, peak) = sys.argv[1], map(int, sys.argv[2:])
run = os.path.dirname(glob.glob(results + "/*/result.json")[0])
result = json.load(open(run + "/result.json"))
delivery = result["delivery"]
assert delivery["lostMessages"] == 0 and len(delivery["subscriptions"]) == topics, delivery["limits"]
size = lambda name: os.path.getsize(run + "/" + name) / 1000 if os.path.exists(run + "/" + name) else 0
test = [phase for phase in result["phases"] if phase["measured"]][-1]
prepare = result["phases"][0]["startEpochMicros"] / 1e6 - result["run"]["startedEpochMillis"] / 1e3
finish = os.path.getmtime(run + "/result.json") - test["startEpochMicros"] / 1e6 - test["lengthSeconds"]
clients = topics * (producers + 1)
print("%8d %9d %9.2f %9.3f %9.2f %9.3f %9.0f %11.0f %12.0f %13.0f %15.1f" % (topics, topics * producers, prepare, 1000 * prepare / clients,
      finish, 1000 * finish / clients, peak * 1.024e-3, size("result.json"), size("delivery.csv"), size("telemetry.csv"), size("acknowledged.bin")))
PY
done
