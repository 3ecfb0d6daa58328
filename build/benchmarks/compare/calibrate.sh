#!/usr/bin/env bash
# How often `bin/benchmark compare` is right: the figures of comparisons.csv. The argument is the number of
# simulated comparisons of each row (default 100000; about 20 s per 10000).
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
mvn -B -q -ntp -Dquick -pl framework/report -am test-compile >&2
exec java -cp "framework/report/target/test-classes:framework/report/target/classes:build/distribution/target/tidemark/lib/*" \
  io.tidemark.report.statistics.ComparisonCalibration "$@"
