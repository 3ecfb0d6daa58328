#!/usr/bin/env bash
# What a coordinator needs for the snapshots of its workers, by their number. See README.md.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
[ $# -gt 0 ] || set -- 1x10000 10x2000 100x200 500x40
seconds=30
work=$(mktemp -d)
workers=
stop() {
  [ -z "$workers" ] || kill "$workers" 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap stop EXIT

"$root/bin/benchmark" --version >&2 # It builds if necessary.
printf '%8s %9s %12s %12s %12s %14s %13s %9s\n' workers "msg/s" "cpu %" "ms/snapshot" "kB/s" "kB/snapshot" "resident MB" verdict
for each in "$@"; do
  count=${each%x*} rate=${each#*x}
  producing=$((count > 1 ? count / 2 : 1))
  mkfifo "$work/input-$count"
  java -Xmx8g -Xss256k -XX:+UseParallelGC -cp "$root/build/distribution/target/tidemark/lib/*:$root/build/distribution/target/tidemark/drivers/inmemory/*" \
    "$root/build/benchmarks/scale/ManyWorkers.java" "$count" <"$work/input-$count" >"$work/urls" 2>"$work/workers.log" &
  workers=$!
  exec 9>"$work/input-$count"
  for _ in $(seq 600); do [ -s "$work/urls" ] && break; sleep 0.2; done
  [ -s "$work/urls" ] || { cat "$work/workers.log" >&2; exit 3; }
  tr ',' '\n' <"$work/urls" | awk 'BEGIN { print "workers:" } { print "  - " $1 }' >"$work/workers.yaml"
  cat >"$work/scale.yaml" <<YAML
name: scale
topics: $producing
partitionsPerTopic: 1
messageSize: 100
subscriptionsPerTopic: 1
producersPerTopic: 1
consumerPerSubscription: 1
producerRate: $((producing * rate))
warmupDuration: 10s
testDuration: ${seconds}s
YAML
  printf 'name: inmemory\ndriverClass: io.tidemark.driver.inmemory.InMemoryBenchmarkDriver\nspace: scale\n' >"$work/driver.yaml"
  TIDEMARK_SKIP_BUILD=1 "$root/bin/benchmark" -q --plain -d "$work/driver.yaml" -wf "$work/workers.yaml" --results-dir "$work/results-$count" \
    "$work/scale.yaml" >"$work/run.log" 2>&1 &
  coordinator=$!
  : >"$work/readings"
  while kill -0 "$coordinator" 2>/dev/null; do
    { date +%s.%N; cat "/proc/$coordinator/stat" "/proc/$coordinator/io" "/proc/$coordinator/status"; echo end; } >>"$work/readings" 2>/dev/null || true
    sleep 0.5
  done
  code=0
  wait "$coordinator" || code=$?
  exec 9>&-
  wait "$workers" || true
  workers=
  [ "$code" -le 1 ] || { cat "$work/run.log" "$work/workers.log" >&2; exit 3; }
  python3 - "$work" "$count" "$rate" "$producing" <<'PY'
import glob, json, os, re, sys
work, (count, rate, producing) = sys.argv[1], map(int, sys.argv[2:])
result = json.load(open(glob.glob("%s/results-%d/*/result.json" % (work, count))[0]))
test = [phase for phase in result["phases"] if phase["measured"]][-1]
begin = test["startEpochMicros"] / 1e6
points = []
for block in open(work + "/readings").read().split("end\n"):
    lines = block.splitlines()
    at = re.match(r"[\d.]+$", lines[0]) if len(lines) > 5 else None
    received = re.search(r"rchar: (\d+)", block)
    resident = re.search(r"VmRSS:\s*(\d+)", block)
    if at and received and resident and begin <= float(at[0]) <= begin + test["lengthSeconds"]:
        cpu = lines[1].rsplit(")", 1)[1].split()
        points.append((float(at[0]), (int(cpu[11]) + int(cpu[12])) / os.sysconf("SC_CLK_TCK"), int(received[1]), int(resident[1])))
(start, cpu0, bytes0, _), (end, cpu1, bytes1, _) = points[0], points[-1]
cpu, size, snapshots = (cpu1 - cpu0) / (end - start), (bytes1 - bytes0) / (end - start), count
print("%8d %9d %12.1f %12.2f %12.0f %14.2f %13.0f %9s" % (count, producing * rate, 100 * cpu, 1000 * cpu / snapshots,
      size / 1e3, size / snapshots / 1e3, max(p[3] for p in points) * 1.024e-3, result["verdict"]["status"]))
PY
done
