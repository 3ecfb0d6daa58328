#!/usr/bin/env bash
# The cost of --live for the load generator. One run of a closed loop on the in-memory driver; while it goes on, a reader
# of the page's changes is connected for 5 s and disconnected for 5 s, in pairs of alternating order. Prints the ratio of
# the rates without and with the reader as a slowdown, with its 95 % interval. Without a reader --live only stores one
# sample each second. Separate processes cannot be compared: their rates differ by more than 10 %.
# The argument is the number of pairs (default 24).
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
pairs=${1:-24} part=5
bin/benchmark --version >&2 # Builds the installation if needed.
work=$(mktemp -d)
benchmark= reader=
trap 'kill $reader $benchmark 2>/dev/null || true; rm -rf "$work"' EXIT
cat >"$work/closed-loop.yaml" <<YAML
name: closed-loop
topics: 2
partitionsPerTopic: 1
subscriptionsPerTopic: 1
producersPerTopic: 1
consumerPerSubscription: 1
messageSize: 1000
producerRate: max
sampleInterval: 500ms
warmupDuration: 20s
testDuration: $((pairs * 2 * part + 5))s
YAML
: >"$work/log"
HEAP_OPTS=${HEAP_OPTS:--Xms1g -Xmx1g} TIDEMARK_SKIP_BUILD=1 bin/benchmark --plain --live --results-dir "$work/results" \
  -d driver-inmemory/inmemory.yaml "$work/closed-loop.yaml" >"$work/log" 2>&1 &
benchmark=$!

# await PATTERN: until a line of the output has it.
await() {
  until grep -q "$1" "$work/log"; do
    kill -0 "$benchmark" || { cat "$work/log" >&2; exit 1; }
    sleep 0.1
  done
}
await '^Live page: '
url=$(sed -n 's/^Live page: //p' "$work/log")
await '^warm-up *20/20'

# half PAIR with|without: appends its middle to the list. 1 s after each change is left out.
half() {
  if [ "$2" = with ]; then
    curl -sN "${url}events" >>"$work/events" &
    reader=$!
  fi
  sleep 1
  local from=$(date +%s.%N)
  sleep $((part - 1))
  echo "$1 $2 $from $(date +%s.%N)" >>"$work/parts"
  [ -z "$reader" ] || { kill "$reader"; wait "$reader" 2>/dev/null || true; }
  reader=
}
for ((i = 1; i <= pairs; i++)); do
  if ((i % 2)); then half "$i" without; half "$i" with; else half "$i" with; half "$i" without; fi
done
wait "$benchmark" || [ $? -eq 1 ] || { cat "$work/log" >&2; exit 1; } # The verdict does not matter here.
[ "$(grep -c '^data: <main>' "$work/events")" -ge $((pairs * (part - 2))) ] ||
  { echo "the page was not updated every second" >&2; exit 1; }

awk '
  FILENAME == ARGV[1] { pair[++parts] = $1; kind[parts] = $2; from[parts] = $3; to[parts] = $4; next }
  FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
  {
    start = $(column["startEpochMicros"]) / 1e6
    end = start + $(column["lengthSeconds"])
    for (i = 1; i <= parts; i++)
      if (start >= from[i] && end <= to[i]) {
        sum[pair[i], kind[i]] += $(column["publishRatePerSecond"])
        count[pair[i], kind[i]]++
      }
  }
  END {
    split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101" \
      " 2.093 2.086 2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045 2.042", t, " ")
    for (i = 1; i <= pair[parts]; i++) {
      if (!count[i, "with"] || !count[i, "without"]) continue
      without = sum[i, "without"] / count[i, "without"]
      with = sum[i, "with"] / count[i, "with"]
      change = log(without / with); n++; total += change; squares += change * change
      printf "pair %d: %.0f msg/s without a reader, %.0f with one: slowdown %.2f %%\n", i, without, with, 100 * (exp(change) - 1)
    }
    mean = total / n
    half = (n - 1 in t ? t[n - 1] : 1.96) * sqrt((squares - n * mean * mean) / (n - 1) / n)
    printf "%d pairs: slowdown %.2f %% (95 %%: %.2f to %.2f)\n", n, 100 * (exp(mean) - 1), 100 * (exp(mean - half) - 1), 100 * (exp(mean + half) - 1)
  }' "$work/parts" FS=, "$work"/results/*/timeline.csv
