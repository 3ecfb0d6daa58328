#!/usr/bin/env bash
# How long a browser takes to open a report: of 200 runs, and of a run with 100,000 samples. Both are made of the run
# directory that is the argument. The page itself records when its first charts are drawn.
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
run=${1:?usage: open.sh RUN_DIRECTORY [RUNS] [SAMPLES]}
bin/benchmark --version >&2 # Builds the installation if needed.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
java -cp "build/distribution/target/tidemark/lib/*" build/benchmarks/report/ManyStoredRuns.java \
  "$run" "$work" "${2:-200}" "${3:-100000}"

# With caches that are not empty, as for a reader: the first time is not counted. Chromium sometimes prints the page
# before anything is drawn; it is opened again.
measure() {
  local start=$(date +%s%N) page=$work/$1.html
  bin/benchmark report "$work/$1" -o "$page" >&2
  local written=$((($(date +%s%N) - start) / 1000000)) times=() i
  for i in {1..12}; do
    [ ${#times[@]} -lt 4 ] || break
    times+=($(/usr/bin/chromium --headless=new --no-sandbox --disable-dev-shm-usage --user-data-dir="$work/profile" \
      --timeout=15000 --dump-dom "file://$page#charts" 2>/dev/null | sed -n 's/.*data-drawn-millis="\([0-9]*\)".*/\1/p'))
  done
  echo "$1: written in $written ms, $(($(stat -c %s "$page") / 1000)) kB, opened in ${times[*]:1} ms"
}
measure many
measure long
