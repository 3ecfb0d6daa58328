#!/usr/bin/env bash
# Compares our RabbitMQ drivers with what a RabbitMQ user would run instead, on one broker, all in
# turns, and prints the ratios of each round, their means and 95 % intervals.
#
#   benchmarks/rabbitmq/compare.sh quorum AMQP_URIS [BYTES [ROUNDS [SECONDS]]]
#   benchmarks/rabbitmq/compare.sh stream STREAM_URI [BYTES [ROUNDS [SECONDS]]]
#
# A  what users run instead: PerfTest (quorum), or the stream client in a bare loop (stream)
# B  our driver in a loop that measures nothing (DriverLoop.java)
# C  bin/benchmark with that driver, as users run it: envelopes, histograms, delivery audit, report
#
# AMQP_URIS may be a comma list; all sides use its first address. B needs a build (mvn package); C
# builds by itself. SIDES="A B" leaves C out. PerfTest comes from Maven Central with the client it was released
# with; CLIENT=ours runs it with the driver's own amqp-client instead.
set -euo pipefail
cd "$(dirname "$0")/../.."
kind=$1 uri=${2%%,*} bytes=${3:-100} rounds=${4:-5} seconds=${5:-10}
warmup=${WARMUP:-4}
work=benchmarks/rabbitmq/target
read -r -a sides <<< "${SIDES:-A B C}"
mkdir -p "$work/classes"
java_options=(-Xms256m -Xmx256m -XX:+UseParallelGC)

driver=driver-rabbitmq-$kind
classes=$(printf '%s:' driver-api/target/classes driver-capabilities/target/classes \
  driver-rabbitmq-common/target/classes "$driver/target/classes")
stats_api=$(find "${MAVEN_REPOSITORY:-$HOME/.m2/repository}" -name 'bookkeeper-stats-api-4.14.4.jar' | head -1)
slf4j=$(find "${MAVEN_REPOSITORY:-$HOME/.m2/repository}" -name 'slf4j-api-2.0.20.jar' | head -1)
ours="$classes$driver/target/driver-libs/*:$stats_api:$slf4j"
case $kind in
  quorum) javac -cp "$ours" -d "$work/classes" benchmarks/rabbitmq/DriverLoop.java ;;
  stream) javac -cp "$ours" -d "$work/classes" benchmarks/rabbitmq/*.java ;;
  *) echo "usage: compare.sh quorum|stream URI [BYTES [ROUNDS [SECONDS]]]" >&2; exit 2 ;;
esac

perftest() {
  local libs=$work/perf-test
  [ -d "$libs" ] || mvn -q -ntp dependency:copy-dependencies -f benchmarks/rabbitmq/perf-test.xml \
    -DoutputDirectory="$PWD/$libs" >&2
  local path="$libs/*"
  [ "${CLIENT:-}" = ours ] && path="$(ls driver-rabbitmq-quorum/target/driver-libs/{amqp-client,netty-}*.jar | tr '\n' ':')$libs/*"
  local queue="perf-$RANDOM$RANDOM"
  # The first seconds are dropped, as the other side drops its warm-up.
  java "${java_options[@]}" -cp "$path" com.rabbitmq.perf.PerfTest -h "$uri" --queue "$queue" -qq \
    -x 1 -y 1 -s "$bytes" -z $((warmup + seconds + 2)) -c 1000 -q 500 --multi-ack-every 100 \
    -f persistent -i 1 |
    awk -v from="$warmup" -v to=$((warmup + seconds)) '
      /confirmed:/ { gsub(",", "")
        for (i = 1; i <= NF; i++) {
          if ($i == "time") now = $(i + 1); if ($i == "confirmed:") c = $(i + 1)
          if ($i == "received:") r = $(i + 1) }
        if (before >= from && now <= to + 1) { dt = now - before; sc += c * dt; sr += r * dt; t += dt }
        before = now }
      END { if (t == 0) { print "PerfTest printed no rates" > "/dev/stderr"; exit 1 }
        printf "%.0f %.0f\n", sc / t, sr / t }'
}

driver_file() {
  local file=$1
  if [ "$kind" = quorum ]; then
    printf 'name: compare\ndriverClass: %s\n' "$class" > "$file"
    printf 'amqpUris: ["%s"]\nconfirmWindow: 1000\nprefetch: 500\nackEvery: 100\nmessagePersistence: true\n%s\n' \
      "$uri" "${OPTIONS:-}" >> "$file"
  else
    printf 'name: compare\ndriverClass: %s\n' "$class" > "$file"
    printf 'streamUris: ["%s"]\nbatchSize: 100\nmaxUnconfirmed: 10000\n%s\n' "$uri" "${OPTIONS:-}" >> "$file"
  fi
}

driver_alone() {
  local file=$work/driver.yaml
  driver_file "$file"
  java "${java_options[@]}" -cp "$work/classes:$ours" DriverLoop "$class" "$file" "$bytes" \
    "$warmup" "$seconds" 2>> "$work/client.log"
}

bare() {
  java "${java_options[@]}" -cp "$work/classes:$ours" BareStreamLoop "$uri" "$bytes" \
    "$warmup" "$seconds" 2>> "$work/client.log"
}

# The window is the tool's, not the driver's: as many messages under way as on the other sides.
whole_benchmark() {
  local out=$work/whole window=1000
  [ "$kind" = stream ] && window=10000
  rm -rf "$out" && mkdir -p "$out"
  driver_file "$out/driver.yaml"
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
  bin/benchmark --drivers "$out/driver.yaml" --results-dir "$out/results" "$out/workload.yaml" >> "$work/client.log" 2>&1 || [ $? = 1 ]
  awk '/"totals"/ { inside = 1 }
    inside && /"publishRatePerSecond"/ { gsub(/[^0-9.E]/, "", $NF); p = $NF }
    inside && /"consumeRatePerSecond"/ { gsub(/[^0-9.E]/, "", $NF); printf "%.0f %.0f\n", p, $NF; exit }' \
    "$out"/results/2*/result.json
}

measure() {
  case $1 in
    A) if [ "$kind" = quorum ]; then perftest; else bare; fi ;;
    B) driver_alone ;;
    C) whole_benchmark ;;
  esac
}

class=io.tidemark.driver.rabbitmq.$kind.RabbitMq${kind^}BenchmarkDriver
echo "round  side  confirmed/s  received/s"
for ((round = 0; round < rounds; round++)); do
  # Whoever goes later finds a warmer broker: they take turns at that, too.
  for ((i = 0; i < ${#sides[@]}; i++)); do
    side=${sides[(i + round) % ${#sides[@]}]}
    rates=$(measure "$side")
    echo "$((round + 1)) $side $rates"
  done
done | awk '
  { printf "%5d  %4s  %11d  %10d\n", $1, $2, $3, $4; fflush()
    c[$1, $2] = $3; r[$1, $2] = $4; seen[$2] = 1; if ($1 > n) n = $1 }
  function t(df) { split("12.71 4.30 3.18 2.78 2.57 2.45 2.36 2.31 2.26 2.23", v, " ")
    return df > 10 ? 2.1 : v[df] }
  function half(s, q) { if (n < 2) return 0; x = (q - s * s / n) / (n - 1)
    return t(n - 1) * sqrt(x > 0 ? x : 0) / sqrt(n) }
  function ratio(a, b,   k, sc, qc, sr, qr, x, y) {
    if (!(a in seen) || !(b in seen)) return
    for (k = 1; k <= n; k++) { x = c[k, a] / c[k, b]; y = r[k, a] / r[k, b]
      sc += x; qc += x * x; sr += y; qr += y * y }
    printf "%s/%s, mean of %d rounds: confirmed %.3f +- %.3f, received %.3f +- %.3f (95 %% interval)\n",
      a, b, n, sc / n, half(sc, qc), sr / n, half(sr, qr) }
  END { ratio("B", "A"); ratio("C", "A"); ratio("C", "B") }'
