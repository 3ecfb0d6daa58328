#!/usr/bin/env bash
# Compares our Kafka driver and the whole tool with Kafka's own performance tools, on one cluster, in turns, and prints
# the ratio of each round and their means with 95 % intervals. See README.md.
#
#   build/benchmarks/kafka/compare.sh both|produce|consume|share|latency BOOTSTRAP [BYTES [ROUNDS [SECONDS]]]
#
# A  Kafka's tools: ProducerPerformance and ConsumerPerformance at once (both), one of them (produce, consume),
#    ShareConsumerPerformance (share), EndToEndLatency (latency)
# B  our driver in a loop that measures nothing (../sides/DriverLoop.java); not for latency
# C  bin/benchmark with that driver, as users run it: envelopes, histograms, delivery audit, report
#
# A turn is one process (both: two) with a new topic or group, WARMUP seconds (8; consume and share: 3) after its first
# report, and then SECONDS.
# All sides have the same properties of clients and the same options of the JVM.
#
# ACKS=1, REPLICAS=3, SIDES="A C"; PRODUCER and CONSUMER: further lines of properties; MESSAGES: how many are stored
# for consume and share, sent by EndToEndLatency; CONTINUE=1 adds rounds to those of the last comparison of this kind.
# Needs jq and a build (mvn package).
set -euo pipefail
cd -P "$(dirname "$0")/../../.."
# shellcheck source=build/benchmarks/sides/sides.sh
. build/benchmarks/sides/sides.sh
usage='usage: compare.sh both|produce|consume|share|latency BOOTSTRAP [BYTES [ROUNDS [SECONDS]]]'
kind=${1:?$usage} bootstrap=${2:?$usage} bytes=${3:-100} rounds=${4:-12} seconds=${5:-4}
acks=${ACKS:-all} replicas=${REPLICAS:-1}
read -r -a sides <<< "${SIDES:-A B C}"
labels=()
case $kind in
  both | produce) warmup=${WARMUP:-8} ;;
  consume | share) warmup=${WARMUP:-3} messages=${MESSAGES:-$((bytes < 200 ? 30000000 : 3000000000 / bytes))} ;;
  latency) warmup=${WARMUP:-5} messages=${MESSAGES:-10000} sides=(A C) labels=(-v 'first=mean latency' -v 'second=p99') ;;
  *) echo "$usage" >&2; exit 2 ;;
esac
work=build/benchmarks/kafka/target
mkdir -p "$work/classes"
log=$work/client.log
record=$work/rounds-$kind-$bytes-acks-$acks-replicas-$replicas.txt
[ -n "${CONTINUE:-}" ] || rm -f "$record"
heap='-Xms1g -Xmx1g'
# What bin/benchmark sets.
java_options=(-Xms1g -Xmx1g -XX:+UseG1GC -XX:GCTimeRatio=199 -XX:MaxTenuringThreshold=4)
home=build/distribution/target/tidemark
tools=$home/brokers/kafka/'*'
class=io.tidemark.driver.kafka.KafkaBenchmarkDriver
# Without logback, as the tools.
ours=$home/drivers/kafka-strimzi/'*':$(printf '%s:' "$home"/lib/{driver-api,driver-capabilities,bookkeeper-stats-api,slf4j-api}-*.jar)
javac -cp "$ours" -d "$work/classes" build/benchmarks/sides/{Rates,DriverLoop}.java

in_sync=$((replicas > 1 ? 2 : 1))
printf 'acks=%s\n%s\n' "$acks" "${PRODUCER:-}" > "$work/producer.properties"
[ "$kind" != latency ] || echo 'linger.ms=0' >> "$work/producer.properties"
# What the tools set themselves, and cannot be told not to.
printf 'receive.buffer.bytes=2097152\nmax.partition.fetch.bytes=1048576\ncheck.crcs=false\n%s\n' "${CONSUMER:-}" \
  > "$work/consumer.properties"
# With --record-size, A would also spend its time on new random letters for each message.
LC_ALL=C tr -dc A-Z < /dev/urandom | head -c "$bytes" > "$work/payload.txt" || [ -s "$work/payload.txt" ]
case $kind in
  latency) echo 'fetch.max.wait.ms=0' ;;
  share) echo 'fetch.max.bytes=1048576' ;;
esac >> "$work/consumer.properties"
{
  printf 'name: compare\ndriverClass: %s\nreplicationFactor: %s\n' "$class" "$replicas"
  printf 'topicConfig: min.insync.replicas=%s\ncommonConfig: bootstrap.servers=%s\n' "$in_sync" "$bootstrap"
  printf 'producerConfig: |\n%s\n' "$(sed 's/^/  /' "$work/producer.properties")"
  printf 'consumerConfig: |\n%s\n' "$(sed 's/^/  /' "$work/consumer.properties")"
  [ "$kind" != share ] || echo 'consumer: share'
} > "$work/driver.yaml"

trap end_all EXIT

# Replaces the shell that runs it.
tool() { exec java "${java_options[@]}" -cp "$tools" "org.apache.kafka.tools.$@"; }
kafka() { java -Xmx128m -XX:TieredStopAtLevel=1 -cp "$tools" "$@" --bootstrap-server "$bootstrap" >> "$log" 2>&1; }
topics() { kafka org.apache.kafka.tools.TopicCommand "$@"; }
create() { topics --create --topic "$1" --partitions 1 --replication-factor "$replicas" --config "min.insync.replicas=$in_sync"; }
unique() { echo "$RANDOM$RANDOM"; }

# native_rates PRODUCER_LINE CONSUMER_LINE CLIENT_CPU MACHINE_CPU: as rates_after, of the tools' reports after a line.
native_rates() {
  local confirmed received
  confirmed=$(awk -v after="$1" 'NR > after && / records sent, / { n += $1; t += $1 / $4 } END { printf "%.0f", t ? n / t : 0 }' "$work/producer.out")
  # A line of a second without messages counts, the header does not.
  received=$(awk -F', ' -v after="$2" -v rate="$([ "$kind" = share ] && echo 5 || echo 6)" '
    NR > after && $rate + 0 == $rate { n++; sum += $rate } END { printf "%.0f", n ? sum / n : 0 }' "$work/consumer.out")
  awk -v c="$confirmed" -v r="$received" -v cpu="$3" -v machine="$4" 'BEGIN {
    if (c + r == 0) { print "no rates in producer.out and consumer.out" > "/dev/stderr"; exit 1 }
    rate = c * r == 0 ? c + r : (c + r) / 2
    printf "%s %s %.2f %.2f\n", c, r, cpu * 1e6 / rate, machine * 1e6 / rate }'
}

start_producer() {
  tool ProducerPerformance --bootstrap-server "$bootstrap" --topic "$1" --num-records 2000000000 --throughput -1 \
    --payload-file "$work/payload.txt" --command-config "$work/producer.properties" --reporting-interval 1000 \
    > "$work/producer.out" 2>> "$log" &
  pids+=($!)
}

start_consumer() {
  local class=ConsumerPerformance group
  group=sub-$(unique)
  if [ "$kind" = share ]; then
    class=ShareConsumerPerformance
    kafka kafka.admin.ConfigCommand --alter --entity-type groups --entity-name "$group" \
      --add-config share.auto.offset.reset=earliest
  fi
  tool $class --bootstrap-server "$bootstrap" --topic "$1" --num-records "${messages:-2000000000}" --group "$group" \
    --command-config "$work/consumer.properties" --timeout 60000 --show-detailed-stats --reporting-interval 1000 \
    > "$work/consumer.out" 2>> "$log" &
  pids+=($!)
}

# Waits for the warm-up and for the turn; sets lines (of each named file at its begin), cpu and machine (of it).
measure() {
  sleep "$warmup"
  mapfile -t lines < <(for file in "$@"; do wc -l < "$work/$file"; done)
  take_turn "$seconds" "${pids[@]}"
}

native() {
  local topic=$stored lines cpu machine
  : > "$work/producer.out" > "$work/consumer.out"
  if [ -z "$stored" ]; then
    topic=test-topic-$(unique)
    create "$topic"
  fi
  [ "$kind" = produce ] || start_consumer "$topic"
  [ -n "$stored" ] || start_producer "$topic"
  if [ -n "$stored" ]; then await_report '^20' "$work/consumer.out"; else await_report ' records sent, ' "$work/producer.out"; fi
  measure producer.out consumer.out
  native_rates "${lines[0]}" "${lines[1]}" "$cpu" "$machine"
  end_all
  [ -n "$stored" ] || topics --delete --topic "$topic"
}

native_latency() {
  local topic cpu machine from to
  topic=test-topic-$(unique)
  create "$topic"
  cpu=$(children_cpu) machine=$(machine_cpu_seconds)
  (tool EndToEndLatency "$bootstrap" "$topic" "$messages" "$acks" "$bytes") > "$work/A.out" 2>> "$log"
  awk -v n="$messages" -v cpu="$(awk -v a="$cpu" -v b="$(children_cpu)" 'BEGIN { print b - a }')" \
    -v machine="$(awk -v a="$machine" -v b="$(machine_cpu_seconds)" 'BEGIN { print b - a }')" '
    /^Avg latency:/ { mean = $3 * 1000 }
    /^Percentiles:/ { gsub(",", ""); p99 = $7 * 1000 }
    END { printf "%.0f %.0f %.2f %.2f\n", mean, p99, cpu * 1e6 / n, machine * 1e6 / n }' "$work/A.out"
  topics --delete --topic "$topic"
}

# CPU seconds of the processes that this shell has waited for.
children_cpu() {
  awk -v tick="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); print ($14 + $15) / tick }' "/proc/$$/stat"
}

driver_alone() {
  local what=$kind
  [ "$kind" != share ] || what=consume
  process_turn "$warmup" "$seconds" "$work/B.out" java "${java_options[@]}" -cp "$work/classes:$ours" DriverLoop "$class" \
    "$work/driver.yaml" "$bytes" "$what" ${stored:+"$stored"}
}

workload() {
  printf 'name: compare\nmessageSize: %s\nwarmupDuration: %ss\ntestDuration: %ss\nseed: %s\n' "$bytes" "$warmup" "$seconds" "$(unique)"
  printf 'partitionsPerTopic: 1\nproducerRate: max\n'
  [ "$kind" != latency ] || printf 'maxInFlightPerProducer: 1\ninFlightUntil: received\n'
  case $kind in
    produce) printf 'topics: 1\nproducersPerTopic: 1\n' ;;
    both | latency) printf 'topics: 1\nproducersPerTopic: 1\nsubscriptionsPerTopic: 1\nconsumerPerSubscription: 1\n' ;;
    *) printf 'topicNames: [%s]\nsubscriptionsPerTopic: 1\nconsumerPerSubscription: 1\npattern: consume-only\nfromRun: %s\n' "$stored" "$stored_run" ;;
  esac
}

# run WORKLOAD RESULTS: a verdict other than VALID is no failure here: a saturated machine is the point.
run() {
  HEAP_OPTS=$heap TIDEMARK_SKIP_BUILD=1 bin/benchmark --drivers "$work/driver.yaml" --results-dir "$2" "$1" >> "$log" 2>&1 || [ $? = 1 ]
}

whole_benchmark() {
  rm -rf "$work/whole"
  mkdir -p "$work/whole"
  workload > "$work/workload.yaml"
  run "$work/workload.yaml" "$work/whole"
  if [ "$kind" = latency ]; then latency_of "$work/whole"; else whole_rates "$work/whole"; fi | tr '\n' ' '
  echo "- $(whole_verdict "$work/whole")"
}

latency_of() {
  jq -r '.phases[] | select(.name == "test") | "\(.latencies.endToEndFromSendMicros.mean | round) \(.latencies.endToEndFromSendMicros.p99 | round) 0"' "$1"/2*/result.json
}

# What consume and share read: messages of a run of ours, so that the audit of C knows them.
stored='' stored_run=''
if [ "$kind" = consume ] || [ "$kind" = share ]; then
  rm -rf "$work/fill"
  stored=stored-$(unique)
  create "$stored"
  printf 'name: fill\ntopicNames: [%s]\nmessageSize: %s\nproducersPerTopic: 1\nproducerRate: max\nmessageLimit: %s\nwarmupDuration: 0s\ntestDuration: 10m\n' \
    "$stored" "$bytes" "$messages" > "$work/fill.yaml"
  run "$work/fill.yaml" "$work/fill"
  stored_run=$(echo "$PWD/$work"/fill/2*/)
  trap 'end_all; topics --delete --topic "$stored"' EXIT
fi

side_turn() {
  case $1 in
    A) if [ "$kind" = latency ]; then native_latency; else native; fi ;;
    B) driver_alone ;;
    C) whole_benchmark ;;
  esac
}

header='confirmed/s  received/s'
[ "$kind" != latency ] || header='mean us  p99 us'
echo "round  side  $header  client CPU us/message  machine's  status"
alternate "$rounds" "$record" "${sides[@]}"
echo
awk "${labels[@]}" -f build/benchmarks/sides/ratios.awk "$record"
