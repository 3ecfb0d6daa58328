#!/usr/bin/env bash
# How often the answer of a study is right: the figures of studies.csv. The first argument is the number of simulated studies
# of each row (default 5000, which takes about 5 minutes). With a second argument, "until-decided", the figures of studies
# that add blocks until they are decided (until-decided.csv).
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
mvn -B -q -ntp -Dquick -pl framework/report -am test-compile >&2
class=StudyCalibration
if [ "${2:-}" = until-decided ]; then class=SequentialCalibration; fi
exec java -cp "framework/report/target/test-classes:framework/report/target/classes:build/distribution/target/tidemark/lib/*" \
  "io.tidemark.report.statistics.$class" "${1:-5000}"
