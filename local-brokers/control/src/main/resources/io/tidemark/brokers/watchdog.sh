# Standard input is a pipe whose other end the owner of the cluster holds: when it closes, however the owner ended, the
# nodes are killed. A process is known by its id and its start time together, so a reused id is never hit. Containers
# need the docker command; without it the directory stays, and the next start of local brokers removes them.
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
end_containers() {
  read -r host group 2>/dev/null < "$dir/containers" || return 0 # the cluster has none
  ids=$(docker --host "$host" ps --all --quiet --filter "label=io.tidemark.cluster=$group") || return 1
  if [ "$after" = keep ]; then
    [ -z "$ids" ] || docker --host "$host" kill $ids
    return 0 # those that did not run are no failure
  fi
  [ -z "$ids" ] || docker --host "$host" rm --force --volumes $ids || return 1
  docker --host "$host" network rm "$group"
  return 0 # it may not have been made yet
}
kill_nodes
sleep 1 # a node that was just being started has written its pid by now
kill_nodes
for file in "$dir"/*/control-group; do # the kernel removes only those without processes
  read -r group 2>/dev/null < "$file" && rmdir "$group" 2>/dev/null
done
end_containers || exit 1
[ "$after" = remove ] && rm -rf -- "$dir"
exit 0
