#!/usr/bin/env bash
# What the warm-up of the worker's own code changes: pairs of runs with and without --no-code-warm-up on one Kafka node, in
# alternating order, without a warm-up phase. Prints the first 10 s, second by second: medians of all pairs; then, of one more
# pair, the native code that the JVM made of Tidemark's methods. See README.md.
#   code-warm-up.sh [PAIRS [RATE]]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
pairs=${1:-8} rate=${2:-50000} name=code-warm-up
bin/benchmark --version >&2 # Builds the installation if needed.
export TIDEMARK_SKIP_BUILD=1
work=$(mktemp -d)
trap 'bin/brokers down --name $name >&2 || true; rm -rf "$work"' EXIT
bin/brokers up kafka --name $name >"$work/brokers.txt"
cat >"$work/driver.yaml" <<YAML
name: kafka
driverClass: io.tidemark.driver.kafka.KafkaBenchmarkDriver
replicationFactor: 1
commonConfig: bootstrap.servers=$(grep -oE -m 1 '127\.0\.0\.1:[0-9]+' "$work/brokers.txt" | head -n 1)
producerConfig: acks=all
YAML
cat >"$work/first-seconds.yaml" <<YAML
name: first-seconds
topics: 1
partitionsPerTopic: 1
subscriptionsPerTopic: 1
producersPerTopic: 1
consumerPerSubscription: 1
messageSize: 100
producerRate: $rate
warmupDuration: 0s
testDuration: 10s
YAML

# run with|without|first: first is not counted, the broker is cold in it.
run() {
  local option=() code=0
  [[ $1 != without* ]] || option=(--no-code-warm-up)
  bin/benchmark -q "${option[@]}" -d "$work/driver.yaml" --results-dir "$work/$1" "$work/first-seconds.yaml" \
    >"$work/run.log" 2>&1 || code=$?
  [ "$code" -le 1 ] || { cat "$work/run.log" >&2; exit 3; } # The verdict does not matter here.
}

run first
for ((i = 1; i <= pairs; i++)); do
  if ((i % 2)); then run without; run with; else run with; run without; fi
done
# The log of the compiler costs time: these two are not in the medians.
for side in without with; do
  JVM_OPTS="${JVM_OPTS:-} -XX:+UnlockDiagnosticVMOptions -XX:+LogCompilation -XX:LogFile=$work/compiled-$side.xml" run $side-logged
done
python3 - "$work" <<'PY'
import csv, glob, re, statistics, sys

COLUMNS = [("CPU, cores", "processCpuCoresTotal", 1), ("schedule delay p99, us", "scheduleDelayP99Micros", 1),
           ("end-to-end p50, ms", "endToEndP50Micros", 1000), ("end-to-end p99, ms", "endToEndP99Micros", 1000)]

def samples(side):
    return [list(csv.DictReader(open(file))) for file in sorted(glob.glob(sys.argv[1] + "/" + side + "/*/timeline.csv"))]

sides = {side: samples(side) for side in ("without", "with")}
print("medians of %d pairs, without and with the warm-up of the code" % len(sides["with"]))
print("second" + "".join("  %22s" % title for title, _, _ in COLUMNS))
for second in range(10):
    cells = []
    for _, column, unit in COLUMNS:
        medians = [statistics.median(float(run[second][column]) / unit for run in sides[side] if second < len(run))
                   for side in ("without", "with")]
        cells.append("%10.2f %10.2f" % tuple(medians))
    print("%6d" % (second + 1) + "".join("  %22s" % cell for cell in cells))
def compiled(side):
    """Methods, their bytecode and their native code (bytes) by compiler, of what is in use at the end."""
    codes = {}
    for line in open("%s/compiled-%s.xml" % (sys.argv[1], side), errors="replace"):
        made = re.match(r"<nmethod compile_id='(\d+)' .*?level='(\d)' .*?size='(\d+)' .*?method='io\.tidemark\.\S* .*?bytes='(\d+)'", line)
        if made:
            codes[made[1]] = (int(made[2]) == 4, int(made[4]), int(made[3]))
        gone = re.match(r"<make_not_entrant .*?compile_id='(\d+)'", line)
        if gone:
            codes.pop(gone[1], None)
    return codes.values()

print("code of Tidemark after 10 s, of one run each, without and with the warm-up of the code")
for c2, name in ((False, "C1"), (True, "C2")):
    both = [[code for code in compiled(side) if code[0] == c2] for side in ("without", "with")]
    print("%s: " % name + ", ".join("%d methods of %.0f KiB of bytecode = %.0f KiB of native code" % (
        len(codes), sum(code[1] for code in codes) / 1024, sum(code[2] for code in codes) / 1024) for codes in both))
PY
