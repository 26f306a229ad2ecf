# What .ci/run needs besides the repository: to be sourced at its root.

timed() {
  local began=$SECONDS
  "$@"
  echo "-- $1: $((SECONDS - began)) s"
}

# Runs commands one after the other beside the rest: lane NAME COMMAND... What they say is shown
# when all lanes have ended, so that it does not mix.
lanes=()
lane() {
  local name=$1
  shift
  mkdir -p target/ci
  (
    set -euo pipefail
    for command in "$@"; do
      echo "== $command"
      eval "timed $command"
    done
  ) >"target/ci/$name.log" 2>&1 &
  lanes+=("$name:$!")
}

# Waits for all lanes; fails if one of them did.
finish_lanes() {
  local one failed=()
  for one in "${lanes[@]}"; do
    wait "${one#*:}" || failed+=("${one%:*}")
    echo "==== ${one%:*}"
    cat "target/ci/${one%:*}.log"
  done
  lanes=()
  if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]}" >&2
    return 1
  fi
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
