# Sourced by bin/lib.sh in a source checkout: builds the installation if its sources have changed since the last build.
#
# The stamp of a build is the file BUILT of the installation. Its time is the start of the build. Its first line names
# the drivers that were built (kafka-only, else all), the other lines are the checksums of the sources. A build by hand
# (mvn package) writes one line. Files that changed after the stamp are compared with it by content: a copy of the
# checkout, or a "git switch" there and back, is no change.

tidemark_target=$TIDEMARK_ROOT/build/distribution/target
tidemarkStamp=$TIDEMARK_HOME/BUILT

# tidemark_sources EXPRESSION: find, on everything that the installation is made of.
tidemark_sources() {
  (cd "$TIDEMARK_ROOT" && find pom.xml .mvn build/distribution/pom.xml build/distribution/src \
    {driver-*,framework/*,local-brokers/*,sdk/*}/{pom.xml,src/main} sdk/driver-template \
    \( -path 'sdk/driver-nats/*' -o -path sdk/driver-template/target \) -prune -o "$@" 2>/dev/null) || true
}

tidemark_checksums() {
  tidemark_sources -type f -exec cksum {} + | LC_ALL=C sort
}

# tidemark_choose_drivers ARGUMENT...: sets tidemark_drivers to what the command needs, so that a first result on Kafka
# does not wait for the other drivers and their libraries.
tidemark_choose_drivers() {
  local file files
  tidemark_drivers=all
  [ "${0##*/}" = benchmark ] || return 0
  case ${1:-} in
    '' | -h | --help | -V | --version) tidemark_drivers=kafka-only ;;
    # They read stored runs or measure this machine, without a driver.
    report | compare | plot | verdict | --csv | calibrate | probe) tidemark_drivers=kafka-only; return 0 ;;
  esac
  while [ $# -gt 0 ]; do
    case $1 in
      -d | --drivers) files=${2:-none} ;;
      --drivers=* | -d=*) files=${1#*=} ;;
      -d* | @*) files=none ;;
      *) files= ;;
    esac
    for file in ${files//,/ }; do
      tidemark_drivers=kafka-only
      case $file in
        *driver-kafka-strimzi/* | *driver-inmemory/*) ;;
        *) tidemark_drivers=all; return 0 ;;
      esac
    done
    shift
  done
}

tidemark_is_stale() {
  local built=
  [ -f "$tidemarkStamp" ] || return 0
  read -r built <"$tidemarkStamp" || true
  [ "$built" != kafka-only ] || [ "$tidemark_drivers" = kafka-only ] || return 0
  # Folders count, too: they show files that were removed.
  [ -n "$(tidemark_sources -cnewer "$tidemarkStamp" -print)" ] || return 1
  : >"$tidemarkStamp.now" || return 0
  [ "$(tidemark_checksums)" = "$(tail -n +2 "$tidemarkStamp")" ] || return 0
  # The next command does not compare again, and the class data was archived after this build.
  [ "$tidemarkStamp" -nt "$TIDEMARK_HOME/classes.key" ] || touch "$TIDEMARK_HOME/classes.key"
  touch -r "$tidemarkStamp.now" "$tidemarkStamp"
  return 1
}

# tidemark_has_templates CHECKSUMS: whether the code of the report's templates need not be generated again. Otherwise all
# of it is newer, and what depends on it is compiled again.
tidemark_has_templates() {
  local inputs='framework/report/src/main/jte/.*|(framework/report/)?pom.xml' code
  code=$(find "$TIDEMARK_ROOT/framework/report/target/generated-sources/jte" -name '*.java' 2>/dev/null | head -n 1)
  [ -n "$code" ] && [ -f "$tidemarkStamp" ] || return 1
  [ "$(grep -Ex "[0-9]+ [0-9]+ ($inputs)" "$tidemarkStamp")" = "$(grep -Ex "[0-9]+ [0-9]+ ($inputs)" <<<"$1")" ] || return 1
  [ -z "$(cd "$TIDEMARK_ROOT/framework/report" && find pom.xml src/main/jte -cnewer "$code" -print)" ]
}

# tidemark_lock: waits for the build of another command, until the end of this subshell. The lock is a symbolic link to the
# id of its process: macOS has no flock. That of a process that was killed does not count.
tidemark_lock() {
  local lock=$tidemark_target/building holder printed=
  until ln -s $$ "$lock" 2>/dev/null; do
    holder=$(readlink "$lock" || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
      rm -f "$lock"
    else
      [ -n "$printed" ] || echo "tidemark: waiting for the build of another command" >&2
      printed=yes
      sleep 0.2
    fi
  done
  trap 'rm -f "$tidemark_target/building"' EXIT
}

# Maven, and the stamp. One build at a time, also when several commands are started at once.
tidemark_build() {
  local log=$tidemark_target/build.log drivers=$tidemark_drivers options= sums commit
  command -v mvn >/dev/null || tidemark_fail \
    "this is a source checkout and Maven (mvn) is not on the PATH: install Maven 3.8 or later"
  mkdir -p "$TIDEMARK_HOME"
  (
    set -o pipefail
    tidemark_lock
    tidemark_is_stale || exit 0
    # What is there is kept up to date.
    grep -qsvx kafka-only < <(head -n 1 "$tidemarkStamp" 2>/dev/null) && drivers=all
    [ "$drivers" = all ] || options=-Dkafka-only
    : >"$log.start"
    sums=$(tidemark_checksums)
    ! tidemark_has_templates "$sums" || options+=" -Djte.phase=none"
    # The jar of a module that is no longer there would hide the classes that are elsewhere now.
    rm -f "$tidemarkStamp" "$TIDEMARK_HOME"/classes.* "$TIDEMARK_HOME"/lib/benchmark-*.jar
    cd "$TIDEMARK_ROOT"
    # Maven's plugin describes the commit of the main worktree, also in a linked one.
    commit=$(git describe --always --dirty 2>/dev/null) &&
      options+=" -Dmaven.gitcommitid.skip -Dgit.commit.id.describe=$commit"
    # shellcheck disable=SC2086
    mvn -B -Dinstallation $options -pl build/distribution -am package 2>&1 | tee "$log" | tidemark_progress || exit 1
    printf '%s\n' "$drivers" "$sums" >"$tidemarkStamp"
    touch -r "$log.start" "$tidemarkStamp" # A source that changed during the build is newer.
    echo "tidemark: built in $((SECONDS / 60)) min $((SECONDS % 60)) s" >&2
  ) || {
    tail -n 30 "$log" >&2
    tidemark_fail "the build failed; the whole log is in $log"
  }
}

# tidemark_progress < OUTPUT: the progress of Maven, on a terminal as one line that changes every second, else a line for
# each module.
tidemark_progress() {
  local line part= module= from=$SECONDS kb=0 shown=-1 count=0 of=0
  local building='Building (.+) [^ ]+ +\[([0-9]+)/([0-9]+)\]' fetched='\(([0-9]+)(\.[0-9]+)? ([kM])B at'
  # Before version 4 the end of a second cannot be distinguished from the end of the output.
  local second='-t 1'
  [ "${BASH_VERSINFO[0]}" -ge 4 ] || second=
  while true; do
    # shellcheck disable=SC2086
    if IFS= read -r $second line; then
      line=$part$line part=
      if [[ $line =~ $building ]]; then
        module=${BASH_REMATCH[1]} count=${BASH_REMATCH[2]} of=${BASH_REMATCH[3]}
        [ -t 2 ] || tidemark_show_step '' '\n'
      elif [[ $line =~ $fetched ]]; then
        [ "${BASH_REMATCH[3]}" = k ] && kb=$((kb + BASH_REMATCH[1])) || kb=$((kb + BASH_REMATCH[1] * 1000))
      fi
    elif [ $? -gt 128 ]; then
      part+=$line # One second without a whole line.
    else
      break
    fi
    [ ! -t 2 ] || [ $SECONDS = "$shown" ] || { shown=$SECONDS; tidemark_show_step '\r\033[K' ''; }
  done
  [ ! -t 2 ] || echo >&2
}

# tidemark_show_step BEFORE AFTER: the first modules take longest when libraries are fetched, so no estimate for them.
tidemark_show_step() {
  local seconds=$((SECONDS - from)) text="building $count/$of $module" left
  printf -v text '%s, %d:%02d' "$text" $((seconds / 60)) $((seconds % 60))
  [ $kb -lt 1000 ] || text+=", $((kb / 1000)) MB fetched"
  if [ "$count" -gt 3 ]; then
    left=$((seconds * (of - count + 1) / count))
    printf -v text '%s, about %d:%02d left' "$text" $((left / 60)) $((left % 60))
  fi
  printf "$1tidemark: %s$2" "$text" >&2
}

tidemark_choose_drivers "$@"
! tidemark_is_stale || tidemark_build
