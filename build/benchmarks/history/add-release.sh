#!/usr/bin/env bash
# Measures the installation that was built, on this machine, and adds the figures to the project's own history: what
# bin/benchmark calibrate measures, and the comparison with Kafka's tools on a local node. build/release calls it. Takes about
# 8 minutes with the default settings; nothing else may run meanwhile.
#
#   build/benchmarks/history/add-release.sh VERSION [ROUNDS [SECONDS [WARMUP]]]
#
# Default: 6 rounds of 4 s after 8 s of warm-up. STORE: the folder of the history, default build/benchmarks/history/store.
# Needs jq and a build.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
version=${1:?usage: add-release.sh VERSION [ROUNDS [SECONDS [WARMUP]]]} rounds=${2:-6} seconds=${3:-4} warmup=${4:-8}
root=$PWD store=${STORE:-$PWD/build/benchmarks/history/store}
export TIDEMARK_SKIP_BUILD=1
kafka=build/benchmarks/kafka/target
work=$(mktemp -d)
trap 'cd "$root"; bin/brokers down --name release-figures >&2 || true; rm -rf "$work"' EXIT

bin/benchmark calibrate --output "$work/calibrate.figures.json"

address=$(bin/brokers up kafka --name release-figures | grep -oE '127\.0\.0\.1:[0-9]+' | head -n 1)
SIDES="A C" WARMUP=$warmup build/benchmarks/kafka/compare.sh both "$address" 100 "$rounds" "$seconds"
# Geometric means over the rounds; C is bin/benchmark, A are Kafka's tools.
values=$(awk '
  { confirmed[$2] += log($3); received[$2] += log($4); cpu[$2] += log($5); n[$2]++ }
  END {
    for (side in n) { confirmed[side] /= n[side]; received[side] /= n[side]; cpu[side] /= n[side] }
    printf "{\"confirmedRate\": %.6g, \"toolsConfirmedRate\": %.6g, \"confirmedToToolsRatio\": %.6g, ",
      exp(confirmed["C"]), exp(confirmed["A"]), exp(confirmed["C"] - confirmed["A"])
    printf "\"receivedToToolsRatio\": %.6g, \"clientCpuMicros\": %.6g, \"toolsClientCpuMicros\": %.6g}\n",
      exp(received["C"] - received["A"]), exp(cpu["C"]), exp(cpu["A"])
  }' "$kafka/rounds-both-100-acks-all-replicas-1.txt")
valid=$(awk '$2 == "C" { n++; if ($7 == "VALID") valid++ } END { printf "%d of %d", valid, n }' "$kafka/rounds-both-100-acks-all-replicas-1.txt")
tools=$(basename build/distribution/target/tidemark/brokers/kafka/kafka-tools-[0-9]*.jar .jar)
jq --argjson values "$values" --arg at "$(date -u +%FT%TZ)" --arg rounds "$rounds" --arg valid "$valid" --arg seconds "$seconds" \
  --arg warmup "$warmup" --arg tools "${tools#kafka-tools-}" '{
    figuresVersion: 1, workload: "both-100-bytes", driver: "kafka-and-its-tools", at: $at,
    settings: {"message size": "100 B", "acks": "all", "nodes": "1", "time of a turn": "\($seconds) s", "warm-up": "\($warmup) s"},
    environment: .workers[0].environment, attributes: {"rounds": $rounds, "valid runs": $valid, "kafka tools": $tools}, values: $values
  }' "$kafka"/whole/2*/result.json >"$work/kafka.figures.json"

# From there, so that the store has no path of this machine.
cd "$work"
"$root/bin/benchmark" history add . --store "$store" --label "release=$version"
