#!/usr/bin/env bash
# How often the change points of bin/benchmark history are right: the figures of no-change.csv and others. The arguments are the number of
# simulated series of each row (default 200, which takes about 2 minutes), and the first seed (default 101).
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
mvn -B -q -ntp -Dquick -pl framework/features -am test-compile >&2
path="framework/features/target/test-classes:framework/features/target/classes:build/distribution/target/tidemark/lib/*"
java -cp "$path" io.tidemark.features.history.change.ChangeSimulation "${1:-200}" "${2:-101}"
for last in 19 999; do
  java -cp "$path" io.tidemark.features.history.trend.NightsSimulation "${2:-101}" $((${2:-101} + last))
done
