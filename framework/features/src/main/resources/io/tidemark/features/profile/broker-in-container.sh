# Records the JVM of this container with JDK Flight Recorder.
# Arguments: find [FOLDER...], which prints "erlang" or PID and FOLDER, and with these two: warm-up, start, stop NAME, fetch, forget.
# Needs a POSIX shell, jcmd, df, grep, head and tail.

fail() {
  echo "$1" >&2
  exit 3
}

action=$1
shift
if [ "$action" = find ] && command -v rabbitmqctl >/dev/null; then
  echo erlang
  exit
fi

jcmd=$(command -v jcmd) || jcmd=$(command -v "${JAVA_HOME:-/none}/bin/jcmd") ||
  fail "the image has no jcmd, on the PATH or in JAVA_HOME: Flight Recorder needs the one of the JDK"

# 64 MB of a recording, the same again as the file that is fetched, and what the JVM writes in between.
needed_kib=262144

# A broker is the JVM with its main class, or else the only one.
the_jvm() {
  all=$("$jcmd" -l 2>/dev/null | grep -v -e 'jdk.jcmd' -e 'sun.tools.jcmd')
  one=$(echo "$all" | grep -e 'kafka\.Kafka' -e 'activemq.artemis' | head -n 1)
  [ -n "$one" ] || one=$all
  [ -n "$one" ] || fail "jcmd shows no JVM of this user in the container"
  [ "$(echo "$one" | grep -c .)" -eq 1 ] || fail "more than one JVM runs in the container"
  echo "${one%% *}"
}

# Flight Recorder ends the JVM if its disk is full: only folders with room, and none of those given.
the_folder() {
  for folder in /tmp /var/tmp "${HOME:-/none}" "$PWD"; do
    for small in "$@"; do
      case "$folder/" in "$small"/*) continue 2 ;; esac
    done
    [ -d "$folder" ] && [ -w "$folder" ] || continue
    free=$(df -Pk "$folder" 2>/dev/null | tail -n 1)
    set -f
    room=$(set -- $free && echo "$4")
    if [ "${room:-0}" -ge "$needed_kib" ] 2>/dev/null; then
      echo "${folder%/}/tidemark-profile"
      return
    fi
  done
  fail "no folder for recordings: /tmp, /var/tmp and the home of the user are small, in memory or not writable; needed are 256 MiB"
}

# Runs jcmd; its answer must contain the text.
ask() {
  expected=$1
  shift
  answer=$("$jcmd" "$pid" "$@" 2>&1)
  case "$answer" in
    *"$expected"*) ;;
    *"Could not find"*) fail "the process ended while it was recorded" ;;
    *) fail "jcmd $1: $(echo "$answer" | grep -v '^[0-9]*:$' | head -n 1)" ;;
  esac
}

begin() {
  mkdir -p "$folder" || fail "cannot make $folder"
  ask "epository path" JFR.configure "repositorypath=\"$folder\""
  ask "Started recording" JFR.start name=tidemark settings=profile maxsize=64m
}

if [ "$action" = find ]; then
  pid=$(the_jvm) || exit
  folder=$(the_folder "$@") || exit
  echo "$pid $folder"
  exit
fi

pid=$1
folder=$2
case "$action" in
  warm-up)
    # What a run left that was killed.
    "$jcmd" "$pid" JFR.stop name=tidemark >/dev/null 2>&1
    rm -f "$folder"/part-*.jfr
    begin
    ask "Stopped recording" JFR.stop name=tidemark
    ;;
  start) begin ;;
  stop) ask "Stopped recording" JFR.stop name=tidemark "filename=\"$folder/$3\"" ;;
  fetch) cat "$folder"/part-*.jfr ;;
  forget) rm -f "$folder"/part-*.jfr ;;
  *) fail "unknown action $action" ;;
esac
