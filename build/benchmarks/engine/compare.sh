#!/usr/bin/env bash
# The engine of two installations, in alternating order, each turn in a new process: its share of the machine's baseline,
# and what a received message costs in the callback.
#
#   build/benchmarks/engine/compare.sh BEFORE AFTER [ROUNDS [THREADS]]
#
# BEFORE and AFTER are unpacked archives, or build/distribution/target/tidemark of two checkouts. A turn measures baseline,
# delivery off and delivery full alternately, 7 times for 0.3 s after 3 s of warm-up; then 40 passes of 200,000 stored messages.
set -euo pipefail
cd -P "$(dirname "$0")/../../.."
usage='usage: compare.sh BEFORE AFTER [ROUNDS [THREADS]]'
before=${1:?$usage} after=${2:?$usage} rounds=${3:-6} threads=${4:-$(getconf _NPROCESSORS_ONLN)}
work=build/benchmarks/engine/target
# What bin/benchmark sets.
java_options=(-Xms512m -Xmx512m -XX:+UseG1GC -XX:GCTimeRatio=199 -XX:MaxTenuringThreshold=4)

# An installation, or a class path.
classes() { if [ -d "$1/lib" ]; then echo "$1/lib/*"; else echo "$1"; fi; }

# turn SIDE CLASSES: prints the last lines of the measurements.
turn() {
  local run=(java "${java_options[@]}" -cp "$work/$1:$2")
  "${run[@]}" io.tidemark.worker.calibration.EngineShare "$threads" 7 300 | tail -1
  "${run[@]}" io.tidemark.worker.calibration.ReceiveCost 40 | tail -1
}

# compile SIDE INSTALLATION: with the sources of its checkout, if it is in one, because the SDK may differ.
compile() {
  local sources=$2/../../../benchmarks/engine
  [ -d "$sources" ] || sources=build/benchmarks/engine
  mkdir -p "$work/$1"
  javac -cp "$(classes "$2")" -d "$work/$1" "$sources"/*.java
}

compile before "$before"
compile after "$after"
for ((round = 1; round <= rounds; round++)); do
  sides=(before after)
  for i in 0 1; do
    side=${sides[(i + round) % 2]}
    turn "$side" "$(classes "${!side}")" | sed "s/^/round $round, $side: /"
  done
done
