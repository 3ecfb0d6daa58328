#!/usr/bin/env bash
# How far apart the workers of a run send their first messages. See README.md.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
work=$(mktemp -d)
export TIDEMARK_STATE=$work/state
pids=()
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  "$root/bin/brokers" down >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap stop EXIT

start_worker() { # number
  HEAP_OPTS="-Xms128m -Xmx128m" "$root/bin/benchmark-worker" -p 0 >"$work/worker-$1.log" 2>&1 &
  pids+=($!)
}

url_of() { # number
  for _ in $(seq 300); do
    sed -n 's/^Worker listens on //p' "$work/worker-$1.log" | grep . && return
    sleep 0.2
  done
  echo "worker $1 did not come up: $(cat "$work/worker-$1.log")" >&2
  exit 3
}

# Of n workers n/2 produce, of one worker that one: so the list is twice as long as the number.
spread() { # number of producing workers
  local count=$1 urls="" i listed
  listed=$((count == 1 ? 1 : 2 * count))
  for ((i = ${#pids[@]}; i < listed; i++)); do start_worker "$i"; done
  for ((i = 0; i < listed; i++)); do urls=$urls,$(url_of "$i"); done
  cat >"$work/spread.yaml" <<YAML
name: spread
topics: 1
partitionsPerTopic: 1
messageSize: 100
subscriptionsPerTopic: 0
producersPerTopic: $count
consumerPerSubscription: 0
producerRate: $((1000 * count))
warmupDuration: 0s
testDuration: 2s
YAML
  "$root/bin/benchmark" -q -d "$work/driver.yaml" -w "${urls#,}" --results-dir "$work/results-$count" \
    "$work/spread.yaml" >"$work/run.log" 2>&1 || [ $? = 1 ] || { cat "$work/run.log" >&2; exit 3; }
  python3 - "$work/results-$count" "$count" <<'PY'
import glob, json, sys
result = json.load(open(glob.glob(sys.argv[1] + "/*/result.json")[0]))
first = [e["epochMicros"] for e in result["events"] if e["kind"] == "FIRST_SEND"]
begin = [e["epochMicros"] for e in result["events"] if e["kind"] == "PHASE"][0]
if len(first) != int(sys.argv[2]):
    sys.exit("expected %s first messages, saw %d" % (sys.argv[2], len(first)))
print("%2d workers: first messages %6.1f ms apart, the last %6.1f ms after the start" %
      (len(first), (max(first) - min(first)) / 1e3, (max(first) - begin) / 1e3))
PY
}

"$root/bin/brokers" up kafka --nodes 1 >"$work/brokers.log" 2>&1 || { cat "$work/brokers.log" >&2; exit 3; }
cat >"$work/driver.yaml" <<YAML
name: kafka
driverClass: io.tidemark.driver.kafka.KafkaBenchmarkDriver
replicationFactor: 1
commonConfig: {bootstrap.servers: "$(sed -n 's/.*bootstrap = *//p' "$work/brokers.log" | head -n 1)"}
producerConfig: {acks: all}
consumerConfig: {auto.offset.reset: earliest}
YAML
for count in "${@:-1 2 4 8}"; do for each in $count; do spread "$each"; done; done
