#!/usr/bin/env bash
# Heap and files of a run of 24 hours with samples of a second, on a manual clock. See README.md.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd -P)
[ $# -gt 0 ] || set -- 1x1000 10x1000
hours=${HOURS:-24}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$root/bin/benchmark" --version >&2 # It builds if necessary.
for each in "$@"; do
  mkdir "$work/$each"
  echo "$each: ${each%x*} workers, ${each#*x} messages/s of each producer, $hours h"
  # The heap of bin/benchmark at most.
  java -Xmx1g -XX:+UseSerialGC -cp "$root/build/distribution/target/tidemark/lib/*" "$root/build/benchmarks/scale/LongRun.java" \
    "$work/$each" "$hours" "${each%x*}" "${each#*x}"
  rm -rf "${work:?}/$each"
done
