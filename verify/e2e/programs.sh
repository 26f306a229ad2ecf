# What crash, race, fuzz and bench/apiserver/compare have in common: to be sourced with $root and
# $server set. Makes a folder for the run, $work, and ends what was started in it.

here=$root/verify/e2e
server=$(cd "$(dirname "$server")" && pwd)/$(basename "$server")
# shellcheck source=../../tools/launch.sh
source "$root/tools/launch.sh"
build verify
work=$(mktemp -d)
kubeconfigs=()

leave() {
  local code=$?
  for at in "$work"/server*; do
    [ ! -d "$at" ] || "$server" stop "$at" || true
    if [ "$code" -ne 0 ] && [ -f "$at/log" ]; then
      echo "The end of the log of ${at##*/}:" >&2
      tail -n 30 "$at/log" >&2
    fi
  done
  [ ! -d "$work/etcd" ] || "$here/etcd" stop "$work/etcd" || true
  rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM

# Starts so many members of etcd, so many servers on them; sets $kubeconfigs.
start_on_etcd() {
  local urls i files=""
  urls=$(ETCD_MEMBERS=$1 "$here/etcd" start "$work/etcd")
  [ ! -d "$work/etcd/pki" ] || files="--etcd-cafile $work/etcd/pki/ca.crt
    --etcd-certfile $work/etcd/pki/client.crt --etcd-keyfile $work/etcd/pki/client.key"
  for ((i = 0; i < $2; i++)); do
    kubeconfigs+=(--kubeconfig "$(DRAY_OPTIONS="${DRAY_OPTIONS:-} --store etcd=$urls $files" "$server" start "$work/server$i")")
  done
}

java_program() {
  local name=$1
  shift
  "$JAVA" -XX:+UseSerialGC -cp "$root/verify/target/lib/*:$(jar_of verify)" "dev.dray.verify.$name" "$@"
}
