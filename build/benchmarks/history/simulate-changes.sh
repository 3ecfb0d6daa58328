#!/usr/bin/env bash
# How often the change points of bin/benchmark history are right: the tables of README.md. The argument is the number of
# simulated series of each row (default 200, which takes about 2 minutes).
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
mvn -B -q -ntp -Dquick -pl framework/history -am test-compile >&2
exec java -cp "framework/history/target/test-classes:framework/history/target/classes:build/distribution/target/tidemark/lib/*" \
  io.tidemark.history.change.ChangeSimulation "${1:-200}"
