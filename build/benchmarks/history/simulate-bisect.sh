#!/usr/bin/env bash
# How often bin/benchmark history bisect is right, and how many runs it needs: the figures of bisections.csv. The arguments are the
# number of tries of each row (default 1000, which takes about 1 minute), and the first seed (default 101).
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
mvn -B -q -ntp -Dquick -pl framework/features -am test-compile >&2
path="framework/features/target/test-classes:framework/features/target/classes:build/distribution/target/tidemark/lib/*"
exec java -cp "$path" io.tidemark.features.history.bisect.BisectSimulation "${1:-1000}" "${2:-101}"
