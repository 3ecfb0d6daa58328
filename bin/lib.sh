# Sourced by the commands of this folder: finds or builds the installation and starts Java in it.
# Sets TIDEMARK_HOME (lib/, drivers/, brokers/) and TIDEMARK_ROOT (bin/, workloads/, driver-*/).
#
# Runs on Linux and macOS, with bash from 3.2 on and the tools that both systems have: no flock, no options of GNU only.

TIDEMARK_ROOT=$(cd -P "${BASH_SOURCE[0]%/*}/.." && pwd)

tidemark_fail() {
  echo "tidemark: $1" >&2
  exit "${2:-3}"
}

# tidemark_use_utf8: Java decodes arguments and names of files as the locale says, and no option of the JVM changes that.
# In a locale without an encoding for all characters, such as C, one with UTF-8 replaces it for Java and what it starts.
tidemark_use_utf8() {
  local character=$'\303\251' each given=${LC_ALL-}
  [ ${#character} -gt 1 ] || return 0
  case $(locale charmap 2>/dev/null || true) in '' | ANSI* | US-ASCII | *646*) ;; *) return 0 ;; esac
  # The terminal has what the locale says: lines are not drawn with other characters.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in *[Uu][Tt][Ff]*8*) ;; *) tidemark_ascii=-Dtidemark.ascii=true ;; esac
  for each in C.UTF-8 en_US.UTF-8; do
    { LC_ALL=$each; } 2>/dev/null
    [ ${#character} -gt 1 ] || { export LC_ALL; return 0; }
  done
  { LC_ALL=$given; } 2>/dev/null
  [ -n "$given" ] || unset LC_ALL
}

tidemark_ascii=
tidemark_use_utf8

if [ -d "$TIDEMARK_ROOT/lib" ]; then
  TIDEMARK_HOME=$TIDEMARK_ROOT
else
  TIDEMARK_HOME=$TIDEMARK_ROOT/build/distribution/target/tidemark
  [ -n "${TIDEMARK_SKIP_BUILD:-}" ] || . "$TIDEMARK_ROOT/build/distribution/build.sh"
fi
export TIDEMARK_HOME TIDEMARK_ROOT

TIDEMARK_JAVA=java
[ -n "${JAVA_HOME:-}" ] && TIDEMARK_JAVA=$JAVA_HOME/bin/java
TIDEMARK_JAVA=$(command -v "$TIDEMARK_JAVA") || tidemark_fail "no Java found: install a JDK 17 or set JAVA_HOME"

# The largest heap by default, in MB: 1024, or a quarter of what the machine or its container has where that is less.
tidemark_heap_mb() {
  local kb=4194304 file bytes key value
  # Without processes, for a start at once.
  while read -r key value _; do
    [ "$key" != MemTotal: ] || kb=$value
  done 2>/dev/null </proc/meminfo || true
  for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    { read -r bytes <"$file"; } 2>/dev/null || continue
    # Not a number: "max". Version 1 shows no limit as a number of 19 digits.
    case $bytes in *[!0-9]* | ???????????????*) continue ;; esac
    [ $((bytes / 1024)) -ge "$kb" ] || kb=$((bytes / 1024))
  done
  [ $((kb / 4096)) -lt 1024 ] && echo $((kb / 4096)) || echo 1024
}

# tidemark_find_libraries: sets tidemark_libraries to a class path in a fixed order, as an archive of class data requires.
tidemark_find_libraries() {
  local LC_ALL=C IFS=: jars=("$TIDEMARK_HOME"/lib/*.jar)
  tidemark_libraries=${jars[*]}
}

# tidemark_archive_classes: makes TIDEMARK_HOME/classes.jsa, from which the JVM maps loaded classes (class data sharing),
# for this Java in this folder. Call it once in an installation that is read-only later, for example in an image.
tidemark_archive_classes() {
  local work java
  tidemark_find_libraries
  [ -w "$TIDEMARK_HOME" ] || return 0
  echo "tidemark: archiving class data, so that commands start at once ..." >&2
  work=$(mktemp -d 2>/dev/null) || return 0
  java=("$TIDEMARK_JAVA" -Xmx256m -XX:TieredStopAtLevel=1 -cp "$tidemark_libraries:$TIDEMARK_HOME/brokers/docker/*")
  printf '%s\n' 'name: classes' 'topics: 1' 'partitionsPerTopic: 1' 'subscriptionsPerTopic: 1' 'producersPerTopic: 1' \
    'consumerPerSubscription: 1' 'messageSize: 1KB' 'producerRate: 100' 'warmupDuration: 0s' 'testDuration: 1s' >"$work/w.yaml"
  # A help, a plan and a run load what most commands do.
  tidemark_list_classes help --help &
  tidemark_list_classes explain explain faults.kill &
  tidemark_list_classes plan --dry-run -d "$TIDEMARK_ROOT/driver-inmemory/inmemory.yaml" "$TIDEMARK_ROOT/workloads/quickstart.yaml" &
  tidemark_list_classes run -q --results-dir "$work" -d "$TIDEMARK_ROOT/driver-inmemory/inmemory.yaml" "$work/w.yaml" &
  wait
  cat "$work"/*.classes 2>/dev/null | awk '!known[$0]++' >"$work/classes"
  "${java[@]}" -XX:+UseG1GC -Xshare:dump -XX:SharedClassListFile="$work/classes" \
    -XX:SharedArchiveFile="$work/classes.jsa" >/dev/null 2>&1 &&
    mv -f "$work/classes.jsa" "$TIDEMARK_HOME/classes.jsa" || true
  echo "$TIDEMARK_HOME $TIDEMARK_JAVA" >"$TIDEMARK_HOME/classes.key" # No second try.
  rm -rf "$work"
}

# tidemark_list_classes NAME ARG...: a process of tidemark_archive_classes that lists what it loads.
tidemark_list_classes() {
  "${java[@]}" -XX:DumpLoadedClassList="$work/$1.classes" io.tidemark.features.Main "${@:2}" >/dev/null 2>&1 || true
}

# tidemark_is_archived: whether the archive of class data was made for this Java, in this folder and after the last build.
# The JVM compares only times and sizes of libraries, and all of a build's have one time.
tidemark_is_archived() {
  local key=
  [ ! -r "$TIDEMARK_HOME/classes.key" ] || read -r key <"$TIDEMARK_HOME/classes.key"
  [ "$key" = "$TIDEMARK_HOME $TIDEMARK_JAVA" ] && [ ! "$TIDEMARK_HOME/BUILT" -nt "$TIDEMARK_HOME/classes.key" ]
}

# tidemark_is_brief MAIN_CLASS [ARG ...]: whether the command ends soon and measures nothing. Its methods do not run often
# enough for the second compiler.
tidemark_is_brief() {
  case "$1 ${2:-}" in
    *.BrokersCommand\ * | *.WorkloadGeneratorCommand\ * | *.Main\ ) return 0 ;;
    *.Main\ check | *.Main\ clean | *.Main\ drivers | *.Main\ new-driver | *.Main\ install-sdk | *.Main\ verdict | *.Main\ convert | *.Main\ explain) return 0 ;;
    *.Main\ generate-completion) return 0 ;;
    *.Main\ history) case ${3:-} in add | trend | accept) return 0 ;; esac ;;
  esac
  while [ $# -gt 0 ]; do
    case $1 in -h | --help | -V | --version | --dry-run) return 0 ;; esac
    shift
  done
  return 1
}

# tidemark_java [JVM_OPTION ...] MAIN_CLASS [ARG ...]: replaces the shell by the JVM. HEAP_OPTS, JVM_OPTS and CLASSPATH
# are honoured as OMB's scripts do. Commands that start brokers also have the Docker client. The language is fixed,
# because others have other digits.
tidemark_java() {
  local heap=${HEAP_OPTS:--Xms64m -Xmx$(tidemark_heap_mb)m}
  # GCTimeRatio: the heap grows when the collector takes more than 1/200 of the time, not 1/13.
  # MaxTenuringThreshold: what lives as long as the run is copied 4 times, not 15. See
  # build/benchmarks/workers/README.md.
  local collector='-XX:+UseG1GC -XX:GCTimeRatio=199 -XX:MaxTenuringThreshold=4'
  ! tidemark_is_brief "$@" || collector='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData'
  # Two collectors at once are an error of the JVM's.
  case "$heap ${JVM_OPTS:-}" in *-XX:+Use*GC*) collector= ;; esac
  # A worker has a thread for each producer that may block, and the JVM touches every thread's shadow pages:
  # 10 of 4 kB instead of 20. Other processors' JVMs refuse fewer than 20.
  local stacks=
  [ "$(uname -m)" != x86_64 ] || stacks=-XX:StackShadowPages=10
  tidemark_find_libraries
  # A person who uses an unpacked archive waits once; scripts do not.
  if [ -z "${TIDEMARK_SKIP_BUILD:-}" ] && { [ -n "${tidemarkStamp:-}" ] || [ -t 2 ]; } && ! tidemark_is_archived; then
    tidemark_archive_classes
  fi
  # Without a word if it does not fit; a JVM that is given none uses its own.
  local archive=
  [ -n "${CLASSPATH:-}" ] || [ ! -r "$TIDEMARK_HOME/classes.jsa" ] || ! tidemark_is_archived ||
    archive="-XX:SharedArchiveFile=$TIDEMARK_HOME/classes.jsa"
  # shellcheck disable=SC2086
  exec "$TIDEMARK_JAVA" -server $heap $collector $stacks -XX:+ExitOnOutOfMemoryError \
    ${archive:+"$archive" -Xshare:auto -Xlog:cds=off -Xlog:class+path=off} \
    -Duser.language=en -Duser.country=US -Duser.script= -Duser.variant= $tidemark_ascii \
    -Djava.awt.headless=true ${JVM_OPTS:-} \
    -cp "${CLASSPATH:+$CLASSPATH:}$tidemark_libraries:$TIDEMARK_HOME/brokers/docker/*" "$@"
}
