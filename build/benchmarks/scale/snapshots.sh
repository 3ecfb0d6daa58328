#!/usr/bin/env bash
# What a coordinator needs for the snapshots of its workers, by their number. See README.md.
# SAMPLE_INTERVAL (1s) and SECONDS_MEASURED (30) are those of the workload.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
[ $# -gt 0 ] || set -- 1x10000 10x2000 100x200 500x40 1000x20
seconds=${SECONDS_MEASURED:-30} interval=${SAMPLE_INTERVAL:-1s}
work=$(mktemp -d)
workers=
stop() {
  [ -z "$workers" ] || kill "$workers" 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap stop EXIT

"$root/bin/benchmark" --version >&2 # It builds if necessary.
printf '%8s %9s %9s %9s %9s %12s %9s %14s %13s %9s %5s %9s\n' workers "msg/s" "start s" "cpu %" "sample s" "ms/snapshot" compiling "kB/snapshot" "resident MB" threads lost verdict
for each in "$@"; do
  count=${each%x*} rate=${each#*x}
  producing=$((count > 1 ? count / 2 : 1))
  topics=$((producing < 10 ? producing : 10))
  each_topic=$((producing / topics))
  mkfifo "$work/input-$count"
  # A heap that does not grow: a process that stops for seconds loses all of its workers.
  java -Xms4g -Xmx$((count > 600 ? count / 100 : 6))g -Xmn1g -Xss256k -XX:+UseParallelGC -cp "$root/build/distribution/target/tidemark/lib/*:$root/build/distribution/target/tidemark/drivers/inmemory/*" \
    "$root/build/benchmarks/scale/ManyWorkers.java" "$count" <"$work/input-$count" >"$work/urls" 2>"$work/workers.log" &
  workers=$!
  exec 9>"$work/input-$count"
  for _ in $(seq 600); do [ -s "$work/urls" ] && break; sleep 0.2; done
  [ -s "$work/urls" ] || { cat "$work/workers.log" >&2; exit 3; }
  tr ',' '\n' <"$work/urls" | awk 'BEGIN { print "workers:" } { print "  - " $1 }' >"$work/workers.yaml"
  cat >"$work/scale.yaml" <<YAML
name: scale
topics: $topics
partitionsPerTopic: $each_topic
messageSize: 100
subscriptionsPerTopic: 1
producersPerTopic: $each_topic
consumerPerSubscription: $each_topic
producerRate: $((producing * rate))
sampleInterval: $interval
warmupDuration: 20s
testDuration: ${seconds}s
YAML
  printf 'name: inmemory\ndriverClass: io.tidemark.driver.inmemory.InMemoryBenchmarkDriver\nspace: scale\n' >"$work/driver.yaml"
  TIDEMARK_SKIP_BUILD=1 "$root/bin/benchmark" -q --plain -d "$work/driver.yaml" -wf "$work/workers.yaml" --results-dir "$work/results-$count" \
    "$work/scale.yaml" >"$work/run.log" 2>&1 &
  coordinator=$!
  : >"$work/readings"
  while kill -0 "$coordinator" 2>/dev/null; do
    { date +%s.%N; cat "/proc/$coordinator/stat" "/proc/$coordinator/io" "/proc/$coordinator/status"
      grep -sh 'CompilerThre' /proc/"$coordinator"/task/*/stat | sed 's/^/compiler /'; echo end; } >>"$work/readings" 2>/dev/null || true
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
points, compilers = [], []
for block in open(work + "/readings").read().split("end\n"):
    lines = block.splitlines()
    at = re.match(r"[\d.]+$", lines[0]) if len(lines) > 5 else None
    received = re.search(r"rchar: (\d+)", block)
    resident = re.search(r"VmRSS:\s*(\d+)", block)
    threads = re.search(r"Threads:\s*(\d+)", block)
    if at and received and resident and begin <= float(at[0]) <= begin + test["lengthSeconds"]:
        cpu = lines[1].rsplit(")", 1)[1].split()
        compiler = {}
        for line in re.findall(r"compiler (\d+ .*)", block):
            fields = line.rsplit(")", 1)[1].split()
            compiler[line.split()[0]] = int(fields[11]) + int(fields[12])
        compilers.append(compiler)
        points.append((float(at[0]), (int(cpu[11]) + int(cpu[12])) / os.sysconf("SC_CLK_TCK"), int(received[1]), int(resident[1]), int(threads[1])))
(start, cpu0, bytes0, _, _), (end, cpu1, bytes1, _, _) = points[0], points[-1]
cpu, size = (cpu1 - cpu0) / (end - start), (bytes1 - bytes0) / (end - start)
# Compiler threads may end in between; what one used until its last reading counts.
ticks = {}
for before, after in zip(compilers, compilers[1:]):
    for thread in after:
        ticks[thread] = ticks.get(thread, 0) + after[thread] - before.get(thread, 0)
compiling = sum(ticks.values()) / os.sysconf("SC_CLK_TCK") / (end - start)
lost = len(result["verdictInputs"]["lostWorkers"])
begins = result["phases"][0]["startEpochMicros"] / 1e6 - result["run"]["startedEpochMillis"] / 1e3
# Rounds of many workers may take longer than the sample interval of a second.
samples = [float(line.split(",")[3]) for line in open(glob.glob("%s/results-%d/*/timeline.csv" % (work, count))[0]) if line.startswith("test,")]
length = sum(samples) / len(samples)
print("%8d %9d %9.1f %9.1f %9.2f %12.2f %9.2f %14.2f %13.0f %9d %5d %9s" % (count, producing * rate, begins, 100 * cpu, length, 1000 * cpu * length / count, 1000 * compiling * length / count,
      size * length / count / 1e3, max(p[3] for p in points) * 1.024e-3, max(p[4] for p in points), lost, result["verdict"]["status"]))
open(work + "/figures", "a").write("%d %f\n" % (count, 1000 * cpu * length))
PY
done
python3 - "$work/figures" <<'PY'
import sys
points = [tuple(map(float, line.split())) for line in open(sys.argv[1])]
if len(points) > 1:
    n, x, y = len(points), sum(p[0] for p in points), sum(p[1] for p in points)
    xx, xy = sum(p[0] ** 2 for p in points), sum(p[0] * p[1] for p in points)
    slope = (n * xy - x * y) / (n * xx - x * x)
    print("least squares: %.2f ms of CPU for each sample, %.2f ms for each snapshot" % ((y - slope * x) / n, slope))
PY
