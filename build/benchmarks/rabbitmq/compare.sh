#!/usr/bin/env bash
# Compares our RabbitMQ drivers and the whole tool with what a RabbitMQ user would run instead, on one broker, in turns,
# and prints the ratio of each round and their means with 95 % intervals. See README.md.
#
#   build/benchmarks/rabbitmq/compare.sh quorum AMQP_URIS [BYTES [ROUNDS [SECONDS]]]
#   build/benchmarks/rabbitmq/compare.sh stream STREAM_URIS [BYTES [ROUNDS [SECONDS]]]
#
# A  what users run instead: PerfTest (quorum), or the stream client in a bare loop (stream)
# B  our driver in a loop that measures nothing (../sides/DriverLoop.java)
# C  bin/benchmark with that driver, as users run it: envelopes, histograms, delivery audit, report
#
# A turn is a new process with a new queue or stream, WARMUP seconds (15: so long two shared cores are busy compiling)
# after its first report, and then SECONDS. All sides have the same options of the JVM.
#
# SIDES="A C"; OPTIONS are further lines of the driver's file; CONTINUE=1 adds rounds to those of the last comparison of
# this kind and size. PerfTest comes from Maven Central with the client it was released with; CLIENT=ours runs it with
# the driver's own amqp-client. Needs jq and a build (mvn package).
set -euo pipefail
cd -P "$(dirname "$0")/../../.."
# shellcheck source=build/benchmarks/sides/sides.sh
. build/benchmarks/sides/sides.sh
usage='usage: compare.sh quorum|stream URIS [BYTES [ROUNDS [SECONDS]]]'
kind=${1:?$usage} uri=${2:?$usage} bytes=${3:-100} rounds=${4:-12} seconds=${5:-4}
uri=${uri%%,*} warmup=${WARMUP:-15}
read -r -a sides <<< "${SIDES:-A B C}"
work=build/benchmarks/rabbitmq/target
mkdir -p "$work/classes"
log=$work/client.log
record=$work/rounds-$kind-$bytes.txt
[ -n "${CONTINUE:-}" ] || rm -f "$record"
java_options=(-Xms256m -Xmx256m -XX:+UseParallelGC)
home=build/distribution/target/tidemark
driver=driver-rabbitmq-$kind
class=io.tidemark.driver.rabbitmq.$kind.RabbitMq${kind^}BenchmarkDriver
ours=$home/drivers/${driver#driver-}/'*':$(printf '%s:' "$home"/lib/{driver-api,driver-capabilities,bookkeeper-stats-api,slf4j-api}-*.jar)
loops=(build/benchmarks/sides/{Rates,DriverLoop}.java)
# The window is the tool's, not the driver's: as many messages under way as on the other sides.
case $kind in
  quorum) window=1000 ;;
  stream) window=10000 loops+=(build/benchmarks/rabbitmq/BareStreamLoop.java) ;;
  *) echo "$usage" >&2; exit 2 ;;
esac
javac -cp "$ours" -d "$work/classes" "${loops[@]}"
if [ "$kind" = quorum ] && [ ! -d "$work/perf-test" ]; then
  mvn -q -ntp dependency:copy-dependencies -f build/benchmarks/rabbitmq/perf-test.xml -DoutputDirectory="$PWD/$work/perf-test" >&2
fi

{
  printf 'name: compare\ndriverClass: %s\n' "$class"
  if [ "$kind" = quorum ]; then
    printf 'amqpUris: ["%s"]\nconfirmWindow: 1000\nprefetch: 500\nackEvery: 100\nmessagePersistence: true\n' "$uri"
  else
    printf 'streamUris: ["%s"]\nbatchSize: 100\nmaxUnconfirmed: 10000\n' "$uri"
    printf 'streams: {maxLength: 1000MB, maxSegmentSize: 100MB}\n'
  fi
  printf '%s\n' "${OPTIONS:-}"
} > "$work/driver.yaml"
cat > "$work/workload.yaml" << YAML
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
YAML

trap end_all EXIT

# loop SIDE ARGUMENT...: a turn of a process of Java.
loop() {
  process_turn "$warmup" "$seconds" "$work/$1.out" java "${java_options[@]}" "${@:2}"
}

perftest() {
  local path="$work/perf-test/*"
  [ "${CLIENT:-}" != ours ] || path="$(printf '%s:' "$home/drivers/${driver#driver-}"/{amqp-client,netty-}*.jar)$path"
  loop A -cp "$path" com.rabbitmq.perf.PerfTest -h "$uri" --queue "perf-$RANDOM$RANDOM" -qq -qa x-expires=5000 -x 1 -y 1 \
    -s "$bytes" -c 1000 -q 500 --multi-ack-every 100 -f persistent -i 1
}

# A saturated machine is the point here, so the verdict is only noted.
whole_benchmark() {
  rm -rf "$work/whole"
  HEAP_OPTS="${java_options[*]}" TIDEMARK_SKIP_BUILD=1 bin/benchmark --drivers "$work/driver.yaml" \
    --results-dir "$work/whole" "$work/workload.yaml" >> "$log" 2>&1 || [ $? = 1 ]
  echo "$(whole_rates "$work/whole") - $(whole_verdict "$work/whole")"
}

side_turn() {
  case $1$kind in
    Aquorum) perftest ;;
    Astream) loop A -cp "$work/classes:$ours" BareStreamLoop "$uri" "$bytes" ;;
    B*) loop B -cp "$work/classes:$ours" DriverLoop "$class" "$work/driver.yaml" "$bytes" ;;
    C*) whole_benchmark ;;
  esac
}

echo "round  side  confirmed/s  received/s  client CPU us/message  machine's  status"
alternate "$rounds" "$record" "${sides[@]}"
echo
awk -f build/benchmarks/sides/ratios.awk "$record"
