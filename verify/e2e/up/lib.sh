# What the scenarios beside this file are written in, on top of kubectl/lib.sh: to be sourced.
#
#   given FILE...            applies files of the scenario's folder
#   pod NAME CLAIM...        creates a pod that uses the claims of these names
#   runs POD...              come to run
#   waits POD REGEX          is told by the scheduler that it has to wait, in words that match
#   phase POD PHASE          is in this phase now
#   is_on POD NODE           was placed there
#   gets CLAIM 'R=D ...'     was given these devices: request=device, in this order
#   has_nothing CLAIM        is not allocated
#   end POD...               deletes pods and waits until they are gone
#   settles REGEX ARGUMENT.. kubectl says so in the end, at most 20 seconds later
#
# A scenario ends at the first thing that does not happen in time.

given() {
  local file
  for file in "$@"; do
    k apply -f "$folder/$file"
    [ "$code" -eq 0 ] || abandon
  done
}

# What did not happen in time will not happen by waiting for what should follow from it.
abandon() {
  echo "$checks $failures" >"$scratch/tally"
  exit 1
}

pod() {
  local name=$1 entries="" uses="" claim
  shift
  for claim in "$@"; do
    entries+="${entries:+, }{name: $claim, resourceClaimName: $claim}"
    uses+="${uses:+, }{name: $claim}"
  done
  k apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: $name}
spec:
  containers: [{name: main, image: busybox, resources: {claims: [$uses]}}]
  resourceClaims: [$entries]
YAML
}

# As eventually, but looks more often: what a control plane does by itself takes milliseconds.
settles() {
  local regex=$1 end=$((SECONDS + 20))
  shift
  checks=$((checks + 1))
  while [ $SECONDS -lt $end ]; do
    execute "$@"
    if [ "$code" -eq 0 ] && grep -qE -e "$regex" "$out"; then return 0; fi
    sleep 0.1
  done
  complain "did not come true in 20 seconds: $regex"
  tell_of_pods
  abandon
}

# Whoever reads that something did not happen wants to know what did.
tell_of_pods() {
  {
    "$KUBECTL" get pods,resourceclaims -o wide
    "$KUBECTL" get events --sort-by=.lastTimestamp -o 'custom-columns=OBJECT:.involvedObject.name,REASON:.reason,MESSAGE:.message' | tail -n 12
  } 2>&1 | sed 's/^/      /' >&2
}

runs() {
  local one
  for one in "$@"; do
    checks=$((checks + 1))
    execute wait "pod/$one" --for=jsonpath='{.status.phase}'=Running --timeout=20s
    if [ "$code" -ne 0 ]; then
      complain "pod $one should run"
      tell_of_pods
      abandon
    fi
  done
}

waits() {
  settles "$2" get pod "$1" -o 'jsonpath={.spec.nodeName}{range .status.conditions[?(@.type=="PodScheduled")]}{.status} {.reason} {.message}{end}'
  says '^False Unschedulable '
}

phase() {
  k get pod "$1" -o 'jsonpath={.status.phase}'
  prints "$2"
}

is_on() {
  k get pod "$1" -o 'jsonpath={.spec.nodeName}'
  prints "$2"
}

gets() {
  k get resourceclaim "$1" -o 'jsonpath={range .status.allocation.devices.results[*]}{.request}={.device} {end}'
  prints "$2 "
}

has_nothing() {
  k get resourceclaim "$1" -o 'jsonpath={.status.allocation}'
  prints ''
}

end() {
  k delete pod "$@" --timeout=20s
}

# Makes kubectl use a cluster and the scenario's namespace in it.
use_kubeconfig() {
  cp "$1" "$KUBECONFIG"
  chmod 600 "$KUBECONFIG"
  k config set-context --current --namespace="$ns"
}

# What scenarios with a control plane of their own start and end it with; see up/cluster.

# Starts dray up, or one part alone, on the scenario's folder.
start() {
  local part=$1 made
  shift
  checks=$((checks + 1))
  if ! made=$("$here/up/cluster" "$part" "$scratch/cluster" "$@" 2>"$err"); then
    command=("(dray" "$part" "$@)")
    complain "dray $part should have started"
    return 1
  fi
  case $part in
    up | apiserver)
      use_kubeconfig "$made"
      "$KUBECTL" get namespace "$ns" >/dev/null 2>&1 || k create namespace "$ns"
      ;;
  esac
}

# Ends what runs on the scenario's folder: all, or one part.
stop() {
  "$here/up/cluster" stop "$scratch/cluster" "$@"
}

# The same as a crash would.
crash() {
  "$here/up/cluster" kill "$scratch/cluster" "$@"
}
