# Deleting: finalizers, dependents, preconditions, many at once.

step "delete removes and waits"
k create configmap gone
k delete configmap gone
says '^configmap "gone" deleted'
kx 1 get configmap gone
kx 1 delete configmap gone
warns 'Error from server \(NotFound\): configmaps "gone" not found'
k delete configmap gone --ignore-not-found
prints ''

step "a finalizer holds an object until it is removed"
k create -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: held, finalizers: [e2e.example.com/hold]}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: e2e-gpu}}]}}
YAML
k delete resourceclaim held --wait=false
says '^resourceclaim\.resource\.k8s\.io "held" deleted'
k get resourceclaim held
says '^held +deleted +'
k get resourceclaim held -o 'jsonpath={.metadata.deletionTimestamp}'
says '^20'
kx 1 patch resourceclaim held --type=merge -p '{"metadata":{"finalizers":["e2e.example.com/hold","e2e.example.com/late"]}}'
warns 'no new finalizers can be added if the object is being deleted'
k patch resourceclaim held --type=merge -p '{"metadata":{"finalizers":null}}'
gone resourceclaim held

owner() {
  "$KUBECTL" create configmap "$1" >/dev/null
  local uid
  uid=$("$KUBECTL" get configmap "$1" -o 'jsonpath={.metadata.uid}')
  printf 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\n  ownerReferences:\n  - {apiVersion: v1, kind: ConfigMap, name: %s, uid: %s, blockOwnerDeletion: true}\n' \
    "$2" "$1" "$uid" >"$scratch/owned.yaml"
}

step "dependents follow their owner in the background"
owner parent child
k create -f "$scratch/owned.yaml"
k delete configmap parent
k wait --for=delete configmap/child --timeout=30s

step "dependents stay if orphaned, and forget their owner"
owner parent2 child2
k create -f "$scratch/owned.yaml"
k delete configmap parent2 --cascade=orphan
k get configmap child2 -o 'jsonpath={.metadata.ownerReferences}'
prints ''

step "dependents go first in the foreground"
owner parent3 child3
k create -f "$scratch/owned.yaml"
k patch configmap child3 --type=merge -p '{"metadata":{"finalizers":["e2e.example.com/hold"]}}'
k delete configmap parent3 --cascade=foreground --wait=false
eventually get configmap child3 -o 'jsonpath={.metadata.deletionTimestamp}' -- '^20'
k get configmap parent3 -o 'jsonpath={.metadata.finalizers}'
prints '["foregroundDeletion"]'
k patch configmap child3 --type=merge -p '{"metadata":{"finalizers":null}}'
k wait --for=delete configmap/parent3 --timeout=30s

step "an owner that does not exist is no owner"
k create -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata:
  name: stray
  ownerReferences:
  - {apiVersion: v1, kind: ConfigMap, name: nobody, uid: 11111111-2222-3333-4444-555555555555}
YAML
k wait --for=delete configmap/stray --timeout=30s

step "many are deleted by label, all by kind"
for i in 1 2 3; do k create configmap "many-$i"; done
k label configmap many-1 many-2 group=a
k delete configmaps -l group=a
says '^configmap "many-1" deleted'
says '^configmap "many-2" deleted'
k get configmap many-3 -o name
prints configmap/many-3
k delete resourceclaims --all
k get resourceclaims -o name
prints ''

step "a raw delete of a collection answers with a list"
k create configmap raw-1
k delete --raw "/api/v1/namespaces/$ns/configmaps?labelSelector=none%3Dsuch"
says '"kind":"ConfigMapList"'

step "a delete may demand a uid"
kx 1 delete --raw "/api/v1/namespaces/$ns/configmaps/raw-1" -f - <<'JSON'
{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"11111111-2222-3333-4444-555555555555"}}
JSON
warns 'Conflict|Precondition failed: UID in precondition'

step "a dry run deletes nothing"
k delete configmap raw-1 --dry-run=server
says '^configmap "raw-1" deleted .*\(server dry run\)$'
k get configmap raw-1 -o name
prints configmap/raw-1

step "an allocated, reserved claim is deletable by an administrator"
k create -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: busy}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: e2e-gpu}}]}}
YAML
k patch resourceclaim busy --subresource=status --type=merge -p '{"status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"del.example.com","pool":"p","device":"d"}]}},"reservedFor":[{"resource":"pods","name":"p","uid":"u"}]}}'
k delete resourceclaim busy

step "a bound pod keeps its grace, and goes at once where asked"
k create -f - <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: bound}
spec: {nodeName: no-such-node, containers: [{name: c, image: none.example.com/c}]}
YAML
k delete pod bound --wait=false
k get pod bound -o 'jsonpath={.metadata.deletionGracePeriodSeconds}'
prints 30
k get pod bound
says '^bound +0/1 +Terminating '
k delete pod bound --grace-period=0 --force
warns 'Warning: Immediate deletion does not wait'
kx 1 get pod bound
