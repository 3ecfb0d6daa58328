#!/usr/bin/env bash
# How often the answer of a study is right: the table of README.md. The argument is the number of simulated studies of
# each row (default 5000, which takes about 5 minutes).
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
mvn -B -q -ntp -Dquick -pl framework/report -am test-compile >&2
exec java -cp "framework/report/target/test-classes:framework/report/target/classes:build/distribution/target/tidemark/lib/*" \
  io.tidemark.report.statistics.StudyCalibration "${1:-5000}"
