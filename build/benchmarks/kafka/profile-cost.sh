#!/usr/bin/env bash
# What `--profile`, or another key of a workload, costs: pairs of runs with and without it, in alternating order. See README.md.
#   profile-cost.sh [--key 'trace: 1/1000'] [PAIRS [RATE [SECONDS [DRIVER]]]]
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
key=
if [ "${1:-}" = --key ]; then
  key=$2
  shift 2
fi
pairs=${1:-5} rate=${2:-5000} seconds=${3:-20}
driver=${4:-$root/driver-kafka-strimzi/local-1node.yaml}
work=$(mktemp -d)
collector=
trap 'rm -rf "$work"; [ -z "$collector" ] || kill "$collector"' EXIT
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
{ cat "$work/cost.yaml"; echo "$key"; } >"$work/with-key.yaml"

# Spans need a collector: this one reads requests and answers. Both sides export to it, so that only the key differs.
case $key in
  trace*)
    python3 - "$work/port" <<'PY' &
import http.server, os, sys

class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *ignored):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
with open(sys.argv[1] + ".part", "w") as file:
    file.write(str(server.server_port))
os.rename(sys.argv[1] + ".part", sys.argv[1])
server.serve_forever()
PY
    collector=$!
    for _ in $(seq 50); do
      [ -e "$work/port" ] || sleep 0.2
    done
    port=$(cat "$work/port")
    grep -q '^telemetry:$' "$driver" || { echo "$driver: a line 'telemetry:' is needed" >&2; exit 2; }
    sed "s|^telemetry:\$|telemetry:\n  otlp: {endpoint: \"http://127.0.0.1:$port\"}|" "$driver" >"$work/driver.yaml"
    driver=$work/driver.yaml
    ;;
esac

run() { # with|without
  local option=() workload=$work/cost.yaml
  if [ "$1" = with ] && [ -z "$key" ]; then option=(--profile); fi
  if [ "$1" = with ] && [ -n "$key" ]; then workload=$work/with-key.yaml; fi
  local code=0
  "$root/bin/benchmark" -q "${option[@]}" -d "$driver" --results-dir "$work/$1" "$workload" \
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
