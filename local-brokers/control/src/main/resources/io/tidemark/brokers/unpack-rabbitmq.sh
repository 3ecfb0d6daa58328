# Downloads packages with all they depend on, and unpacks them into the folder "root" here. The package index is private:
# nothing of the system's package state is read or changed, no package script runs, no root user is needed.
# The folder "sources" has the package source. The last line printed is the number of packages and their size in MB.
# Arguments: "isolated" or "plain"; what the version of the server must begin with; the packages. Input: stays open as long as
# the process lives that wants this; after it nothing goes on here (if this runs in a separate session).
set -e
exec 3<&0 < /dev/null
{
  read -r _ <&3 || true
  kill -KILL -$$
} > /dev/null 2>&1 &
exec 3<&-
umask 022 # other users may use the server
kind=$1
wanted=$2
shift 2
work=$PWD
mkdir -p lists/partial cache/archives/partial debs root
: > status

apt() { # a frozen mirror may be expired; its signature is still checked
  apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/sources" \
    -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
    -o "Dir::State::Lists=$work/lists" -o "Dir::State::status=$work/status" -o "Dir::Cache=$work/cache" \
    -o Acquire::Check-Valid-Until=false -o Acquire::Languages=none -o APT::Sandbox::User= \
    -o APT::Install-Recommends=0 -o Debug::NoLocking=1 "$@"
}

needed() { # an isolated server has no other libraries than these; the other one uses those of this machine
  if [ "$kind" = isolated ]; then grep -Ev '^(systemd|dbus)'; else grep -E '^(erlang-.*|rabbitmq-server)$'; fi
}

echo "download the package index"
apt -o APT::Update::Error-Mode=any update
echo "plan the packages $*"
apt -s install "$@" > plan
packages=$(sed -n 's/^Inst \([^ ]*\).*/\1/p' plan | needed)
found=$(sed -n 's/^Inst rabbitmq-server (\([^ ]*\).*/\1/p' plan)
case $found in
  "$wanted"*) ;;
  *)
    echo "the mirror has RabbitMQ $found now, not $wanted*: use another --version, or set RABBITMQ_HOME to such a server"
    exit 1
    ;;
esac
echo "download the packages"
(cd debs && apt download $packages)
echo "unpack the packages"
for deb in debs/base-files_*.deb debs/*.deb; do # first the one with the links (bin to usr/bin) that others rely on
  if [ -e "$deb" ]; then dpkg -x "$deb" root; fi
done

if [ "$kind" = isolated ]; then
  for folder in proc dev tmp etc root @state@; do mkdir -p "root/$folder"; done
  for link in awk:gawk sh:dash; do
    name=root/usr/bin/${link%:*}
    if [ ! -e "$name" ] && [ ! -L "$name" ]; then ln -s "${link#*:}" "$name"; fi
  done
  echo "127.0.0.1 localhost" > root/etc/hosts
  echo "root:x:0:0:root:/root:/bin/sh" > root/etc/passwd
else # the scripts that start Erlang have the folder of the installed package in them: let them find it, also when it is moved
  for script in root/usr/lib/erlang/bin/erl root/usr/lib/erlang/erts-*/bin/erl; do
    up=..
    case $script in */erts-*) up=../.. ;; esac
    up=$up awk '
      /^[ \t]*ROOTDIR=/ { print substr($0, 1, index($0, "=")) "$(cd \"$(dirname \"$(readlink -f \"$0\")\")/" ENVIRON["up"] "\" && pwd -P)"; next }
      { print }' "$script" > moved
    cat moved > "$script"
  done
fi
echo "$(ls debs | wc -l) $(du -sm debs | cut -f 1)"
