# What .ci/run needs besides the repository: to be sourced at its root.

timed() {
  local began=$SECONDS
  "$@"
  echo "-- $1: $((SECONDS - began)) s"
}

# Whether there is an etcd; a machine that lets us have it gets it.
have_etcd() {
  command -v etcd >/dev/null && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing etcd-server."
    { apt-get install -y -q etcd-server || { apt-get update -q && apt-get install -y -q etcd-server; }; } \
      >target/apt.log 2>&1 || true
  fi
  command -v etcd >/dev/null && return 0
  echo "no etcd here: what needs it is left out (package etcd-server)"
  return 1
}

# The store's contract on a real etcd; the tests start it and kill it themselves.
store_in_etcd() {
  mvn -B -q -pl core,apiserver test -Dexec.skip=true -Dsurefire.failIfNoSpecifiedTests=false \
    -Dtest='Etcd*IT'
}
