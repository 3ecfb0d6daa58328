#!/usr/bin/env bash
# Measures the installation that was built, on this machine, and adds the figures to the project's own history: what
# bin/benchmark calibrate measures, and comparisons of the whole tool with other tools on local brokers. build/release calls
# it. Nothing else may run meanwhile.
#
#   build/benchmarks/history/add-release.sh VERSION [ROUNDS [SECONDS [COMPARISON...]]]
#
# COMPARISON: KIND[:BYTES[:NODES]], default both; 100 bytes (JMS: 1024) and one node.
#   both, produce, consume, share  Kafka's tools        (../kafka/compare.sh)
#   quorum, stream                 PerfTest, a loop     (../rabbitmq/compare.sh)
#   sync, async                    a loop of JMS calls  (../jms/compare.sh)
# Default: 6 rounds of 4 s after 8 s of warm-up (consume: 3 s, quorum and stream: 15 s), about 6 minutes for both.
#
# WARMUP: other seconds of warm-up. STORE: the folder of the history, default build/benchmarks/history/store. Other variables
# are those of the comparisons, for example MESSAGES. Needs jq and a build.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
usage='usage: add-release.sh VERSION [ROUNDS [SECONDS [COMPARISON...]]]'
version=${1:?$usage} rounds=${2:-6} seconds=${3:-4}
shift $(($# < 3 ? $# : 3))
[ $# -gt 0 ] || set -- both
for comparison; do
  [[ $comparison =~ ^(both|produce|consume|share|quorum|stream|sync|async)(:[0-9]+(:[1-9])?)?$ ]] || {
    echo "add-release.sh: no comparison $comparison; $usage" >&2
    exit 2
  }
done
root=$PWD store=${STORE:-$PWD/build/benchmarks/history/store} name=release-figures brokers=false
export TIDEMARK_SKIP_BUILD=1
home=build/distribution/target/tidemark
work=$(mktemp -d)
trap 'cd "$root"; stop_brokers; rm -rf "$work"' EXIT

stop_brokers() {
  [ $brokers = false ] || bin/brokers down --name $name >&2 || true
  brokers=false
}

# version_of JAR_PATTERN NAME: the version in the name of a jar.
version_of() { basename "$(ls $1)" .jar | sed "s/^$2-//"; }

# measure KIND BYTES NODES: runs a comparison, and writes its figures.
measure() {
  local kind=$1 bytes=$2 nodes=$3 warmup=8 folder system driver tool tool_version addresses record nodes_option=() values valid
  case $kind in
    both | produce | consume | share)
      folder=kafka system=kafka driver=kafka-and-its-tools tool='kafka tools'
      tool_version=$(version_of "$home/brokers/kafka/kafka-tools-[0-9]*.jar" kafka-tools)
      [ "$kind" != consume ] || warmup=3
      ;;
    quorum) folder=rabbitmq system=rabbitmq warmup=15 driver=rabbitmq-quorum-and-perf-test tool=PerfTest tool_version= ;;
    stream)
      folder=rabbitmq system=rabbitmq warmup=15 driver=rabbitmq-stream-and-its-client tool='stream client'
      tool_version=$(version_of "$home/drivers/rabbitmq-stream/stream-client-[0-9]*.jar" stream-client)
      ;;
    sync | async)
      folder=jms system=jms driver=artemis-and-its-client tool='Artemis client'
      tool_version=$(version_of "$home/drivers/ibmmq/artemis-jms-client-[0-9]*.jar" artemis-jms-client)
      ;;
  esac
  warmup=${WARMUP:-$warmup}
  [ "$nodes" = 1 ] || nodes_option=(--nodes "$nodes")
  [ "$system" != jms ] || nodes_option+=(--option forceToDisk=false)
  brokers=true
  bin/brokers up "$system" --name $name "${nodes_option[@]}" >"$work/brokers.txt"
  case $kind in
    quorum) addresses=$(grep -oE -m 1 'amqp://[^ ,"]*' "$work/brokers.txt") ;;
    stream) addresses=$(grep -oE -m 1 'rabbitmq-stream://[^ ,"]*' "$work/brokers.txt") ;;
    sync | async) addresses=$(grep -oE -m 1 'tcp://[^ ,"]*' "$work/brokers.txt") ;;
    *) addresses=$(grep -oE '127\.0\.0\.1:[0-9]+' "$work/brokers.txt" | head -n "$nodes" | paste -sd ,) ;;
  esac
  SIDES="A C" WARMUP=$warmup REPLICAS=$nodes build/benchmarks/$folder/compare.sh "$kind" "$addresses" "$bytes" "$rounds" "$seconds"
  stop_brokers
  case $folder in
    kafka) record=rounds-$kind-$bytes-acks-${ACKS:-all}-replicas-$nodes.txt ;;
    rabbitmq) record=rounds-$kind-$bytes.txt tool_version=${tool_version:-$(version_of "build/benchmarks/rabbitmq/target/perf-test/perf-test-[0-9]*.jar" perf-test)} ;;
    jms) record=rounds-$kind-$bytes-${PERSISTENCE:-non-persistent}.txt ;;
  esac
  record=build/benchmarks/$folder/target/$record
  values=$(awk -v figures=1 -f build/benchmarks/sides/ratios.awk "$record")
  valid=$(awk '$2 == "C" { n++; if ($7 == "VALID") valid++ } END { printf "%d of %d", valid, n }' "$record")
  jq --argjson values "$values" --arg at "$(date -u +%FT%TZ)" --arg rounds "$rounds" --arg valid "$valid" --arg seconds "$seconds" \
    --arg warmup "$warmup" --arg tool "$tool" --arg toolVersion "$tool_version" --arg kind "$kind" --arg bytes "$bytes" --arg nodes "$nodes" \
    --arg driver "$driver" --arg acks "${ACKS:-all}" '{
      figuresVersion: 1, workload: "\($kind)-\($bytes)-bytes", driver: $driver, at: $at,
      settings: ({"message size": "\($bytes) B", "nodes": $nodes, "time of a turn": "\($seconds) s", "warm-up": "\($warmup) s"}
        + if $driver == "kafka-and-its-tools" then {"acks": $acks} else {} end),
      environment: .workers[0].environment, attributes: {"rounds": $rounds, "valid runs": $valid, ($tool): $toolVersion}, values: $values
    }' build/benchmarks/$folder/target/whole/2*/result.json >"$work/$kind-$bytes-$nodes.figures.json"
}

bin/benchmark calibrate --output "$work/calibrate.figures.json"
for comparison; do
  IFS=: read -r kind bytes nodes <<<"$comparison"
  case $kind in sync | async) bytes=${bytes:-1024} ;; esac
  measure "$kind" "${bytes:-100}" "${nodes:-1}"
done

# From there, so that the store has no path of this machine.
cd "$work"
"$root/bin/benchmark" history add . --store "$store" --label "release=$version"
