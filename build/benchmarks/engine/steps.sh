#!/usr/bin/env bash
# What each step of a message costs in the engine of an installation, by itself.
#
#   build/benchmarks/engine/steps.sh INSTALLATION [ROUNDS]
#
# INSTALLATION is an unpacked archive, build/distribution/target/tidemark, or a class path.
set -euo pipefail
cd -P "$(dirname "$0")/../../.."
installation=${1:?usage: steps.sh INSTALLATION [ROUNDS]}
work=build/benchmarks/engine/target/steps
classes=$installation
[ ! -d "$installation/lib" ] || classes=$installation/lib/*
mkdir -p "$work"
javac -cp "$classes" -d "$work" build/benchmarks/engine/steps/*.java
java -Xms512m -Xmx512m -XX:+UseG1GC -cp "$work:$classes" io.tidemark.measure.StepCosts "${2:-40}"
