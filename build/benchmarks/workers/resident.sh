#!/usr/bin/env bash
# How much memory a worker process with many clients takes under load. See README.md.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
clients=${1:-1000} rate=${2:-10000} limit_megabytes=${3:-450}
work=$(mktemp -d)
worker=
stop() {
  [ -z "$worker" ] || kill "$worker" 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap stop EXIT

"$root/bin/benchmark-worker" -p 0 >"$work/worker.log" 2>&1 &
worker=$!
for _ in $(seq 300); do
  url=$(sed -n 's/^Worker listens on //p' "$work/worker.log")
  [ -z "$url" ] || break
  sleep 0.2
done
[ -n "$url" ] || { echo "the worker did not come up: $(cat "$work/worker.log")" >&2; exit 3; }

field() { # name: of the worker's process, in kB
  sed -n "s/^$1:[^0-9]*\([0-9]*\) kB/\1/p" "/proc/$worker/status"
}

cat >"$work/resident.yaml" <<YAML
name: resident
topics: $clients
partitionsPerTopic: 1
messageSize: 100
subscriptionsPerTopic: 1
producersPerTopic: 1
consumerPerSubscription: 1
producerRate: $rate
warmupDuration: 5s
testDuration: 30s
YAML
idle=$(field VmRSS)
"$root/bin/benchmark" -q -d "$root/driver-inmemory/inmemory.yaml" -w "$url" --results-dir "$work/results" \
  "$work/resident.yaml" >"$work/run.log" 2>&1 &
run=$!
most=0
while kill -0 "$run" 2>/dev/null; do
  now=$(field VmRSS)
  [ "$now" -le "$most" ] || { most=$now; anonymous=$(field RssAnon) threads=$(sed -n 's/^Threads:[^0-9]*//p' "/proc/$worker/status"); }
  sleep 0.1
done
code=0
wait "$run" || code=$?
[ "$code" -le 1 ] || { cat "$work/run.log" >&2; exit 3; }
python3 - "$work/results" <<'PY'
import glob, gzip, json, os, sys
run = os.path.dirname(glob.glob(sys.argv[1] + "/*/result.json")[0])
result = json.load(open(run + "/result.json"))
samples = map(json.loads, gzip.open(run + "/samples.jsonl.gz"))
heap = max(h["usedHeapBytes"] for s in samples for h in s["hosts"])
print("%d messages sent, %s lost, verdict %s; heap used at the most %.0f MB" %
      (result["delivery"]["sentMessages"], result["delivery"]["lostMessages"], result["verdict"]["status"], heap / 1e6))
PY
python3 - "$clients" "$rate" "$idle" "$most" "$anonymous" "$threads" "$limit_megabytes" <<'PY'
import sys
clients, rate, idle, most, anonymous, threads, limit = map(int, sys.argv[1:])
print("%d producers and %d consumers, %d msg/s: %.0f MB resident at the most (%.0f MB anonymous, %d threads), idle %.0f MB" %
      (clients, clients, rate, most * 1.024e-3, anonymous * 1.024e-3, threads, idle * 1.024e-3))
sys.exit(0 if most * 1.024e-3 < limit else "more than %d MB" % limit)
PY
