#!/usr/bin/env bash
# Runs all studies for one machine, one after the other (about 80 min); with --dry-run checks them only.
# usage: build/benchmarks/studies/all-small.sh [OPTION of bin/benchmark study]...
set -u
cd -P "$(dirname "$0")/../../.."
failed=()
for study in studies/*-small.yaml; do
  echo "== $study"
  bin/benchmark study "$@" "$study"
  code=$?
  # 1: a run is invalid or missed an objective, which is a result.
  [ "$code" -gt 1 ] && failed+=("$study: exit code $code")
  [ "$code" -ge 130 ] && break
done
printf '%s\n' "${failed[@]}"
[ "${#failed[@]}" -eq 0 ]
