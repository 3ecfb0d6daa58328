# Sourced by the scripts that compare tools: times, rates and verdicts of their sides.
# shellcheck shell=bash

# CPU seconds that processes have used.
cpu_seconds() {
  local pid
  for pid in "$@"; do cat "/proc/$pid/stat"; done |
    awk -v tick="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); sum += ($12 + $13) / tick } END { printf "%.2f\n", sum }'
}

# CPU seconds that this machine has used, its brokers included.
machine_cpu_seconds() {
  awk -v tick="$(getconf CLK_TCK)" '/^cpu / { print ($2 + $3 + $4 + $7 + $8) / tick }' /proc/stat
}

# A difference of CPU seconds for each second of the turn.
for_each_second() {
  awk -v before="$1" -v now="$2" -v from="$3" -v to="$4" 'BEGIN { print (now - before) / (to - from) }'
}

# The processes of the side whose turn it is.
pids=()
end_all() {
  [ ${#pids[@]} = 0 ] || kill "${pids[@]}" 2> /dev/null || true
  wait
  pids=()
}

# await_report PATTERN FILE: waits at most a minute for the first report of a side. The caller has a variable log.
await_report() {
  local i
  for ((i = 0; i < 300; i++)); do
    ! grep -qE "$1" "$2" 2> /dev/null || return 0
    kill -0 "${pids[@]}" 2> /dev/null || break
    sleep 0.2
  done
  echo "no report in $2, see ${log:?}" >&2
  return 1
}

# process_turn WARMUP SECONDS FILE COMMAND...: a turn of a new process that prints its rates to a file every second: their
# mean as rates_after.
process_turn() {
  local warmup=$1 seconds=$2 file=$3 lines cpu machine
  shift 3
  : > "$file"
  "$@" > "$file" 2>> "${log:?}" &
  pids=($!)
  await_report ': [1-9]' "$file"
  sleep "$warmup"
  lines=$(wc -l < "$file")
  take_turn "$seconds" "${pids[@]}"
  rates_after "$file" "$lines" "$cpu" "$machine"
  end_all
}

# take_turn SECONDS PID...: waits; sets cpu (of the processes, which must not end meanwhile) and machine to CPU seconds
# for each second of the turn.
take_turn() {
  local from to seconds=$1
  shift
  cpu=$(cpu_seconds "$@") machine=$(machine_cpu_seconds) from=$EPOCHREALTIME
  sleep "$seconds"
  to=$EPOCHREALTIME
  kill -0 "$@" 2> /dev/null || {
    echo "a side ended before its turn was over, see ${log:?}${messages:+; MESSAGES=$messages are too few}" >&2
    return 1
  }
  cpu=$(for_each_second "$cpu" "$(cpu_seconds "$@")" "$from" "$to")
  machine=$(for_each_second "$machine" "$(machine_cpu_seconds)" "$from" "$to")
}

# alternate ROUNDS RECORD SIDE...: rounds in which each side has a turn, by the caller's function side_turn SIDE, whose output
# is a line for RECORD. Continues the record.
alternate() {
  local rounds=$1 record=$2 first round i side sides turns
  shift 2
  sides=("$@")
  first=$(awk '$1 > n { n = $1 } END { print n + 0 }' "$record" 2> /dev/null || echo 0)
  for ((round = first; round < first + rounds; round++)); do
    # Later sides run on a warmer broker, so the order alternates.
    turns=()
    for ((i = 0; i < ${#sides[@]}; i++)); do
      side=${sides[(i + round) % ${#sides[@]}]}
      side_turn "$side" > "$record.turn"
      turns+=("$((round + 1)) $side $(cat "$record.turn")")
      echo "${turns[-1]}"
    done
    # Only whole rounds count.
    printf '%s\n' "${turns[@]}" >> "$record"
  done
}

# rates_after FILE LINE CLIENT_CPU MACHINE_CPU: the mean of the whole seconds after a line of a file of Rates.java or
# PerfTest, and the CPU time in microseconds for a message confirmed and received: the client's and the machine's. A
# second in which the side was frozen is longer.
rates_after() {
  awk -v after="$2" -v cpu="$3" -v machine="$4" '
    { gsub(",", "") }
    /confirmed:/ {
      for (i = 1; i <= NF; i++) {
        if ($i == "time") now = $(i + 1); if ($i == "confirmed:") c = $(i + 1)
        if ($i == "received:") r = $(i + 1) }
      dt = now - before; before = now
      if (NR > after && dt > 0.8 && dt < 1.2) { sc += c * dt; sr += r * dt; t += dt } }
    END { if (t == 0 || sc + sr == 0) { print "no rates in " FILENAME > "/dev/stderr"; exit 1 }
      rate = sc * sr == 0 ? (sc + sr) / t : (sc + sr) / 2 / t
      printf "%.0f %.0f %.2f %.2f\n", sc / t, sr / t, cpu * 1e6 / rate, machine * 1e6 / rate }' "$1"
}

# whole_rates RESULTS: the same of the measured phase of the only run in a folder of results, without the machine's.
whole_rates() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $1 == "test" { dt = $column["lengthSeconds"]; t += dt; c += dt * $column["publishRatePerSecond"]
      r += dt * $column["consumeRatePerSecond"]; cpu += dt * $column["processCpuCoresTotal"] }
    END { if (c + r == 0) { print "no rates in " FILENAME > "/dev/stderr"; exit 1 }
      printf "%.0f %.0f %.2f\n", c / t, r / t, cpu * 1e6 / (c * r == 0 ? c + r : (c + r) / 2) }' "$1"/2*/timeline.csv
}

# whole_verdict RESULTS: the status of that run, and for INVALID the codes of the findings that say so.
whole_verdict() {
  jq -r '.verdict | [.status] + [.findings[] | select(.severity == "INVALIDATES") | .code] | join(",")' "$1"/2*/result.json
}
