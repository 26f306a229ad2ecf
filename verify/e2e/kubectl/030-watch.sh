# Watching while things change.

k apply -f "$fixtures/gpu.yaml"

step "get -w shows what is there and each change"
"$KUBECTL" get resourceclaims -w >"$scratch/watch" 2>&1 &
watcher=$!
appears "$scratch/watch" '^one-gpu +pending'
k label resourceclaim one-gpu colour=red
k create -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: second}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: e2e-gpu}}]}}
YAML
appears "$scratch/watch" '^second +pending'
k patch resourceclaim second --subresource=status --type=merge -p '{"status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"watch.example.com","pool":"p","device":"d0"}]}}}}'
appears "$scratch/watch" '^second +allocated'
kill "$watcher"
wait "$watcher" 2>/dev/null
cp "$scratch/watch" "$out"
checks=$((checks + 1))
[ "$(grep -c '^one-gpu' "$out")" -eq 2 ] || complain "one-gpu should be seen twice: as it was, and labelled"

step "get -w tells the kind of each event"
"$KUBECTL" get resourceclaims -w --output-watch-events -o 'jsonpath={.type} {.object.metadata.name}{"\n"}' >"$scratch/watch" 2>&1 &
watcher=$!
appears "$scratch/watch" '^ADDED +second$'
k delete resourceclaim second
appears "$scratch/watch" '^DELETED +second$'
kill "$watcher"
wait "$watcher" 2>/dev/null

step "get --watch-only begins with the next change"
"$KUBECTL" get configmaps --watch-only -o name >"$scratch/watch" 2>&1 &
watcher=$!
# Nothing says when a watch has begun, so changes are made until one is seen.
for i in $(seq 1 100); do
  k create configmap "change-$i"
  grep -q change "$scratch/watch" && break
  sleep 0.1
done
appears "$scratch/watch" '^configmap/change-'
kill "$watcher"
wait "$watcher" 2>/dev/null

step "a watch of one object ignores others"
"$KUBECTL" get configmap change-1 -w -o 'jsonpath={.metadata.name}={.data.x}{"\n"}' >"$scratch/watch" 2>&1 &
watcher=$!
appears "$scratch/watch" '^change-1=$'
k create configmap other
k patch configmap change-1 --type=merge -p '{"data":{"x":"1"}}'
appears "$scratch/watch" '^change-1=1$'
cp "$scratch/watch" "$out"
says_not other
kill "$watcher"
wait "$watcher" 2>/dev/null

step "a raw watch streams events as lines of JSON and ends in time"
k get --raw "/api/v1/namespaces/$ns/configmaps?watch=1&timeoutSeconds=1"
says '^\{"type":"ADDED","object":\{"kind":"ConfigMap","apiVersion":"v1",'

step "a raw watch with initial events marks their end"
k get --raw "/api/v1/namespaces/$ns/configmaps?watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
says '"type":"BOOKMARK".*"k8s.io/initial-events-end":"true"'

step "a watch from what is no version is refused"
kx 1 get --raw "/api/v1/namespaces/$ns/configmaps?watch=1&timeoutSeconds=2&resourceVersion=notanumber"
warns 'Invalid value|invalid resource version|BadRequest'

step "wait --for=condition sees a condition come true"
k create -f - <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: waited-for}
spec: {containers: [{name: c, image: none.example.com/c}]}
YAML
"$KUBECTL" wait --for=condition=Ready pod/waited-for --timeout=30s >"$scratch/wait" 2>&1 &
waiter=$!
sleep 0.5
k patch pod waited-for --subresource=status --type=merge -p '{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}'
wait "$waiter"
cp "$scratch/wait" "$out"
says '^pod/waited-for condition met$'

step "wait --for=jsonpath sees a value"
k wait --for=jsonpath='{.status.phase}'=Running pod/waited-for --timeout=30s
says '^pod/waited-for condition met$'
k wait --for=jsonpath='{.spec.devices.requests[0].name}'=gpu resourceclaim/one-gpu --timeout=30s
says '^resourceclaim\.resource\.k8s\.io/one-gpu condition met$'

step "wait gives up in time"
kx 1 wait --for=condition=Ready=False pod/waited-for --timeout=1s
warns 'timed out waiting for the condition'

step "wait --for=delete sees the end"
"$KUBECTL" wait --for=delete pod/waited-for --timeout=30s >"$scratch/wait" 2>&1 &
waiter=$!
sleep 0.5
k delete pod waited-for --now
wait "$waiter"
checks=$((checks + 1))
# shellcheck disable=SC2181
[ $? -eq 0 ] || complain "wait --for=delete should have ended well: $(cat "$scratch/wait")"

step "wait --for=create sees the beginning"
"$KUBECTL" wait --for=create configmap/late --timeout=30s >"$scratch/wait" 2>&1 &
waiter=$!
sleep 0.5
k create configmap late
wait "$waiter"
cp "$scratch/wait" "$out"
says '^configmap/late condition met$'
