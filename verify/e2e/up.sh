#!/usr/bin/env bash
# Starts dray up and uses it through kubectl as people do, scenario by scenario:
# verify/e2e/up.sh [--jobs N] [--etcd] [SCENARIO...]
#
# Scenarios are the folders of verify/e2e/up: manifests, and steps.sh, which says what happens. They
# share one control plane; those from 900 on start their own, because they restart it. With --etcd
# objects are kept in an etcd that is started for it, and not in SQLite.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

jobs=2
etcd=false
only=()
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) jobs=$2; shift ;;
    --etcd) etcd=true ;;
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "up.sh: no such option: $1" >&2; exit 2 ;;
    *) only+=("$1") ;;
  esac
  shift
done

# shellcheck source=tools.sh
source "$here/tools.sh"
KUBECTL=$(find_kubectl) || exit 2
export KUBECTL

wanted() {
  [ ${#only[@]} -gt 0 ] || return 0
  local one
  for one in "${only[@]}"; do [[ $1 == *"$one"* ]] && return 0; done
  return 1
}

# Each scenario has a shell, a kubeconfig and a namespace of its own. What it prints is kept until it
# has ended, so that two at a time do not talk at once.
run_scenario() (
  folder=$1 topic=$2
  scratch=$work/$topic
  mkdir -p "$scratch"
  trap 'leave_scenario' EXIT
  leave_scenario() {
    [ ! -d "$scratch/cluster" ] || "$here/up/cluster" stop "$scratch/cluster"
  }
  export KUBECONFIG=$scratch/kubeconfig KUBECACHEDIR=$scratch/cache
  # shellcheck source=kubectl/lib.sh
  source "$here/kubectl/lib.sh"
  # shellcheck source=up/lib.sh
  source "$here/up/lib.sh"
  ns=e2e-${topic%%-*}
  own=false
  case $topic in 9*) own=true ;; esac
  if [ "$own" = false ]; then
    use_kubeconfig "$shared"
    step "a namespace for the scenario"
    k create namespace "$ns"
  fi
  # shellcheck disable=SC1091
  source "$folder/steps.sh"
  if [ "$own" = false ]; then
    step "all of it goes away"
    k delete namespace "$ns" --wait=false
    for file in "$folder"/*.yaml; do
      execute delete -f "$file" --ignore-not-found --wait=false
    done
  fi
  echo "$checks $failures" >"$scratch/tally"
)

# Runs a scenario and prints a line of what came of it.
one() {
  local folder=$1 topic began
  topic=$(basename "$folder")
  began=${EPOCHREALTIME/./}
  mkdir -p "$work/$topic"
  echo "0 1" >"$work/$topic/tally"
  run_scenario "$folder" "$topic" >"$work/$topic/said" 2>&1
  read -r checks failures <"$work/$topic/tally"
  {
    printf '  %-60s %3d checks, %d failed, %4d ms\n' "$topic" "$checks" "$failures" $(((${EPOCHREALTIME/./} - began) / 1000))
    [ "$failures" -eq 0 ] && [ -z "${E2E_VERBOSE:-}" ] || cat "$work/$topic/said"
  }
}

work=$(mktemp -d)
leave() {
  "$here/up/cluster" stop "$work/shared" || true
  [ ! -d "$work/etcd" ] || "$here/etcd" stop "$work/etcd" || true
  rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM
began=$SECONDS
if [ "$etcd" = true ]; then
  E2E_ETCD=$("$here/etcd" start "$work/etcd") || exit 2
  export E2E_ETCD
fi
shared=$("$here/up/cluster" up "$work/shared" --runtime-config=api/all=true) || exit 2
for folder in "$here"/up/[0-9]*/; do
  wanted "$(basename "$folder")" || continue
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  one "${folder%/}" &
done
wait
all=0
bad=0
for tally in "$work"/*/tally; do
  [ -f "$tally" ] || continue
  read -r checks failures <"$tally"
  all=$((all + checks))
  bad=$((bad + failures))
done
printf 'dray up: %d checks, %d failed, %d s\n' "$all" "$bad" $((SECONDS - began))
[ "$all" -gt 0 ] && [ "$bad" -eq 0 ]
