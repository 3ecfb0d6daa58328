#!/usr/bin/env bash
# Compares our RabbitMQ drivers (B) with what a RabbitMQ user would run instead (A), on one broker,
# A and B in turns, and prints the ratio B/A of each round, its mean and its 95 % interval.
#
#   benchmarks/rabbitmq/compare.sh quorum AMQP_URIS [BYTES [ROUNDS [SECONDS]]]    A = PerfTest
#   benchmarks/rabbitmq/compare.sh stream STREAM_URI [BYTES [ROUNDS [SECONDS]]]   A = the bare client
#
# AMQP_URIS may be a comma list; both sides use its first address. Needs a build (mvn package).
# PerfTest comes from Maven Central with the client it was released with; CLIENT=ours runs it with
# the driver's own amqp-client instead.
set -euo pipefail
cd "$(dirname "$0")/../.."
kind=$1 uri=${2%%,*} bytes=${3:-100} rounds=${4:-5} seconds=${5:-10}
warmup=${WARMUP:-4}
work=benchmarks/rabbitmq/target
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

ours() {
  local file=$work/driver.yaml class
  if [ "$kind" = quorum ]; then
    class=io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver
    printf 'amqpUris: ["%s"]\nconfirmWindow: 1000\nprefetch: 500\nackEvery: 100\nmessagePersistence: true\n%s\n' \
      "$uri" "${OPTIONS:-}" > "$file"
  else
    class=io.tidemark.driver.rabbitmq.stream.RabbitMqStreamBenchmarkDriver
    printf 'streamUris: ["%s"]\nbatchSize: 100\nmaxUnconfirmed: 10000\n%s\n' "$uri" "${OPTIONS:-}" > "$file"
  fi
  java "${java_options[@]}" -cp "$work/classes:$ours" DriverLoop "$class" "$file" "$bytes" \
    "$warmup" "$seconds" 2>> "$work/client.log"
}

bare() {
  if [ "$kind" = quorum ]; then
    perftest
  else
    java "${java_options[@]}" -cp "$work/classes:$ours" BareStreamLoop "$uri" "$bytes" \
      "$warmup" "$seconds" 2>> "$work/client.log"
  fi
}

echo "round   A confirmed   A received   B confirmed   B received   B/A confirmed   B/A received"
for ((round = 1; round <= rounds; round++)); do
  # Whoever goes second finds a warmer broker: they take turns at that, too.
  if ((round % 2)); then a=$(bare); b=$(ours); else b=$(ours); a=$(bare); fi
  echo "$round $a $b"
done | awk '
  { c = $4 / $2; r = $5 / $3; n++; sc += c; qc += c * c; sr += r; qr += r * r
    printf "%5d %13d %12d %13d %12d %15.3f %14.3f\n", $1, $2, $3, $4, $5, c, r; fflush() }
  function t(df) { split("12.71 4.30 3.18 2.78 2.57 2.45 2.36 2.31 2.26 2.23", v, " ")
    return df > 10 ? 2.1 : v[df] }
  function half(s, q) { if (n < 2) return 0; x = (q - s * s / n) / (n - 1)
    return t(n - 1) * sqrt(x > 0 ? x : 0) / sqrt(n) }
  END { printf "mean of %d rounds: B/A confirmed %.3f +- %.3f, received %.3f +- %.3f (95 %% interval)\n",
      n, sc / n, half(sc, qc), sr / n, half(sr, qr) }'
