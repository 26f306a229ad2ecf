#!/usr/bin/env bash
# Uses a server through kubectl as people do, and checks every answer:
# verify/e2e/kubectl.sh KUBECONFIG [--dray] [TOPIC...]
#
# Topics are the files in verify/e2e/kubectl. Those whose names contain "dray" need what only Dray
# has; they run with --dray. All others hold for a kube-apiserver too, and were tried on one.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

kubeconfig=${1:?a kubeconfig is needed}
shift
dray=false
only=()
while [ $# -gt 0 ]; do
  case $1 in
    --dray) dray=true ;;
    -*) echo "kubectl.sh: no such option: $1" >&2; exit 2 ;;
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

# Each topic has a namespace, a kubeconfig that names it, and a shell of its own.
run_topic() (
  file=$1 topic=$2
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  ns=e2e-$topic-$RANDOM
  export KUBECONFIG=$scratch/kubeconfig KUBECACHEDIR=$scratch/cache
  fixtures=$here/fixtures
  cp "$kubeconfig" "$KUBECONFIG"
  chmod 600 "$KUBECONFIG"
  # shellcheck source=kubectl/lib.sh
  source "$here/kubectl/lib.sh"
  step "a namespace for the topic"
  k config set-context --current --namespace="$ns"
  k create namespace "$ns"
  # shellcheck disable=SC1090
  source "$file"
  step "the namespace goes away with all that is in it"
  k delete namespace "$ns" --wait=false
  echo "$checks $failures" >"$tally"
)

tally=$(mktemp)
trap 'rm -f "$tally"' EXIT
all=0
bad=0
began=$SECONDS
for file in "$here"/kubectl/[0-9]*.sh; do
  topic=$(basename "$file" .sh)
  topic=${topic#*-}
  case $topic in *dray*) [ "$dray" = true ] || continue ;; esac
  wanted "$topic" || continue
  echo "0 1" >"$tally"
  at=$SECONDS
  run_topic "$file" "$topic"
  read -r checks failures <"$tally"
  printf '  kubectl %-22s %3d checks, %d failed, %d s\n' "$topic" "$checks" "$failures" $((SECONDS - at))
  all=$((all + checks))
  bad=$((bad + failures))
done
printf 'kubectl: %d checks, %d failed, %d s\n' "$all" "$bad" $((SECONDS - began))
[ "$bad" -eq 0 ]
