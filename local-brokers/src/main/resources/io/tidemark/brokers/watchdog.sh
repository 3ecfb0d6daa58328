# Standard input is a pipe whose other end the owner of the cluster holds: when it closes, however the owner ended, the
# nodes are killed. A process is known by its id and its start time together, so a reused id is never hit.
# Arguments: the cluster's directory; "remove" or "keep" (the directory afterwards).
dir=$1
after=$2
while read -r line; do
  [ "$line" = disarm ] && exit 0
done
kill_nodes() {
  for file in "$dir"/*/pid; do
    pid=; start=
    read -r pid start 2>/dev/null < "$file"
    [ -n "$start" ] && read -r stat 2>/dev/null < "/proc/$pid/stat" || continue
    set -- ${stat##*) }
    [ "${20}" = "$start" ] && kill -s KILL -- "-$pid" 2>/dev/null # dash knows "--" only after -s
  done
}
kill_nodes
sleep 1 # a node that was just being started has written its pid by now
kill_nodes
[ "$after" = remove ] && rm -rf -- "$dir"
exit 0
