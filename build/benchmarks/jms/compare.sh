#!/usr/bin/env bash
# Compares our IBM MQ driver and the whole tool with a plain JMS loop, all on ActiveMQ Artemis, in turns, and prints the
# ratio of each round and their means with 95 % intervals. See README.md.
#
#   build/benchmarks/jms/compare.sh sync|async tcp://HOST:PORT [BYTES [ROUNDS [SECONDS]]]
#
# A  a loop of JMS calls (BareJmsLoop.java)
# B  our driver in a loop that measures nothing (../sides/DriverLoop.java)
# C  bin/benchmark with that driver, as users run it: envelopes, histograms, delivery audit, report
#
# sync: one producer, which waits for the answer to each send, and one consumer. async: one producer, which is told the
# answers by a CompletionListener, and no consumer.
#
# A turn is a new process with a new queue, WARMUP seconds (8) after its first report, and then SECONDS. All sides have
# the same client with the same settings, and the same options of the JVM.
#
# PERSISTENCE=persistent instead of non-persistent messages; SIDES="A C"; CONTINUE=1 adds rounds to those of the last
# comparison of this kind, size and persistence. Needs jq and a build (mvn package).
set -euo pipefail
cd -P "$(dirname "$0")/../../.."
# shellcheck source=build/benchmarks/sides/sides.sh
. build/benchmarks/sides/sides.sh
usage='usage: compare.sh sync|async URL [BYTES [ROUNDS [SECONDS]]]'
kind=${1:?$usage} url=${2:?$usage} bytes=${3:-1024} rounds=${4:-12} seconds=${5:-4}
case $kind in
  sync) clients=both subscriptions=1 ;;
  async) clients=produce subscriptions=0 ;;
  *) echo "$usage" >&2; exit 2 ;;
esac
persistence=${PERSISTENCE:-non-persistent} warmup=${WARMUP:-8}
read -r -a sides <<< "${SIDES:-A B C}"
work=build/benchmarks/jms/target
mkdir -p "$work/classes"
log=$work/client.log
record=$work/rounds-$kind-$bytes-$persistence.txt
[ -n "${CONTINUE:-}" ] || rm -f "$record"
heap='-Xms256m -Xmx256m'
# What bin/benchmark sets.
java_options=(-Xms256m -Xmx256m -XX:+UseG1GC -XX:GCTimeRatio=199 -XX:MaxTenuringThreshold=4)
home=build/distribution/target/tidemark
class=io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver
ours=$home/drivers/ibmmq/'*':$(printf '%s:' "$home"/lib/{driver-api,driver-capabilities,bookkeeper-stats-api,slf4j-api}-*.jar)
javac -cp "$ours" -d "$work/classes" build/benchmarks/sides/{Rates,DriverLoop}.java build/benchmarks/jms/BareJmsLoop.java

cat > "$work/driver.yaml" << YAML
name: compare
driverClass: $class
provider: artemis
brokerUrl: $url
messages: {persistence: $persistence}
publishing: {send: $kind}
YAML
cat > "$work/workload.yaml" << YAML
name: compare
topics: 1
partitionsPerTopic: 1
subscriptionsPerTopic: $subscriptions
producersPerTopic: 1
consumerPerSubscription: $subscriptions
messageSize: $bytes
producerRate: max
warmupDuration: ${warmup}s
testDuration: ${seconds}s
YAML

trap end_all EXIT

# loop SIDE CLASS ARGUMENT...: a turn of a process of Java.
loop() {
  process_turn "$warmup" "$seconds" "$work/$1.out" java "${java_options[@]}" -cp "$work/classes:$ours" "${@:2}"
}

# A saturated machine is the point here, so the verdict is only noted.
whole_benchmark() {
  rm -rf "$work/whole"
  HEAP_OPTS=$heap TIDEMARK_SKIP_BUILD=1 bin/benchmark --drivers "$work/driver.yaml" \
    --results-dir "$work/whole" "$work/workload.yaml" >> "$log" 2>&1 || [ $? = 1 ]
  echo "$(whole_rates "$work/whole") - $(whole_verdict "$work/whole")"
}

side_turn() {
  case $1 in
    A) loop A BareJmsLoop "$kind" "$persistence" "$url" "$bytes" ;;
    B) loop B DriverLoop "$class" "$work/driver.yaml" "$bytes" "$clients" ;;
    C) whole_benchmark ;;
  esac
}

echo "round  side  confirmed/s  received/s  client CPU us/message  machine's  status"
alternate "$rounds" "$record" "${sides[@]}"
echo
awk -f build/benchmarks/sides/ratios.awk "$record"
