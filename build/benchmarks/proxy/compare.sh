#!/usr/bin/env bash
# The cost of a TCP proxy as ratios: the same transfers through it and directly, alternately; see README.md.
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.."
bin/benchmark --version >&2 # Builds the installation if needed.
exec java -cp "build/distribution/target/tidemark/lib/*" build/benchmarks/proxy/ProxyCost.java "$@"
