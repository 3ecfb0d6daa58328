#!/usr/bin/env bash
# Compares our RabbitMQ drivers with what a RabbitMQ user would run instead, on one broker, all in
# turns, and prints the ratio of each round and their means with 95 % intervals. See README.md.
#
#   build/benchmarks/rabbitmq/compare.sh quorum AMQP_URIS [BYTES [ROUNDS [SECONDS]]]
#   build/benchmarks/rabbitmq/compare.sh stream STREAM_URIS [BYTES [ROUNDS [SECONDS]]]
#
# A  what users run instead: PerfTest (quorum), or the stream client in a bare loop (stream)
# B  our driver in a loop that measures nothing (../sides/DriverLoop.java)
# C  bin/benchmark with that driver, as users run it: envelopes, histograms, delivery audit, report
#
# A round is a turn of SECONDS for each side. A and B live as long as the comparison: they warm up
# once, for WARMUP seconds each, and are frozen (SIGSTOP) when it is not their turn. C cannot be
# frozen, so its turn is a whole run with WARMUP seconds of warm-up before its SECONDS.
# All have the same JVM options: tools are compared, not collectors.
# SIDES="A B" leaves C out; it builds by itself, B needs a build (mvn package). PerfTest comes from
# Maven Central with the client it was released with; CLIENT=ours runs it with the driver's own
# amqp-client. OPTIONS are further lines of the driver's file.
set -euo pipefail
cd "$(dirname "$0")/../../.."
# shellcheck source=build/benchmarks/sides/sides.sh
. build/benchmarks/sides/sides.sh
usage='usage: compare.sh quorum|stream URIS [BYTES [ROUNDS [SECONDS]]]'
kind=${1:?$usage} uri=${2:?$usage} bytes=${3:-100} rounds=${4:-12} seconds=${5:-4}
uri=${uri%%,*}
# So long two shared cores are busy compiling what they run.
warmup=${WARMUP:-15}
settle=1.5
work=build/benchmarks/rabbitmq/target
read -r -a sides <<< "${SIDES:-A B C}"
mkdir -p "$work/classes"
java_options=(-Xms256m -Xmx256m -XX:+UseParallelGC)
declare -A pids=()

driver=driver-rabbitmq-$kind
class=io.tidemark.driver.rabbitmq.$kind.RabbitMq${kind^}BenchmarkDriver
classes=$(printf '%s:' sdk/driver-api/target/classes sdk/driver-capabilities/target/classes \
  driver-rabbitmq-common/target/classes "$driver/target/classes")
stats_api=$(find "${MAVEN_REPOSITORY:-$HOME/.m2/repository}" -name 'bookkeeper-stats-api-4.14.4.jar' | head -1)
slf4j=$(find "${MAVEN_REPOSITORY:-$HOME/.m2/repository}" -name 'slf4j-api-2.0.20.jar' | head -1)
ours="$classes$driver/target/driver-libs/*:$stats_api:$slf4j"
loops=(build/benchmarks/sides/{Rates,DriverLoop}.java)
case $kind in
  quorum) ;;
  stream) loops+=(build/benchmarks/rabbitmq/BareStreamLoop.java) ;;
  *) echo "$usage" >&2; exit 2 ;;
esac
javac -cp "$ours" -d "$work/classes" "${loops[@]}"

driver_file() {
  printf 'name: compare\ndriverClass: %s\n' "$class"
  if [ "$kind" = quorum ]; then
    printf 'amqpUris: ["%s"]\nconfirmWindow: 1000\nprefetch: 500\nackEvery: 100\nmessagePersistence: true\n' "$uri"
  else
    printf 'streamUris: ["%s"]\nbatchSize: 100\nmaxUnconfirmed: 10000\n' "$uri"
    printf 'streams: {maxLength: 1000MB, maxSegmentSize: 100MB}\n'
  fi
  printf '%s\n' "${OPTIONS:-}"
}

perftest() {
  local libs=$work/perf-test
  [ -d "$libs" ] || mvn -q -ntp dependency:copy-dependencies -f build/benchmarks/rabbitmq/perf-test.xml \
    -DoutputDirectory="$PWD/$libs" >&2
  local path="$libs/*"
  [ "${CLIENT:-}" = ours ] && path="$(printf '%s:' driver-rabbitmq-quorum/target/driver-libs/{amqp-client,netty-}*.jar)$libs/*"
  java "${java_options[@]}" -cp "$path" com.rabbitmq.perf.PerfTest -h "$uri" \
    --queue "perf-$RANDOM$RANDOM" -qq -x 1 -y 1 -s "$bytes" -c 1000 -q 500 --multi-ack-every 100 \
    -f persistent -i 1 > "$work/A.out" 2>> "$work/client.log" &
  pids[A]=$!
}

# Starts A or B, which print their rates every second from now on.
start() {
  if [ "$1" = B ]; then
    driver_file > "$work/driver.yaml"
    java "${java_options[@]}" -cp "$work/classes:$ours" DriverLoop "$class" "$work/driver.yaml" \
      "$bytes" > "$work/B.out" 2>> "$work/client.log" &
    pids[B]=$!
  elif [ "$kind" = quorum ]; then
    perftest
  else
    java "${java_options[@]}" -cp "$work/classes:$ours" BareStreamLoop "$uri" "$bytes" \
      > "$work/A.out" 2>> "$work/client.log" &
    pids[A]=$!
  fi
}

end_all() {
  for side in "${!pids[@]}"; do kill -CONT "${pids[$side]}" && kill "${pids[$side]}"; done 2> /dev/null
  wait
}
trap end_all EXIT

turn() {
  local side=$1 pid=${pids[$1]} lines cpu machine
  kill -CONT "$pid"
  sleep "$settle"
  lines=$(wc -l < "$work/$side.out")
  take_turn "$seconds" "$pid"
  kill -STOP "$pid"
  rates_after "$work/$side.out" "$lines" "$cpu" "$machine"
}

# The window is the tool's, not the driver's: as many messages under way as on the other sides.
whole_benchmark() {
  local out=$work/whole window=1000
  [ "$kind" = stream ] && window=10000
  rm -rf "$out" && mkdir -p "$out"
  driver_file > "$out/driver.yaml"
  cat > "$out/workload.yaml" <<END
name: compare
topics: 1
partitionsPerTopic: 1
subscriptionsPerTopic: 1
producersPerTopic: 1
consumerPerSubscription: 1
messageSize: $bytes
producerRate: max
maxInFlightPerProducer: $window
warmupDuration: ${warmup}s
testDuration: ${seconds}s
END
  # A saturated machine is the point here, so the verdict is not asked.
  HEAP_OPTS="${java_options[*]}" bin/benchmark --drivers "$out/driver.yaml" --results-dir "$out/results" "$out/workload.yaml" >> "$work/client.log" 2>&1 || [ $? = 1 ]
  echo "$(whole_rates "$out/results") - $(whole_verdict "$out/results")"
}

for side in "${sides[@]}"; do
  [ "$side" = C ] && continue
  start "$side"
  sleep "$warmup"
  kill -STOP "${pids[$side]}" || { echo "$side has ended by itself, see $work/client.log" >&2; exit 1; }
done
echo "round  side  confirmed/s  received/s  client CPU us/message  machine's  status"
frozen=()
for side in "${sides[@]}"; do [ "$side" = C ] || frozen+=("$side"); done
for ((round = 0; round < rounds; round++)); do
  # Later sides run on a warmer broker, so the order alternates. C is last: if a side had to wait for two turns of it, the
  # broker would miss its heartbeats and close its connection.
  for ((i = 0; i < ${#frozen[@]}; i++)); do
    side=${frozen[(i + round) % ${#frozen[@]}]}
    echo "$((round + 1)) $side $(turn "$side")"
  done
  [[ " ${sides[*]} " != *" C "* ]] || echo "$((round + 1)) C $(whole_benchmark)"
done | awk -f build/benchmarks/sides/ratios.awk
