#!/usr/bin/env bash
# The cost of --live for the load generator: the rate of a closed loop on the in-memory driver with a reader of the page's
# events, divided by the rate without --live, in alternating pairs of processes. Prints the mean slowdown with its 95 %
# interval. The arguments are the number of pairs (default 12) and the seconds of each measurement (default 10).
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
pairs=${1:-12} seconds=${2:-10}
bin/benchmark --version >&2 # Builds the installation if needed.
export TIDEMARK_SKIP_BUILD=1
work=$(mktemp -d)
reader=
trap '[ -z "$reader" ] || kill "$reader" 2>/dev/null; rm -rf "$work"' EXIT
cat >"$work/closed-loop.yaml" <<YAML
name: closed-loop
topics: 2
partitionsPerTopic: 1
subscriptionsPerTopic: 1
producersPerTopic: 1
consumerPerSubscription: 1
messageSize: 1000
producerRate: max
warmupDuration: 5s
testDuration: ${seconds}s
YAML

# rate NAME [--live]: prints messages/s. A verdict other than VALID is no error: only rates are compared.
rate() {
  local name=$1 benchmark url=
  shift
  bin/benchmark --plain "$@" --results-dir "$work/$name" -d driver-inmemory/inmemory.yaml "$work/closed-loop.yaml" \
    >"$work/$name.log" 2>&1 &
  benchmark=$!
  if [ $# -gt 0 ]; then
    until url=$(sed -n 's/^Live page: //p' "$work/$name.log") && [ -n "$url" ]; do
      kill -0 "$benchmark" || { cat "$work/$name.log" >&2; return 1; }
      sleep 0.1
    done
    curl -sN "${url}events" >"$work/events" &
    reader=$!
  fi
  wait "$benchmark" || [ $? -eq 1 ] || { cat "$work/$name.log" >&2; return 1; }
  if [ -n "$reader" ]; then
    wait "$reader" || true
    reader=
    [ "$(grep -c '^data: <main>' "$work/events")" -ge "$seconds" ] ||
      { echo "the page was not updated every second" >&2; return 1; }
  fi
  # The first is that of all measured phases.
  sed -n 's/.*"publishRatePerSecond" *: *\([0-9.E]*\).*/\1/p' "$work/$name"/*/result.json | head -n 1
}

for ((i = 1; i <= pairs; i++)); do
  if ((i % 2)); then
    without=$(rate "without-$i")
    with=$(rate "with-$i" --live)
  else
    with=$(rate "with-$i" --live)
    without=$(rate "without-$i")
  fi
  echo "$i $without $with"
  rm -rf "$work"/with*
done | awk '
  BEGIN {
    split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093", t)
  }
  {
    change = log($2 / $3); n++; sum += change; squares += change * change
    printf "pair %d: %.0f msg/s without, %.0f with --live: slowdown %.2f %%\n", $1, $2, $3, 100 * (exp(change) - 1)
    fflush()
  }
  END {
    if (n < 2) exit
    mean = sum / n; quantile = n - 1 in t ? t[n - 1] : 1.96
    half = quantile * sqrt((squares - n * mean * mean) / (n - 1) / n)
    printf "%d pairs: slowdown %.2f %% (95 %%: %.2f to %.2f)\n",
      n, 100 * (exp(mean) - 1), 100 * (exp(mean - half) - 1), 100 * (exp(mean + half) - 1)
  }'
