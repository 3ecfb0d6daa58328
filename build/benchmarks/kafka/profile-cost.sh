#!/usr/bin/env bash
# What `--profile` costs: pairs of runs with and without it, in alternating order. See README.md.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
pairs=${1:-5} rate=${2:-5000} seconds=${3:-20}
driver=${4:-$root/driver-kafka-strimzi/local-1node.yaml}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/cost.yaml" <<YAML
name: cost
topics: 1
partitionsPerTopic: 3
messageSize: 1KB
subscriptionsPerTopic: 1
producersPerTopic: 1
consumerPerSubscription: 1
producerRate: $rate
warmupDuration: 8s
testDuration: ${seconds}s
YAML

run() { # with|without
  local option=()
  [ "$1" = without ] || option=(--profile)
  local code=0
  "$root/bin/benchmark" -q "${option[@]}" -d "$driver" --results-dir "$work/$1" "$work/cost.yaml" \
    >"$work/run.log" 2>&1 || code=$?
  [ "$code" -le 1 ] && grep -q '"schemaVersion"' "$work/$1"/*/result.json || { cat "$work/run.log" >&2; exit 3; }
}

for ((i = 1; i <= pairs; i++)); do
  if ((i % 2)); then run without; run with; else run with; run without; fi
done
python3 - "$work" <<'PY'
import csv, glob, gzip, json, math, os, statistics, sys

def figures(run):
    result = json.load(open(run + "/result.json"))
    measured = [p for p in result["phases"] if p["measured"]]
    names = {p["name"] for p in measured}
    start = min(p["startEpochMicros"] for p in measured)
    end = max(p["startEpochMicros"] + p["lengthSeconds"] * 1e6 for p in measured)
    worker = [h["processCpuShare"] for s in map(json.loads, gzip.open(run + "/samples.jsonl.gz"))
              if s["phase"] in names for h in s["hosts"]]
    broker = [float(r["value"]) for r in csv.DictReader(open(run + "/telemetry.csv"))
              if r["name"] == "nodeCpuCores" and start <= float(r["epochMicros"]) <= end]
    latencies = result["totals"]["latencies"]
    return {
        "worker CPU (cores)": statistics.mean(worker),
        "broker CPU (cores)": statistics.mean(broker),
        "publish p50 (us)": latencies["publishLatencyMicros"]["p50"],
        "publish p99 (us)": latencies["publishLatencyMicros"]["p99"],
        "end-to-end p50 (us)": latencies["endToEndMicros"]["p50"],
        "end-to-end p99 (us)": latencies["endToEndMicros"]["p99"],
    }

work = sys.argv[1]
sides = {side: [figures(os.path.dirname(f)) for f in sorted(glob.glob(work + "/" + side + "/*/result.json"))]
         for side in ("without", "with")}
print("%-22s %12s %12s  %s" % ("mean of %d pairs" % len(sides["with"]), "without", "with", "change of each pair (%)"))
for name in sides["with"][0]:
    pairs = [(a[name], b[name]) for a, b in zip(sides["without"], sides["with"])]
    changes = [100 * (b / a - 1) for a, b in pairs if a]
    mean = statistics.mean(changes)
    error = statistics.stdev(changes) / math.sqrt(len(changes)) if len(changes) > 1 else math.nan
    print("%-22s %12.3f %12.3f  %+.1f, standard error %.1f" %
          (name, statistics.mean(a for a, _ in pairs), statistics.mean(b for _, b in pairs), mean, error))
PY
