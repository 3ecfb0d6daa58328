# Sourced by the commands of this folder: finds or builds the installation and starts Java in it.
# Sets TIDEMARK_HOME (lib/, drivers/, brokers/) and TIDEMARK_ROOT (bin/, workloads/, driver-*/).

TIDEMARK_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

tidemark_fail() {
  echo "tidemark: $1" >&2
  exit "${2:-3}"
}

if [ -d "$TIDEMARK_ROOT/lib" ]; then
  TIDEMARK_HOME=$TIDEMARK_ROOT
else
  TIDEMARK_HOME=$TIDEMARK_ROOT/build/distribution/target/tidemark
  [ -n "${TIDEMARK_SKIP_BUILD:-}" ] || . "$TIDEMARK_ROOT/build/distribution/build.sh"
fi
export TIDEMARK_HOME TIDEMARK_ROOT

TIDEMARK_JAVA=java
[ -n "${JAVA_HOME:-}" ] && TIDEMARK_JAVA=$JAVA_HOME/bin/java
command -v "$TIDEMARK_JAVA" >/dev/null || tidemark_fail "no Java found: install a JDK 17 or set JAVA_HOME"

# The largest heap by default, in MB: 1024, or a quarter of what the machine or its container has where that is less.
tidemark_heap_mb() {
  local kb=4194304 file bytes
  [ ! -r /proc/meminfo ] || kb=$(awk '/^MemTotal:/ {print $2}' /proc/meminfo)
  for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    bytes=$(cat "$file" 2>/dev/null) || continue
    # Not a number: "max". Version 1 shows no limit as a number of 19 digits.
    case $bytes in *[!0-9]* | ???????????????*) continue ;; esac
    [ $((bytes / 1024)) -ge "$kb" ] || kb=$((bytes / 1024))
  done
  [ $((kb / 4096)) -lt 1024 ] && echo $((kb / 4096)) || echo 1024
}

# tidemark_java MAIN_CLASS [ARG ...]: replaces the shell by the JVM. HEAP_OPTS, JVM_OPTS and CLASSPATH
# are honoured as OMB's scripts do. Commands that start brokers also have the Docker client.
tidemark_java() {
  local heap=${HEAP_OPTS:--Xms64m -Xmx$(tidemark_heap_mb)m}
  # GCTimeRatio: the heap grows when the collector takes more than 1/200 of the time, not 1/13.
  # MaxTenuringThreshold: what lives as long as the run is copied 4 times, not 15. See
  # build/benchmarks/workers/README.md.
  local collector='-XX:+UseG1GC -XX:GCTimeRatio=199 -XX:MaxTenuringThreshold=4'
  # Two collectors at once are an error of the JVM's.
  case "$heap ${JVM_OPTS:-}" in *-XX:+Use*GC*) collector= ;; esac
  # A worker has a thread for each producer that may block, and the JVM touches every thread's shadow pages:
  # 10 of 4 kB instead of 20. Other processors' JVMs refuse fewer than 20.
  local stacks=
  [ "$(uname -m)" != x86_64 ] || stacks=-XX:StackShadowPages=10
  # shellcheck disable=SC2086
  exec "$TIDEMARK_JAVA" -server $heap $collector $stacks -XX:+ExitOnOutOfMemoryError \
    -Djava.awt.headless=true ${JVM_OPTS:-} \
    -cp "${CLASSPATH:+$CLASSPATH:}$TIDEMARK_HOME/lib/*:$TIDEMARK_HOME/brokers/docker/*" "$@"
}
