# Arguments: the root to enter, the folder of the cluster (mounted at @state@), then the command to run there.
PATH=$PATH:/usr/sbin:/sbin # chroot is there, and not on a plain user's path
for folder in proc dev; do mount --rbind "/$folder" "$1/$folder" || exit 1; done
mount --bind "$2" "$1@state@" && mount --bind "$2/tmp" "$1/tmp" || exit 1
root=$1
shift 2
exec chroot "$root" "$@"
