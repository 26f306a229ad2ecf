# Changing: patches of all types, status, labels, annotations, replace, edit.

k apply -f "$fixtures/gpu.yaml"
k create configmap settings --from-literal=colour=red --from-literal=size=4

step "a merge patch sets and removes"
k patch configmap settings --type=merge -p '{"data":{"colour":"blue","size":null,"shape":"round"}}'
says '^configmap/settings patched$'
k get configmap settings -o 'jsonpath={.data}'
prints '{"colour":"blue","shape":"round"}'

step "a patch that changes nothing says so and keeps the version"
k get configmap settings -o 'jsonpath={.metadata.resourceVersion}'
before=$(cat "$out")
k patch configmap settings --type=merge -p '{"data":{"colour":"blue"}}'
says '^configmap/settings patched \(no change\)$'
k get configmap settings -o 'jsonpath={.metadata.resourceVersion}'
prints "$before"

step "a JSON patch adds, tests, replaces, moves, copies and removes"
k patch configmap settings --type=json -p '[
  {"op":"test","path":"/data/colour","value":"blue"},
  {"op":"replace","path":"/data/colour","value":"green"},
  {"op":"add","path":"/metadata/labels","value":{"a~b":"x"}},
  {"op":"remove","path":"/metadata/labels/a~0b"},
  {"op":"copy","from":"/data/colour","path":"/data/also"},
  {"op":"move","from":"/data/shape","path":"/data/form"}]'
k get configmap settings -o 'jsonpath={.data}'
prints '{"also":"green","colour":"green","form":"round"}'

step "a JSON patch whose test fails changes nothing"
kx 1 patch configmap settings --type=json -p '[{"op":"test","path":"/data/colour","value":"pink"},{"op":"remove","path":"/data/colour"}]'
warns 'The request is invalid|testing value /data/colour failed|test failed'
k get configmap settings -o 'jsonpath={.data.colour}'
prints green

step "a JSON patch of a path that is not there is refused"
kx 1 patch configmap settings --type=json -p '[{"op":"remove","path":"/data/none"}]'
warns 'The request is invalid|remove operation does not apply|Unable to remove nonexistent key'

step "a broken patch is refused"
kx 1 patch configmap settings --type=json -p '[{"op":"frobnicate","path":"/data"}]'

step "a strategic merge patch merges lists by their keys"
k create -f - <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: two}
spec:
  containers:
  - {name: a, image: none.example.com/a:1, env: [{name: X, value: "1"}]}
  - {name: b, image: none.example.com/b:1}
YAML
k patch pod two -p '{"spec":{"containers":[{"name":"b","image":"none.example.com/b:2"}]}}'
k get pod two -o 'jsonpath={.spec.containers[*].image}'
prints 'none.example.com/a:1 none.example.com/b:2'
k patch pod two -p '{"metadata":{"finalizers":["e2e.example.com/one"]}}'
k patch pod two -p '{"metadata":{"finalizers":["e2e.example.com/two"]}}'
k get pod two -o 'jsonpath={.metadata.finalizers}'
says 'e2e\.example\.com/one.*e2e\.example\.com/two|e2e\.example\.com/two.*e2e\.example\.com/one'
k patch pod two -p '{"metadata":{"$deleteFromPrimitiveList/finalizers":["e2e.example.com/one"]}}'
k get pod two -o 'jsonpath={.metadata.finalizers}'
prints '["e2e.example.com/two"]'

step "a strategic merge patch of a condition keeps the other conditions"
k patch pod two --subresource=status -p '{"status":{"conditions":[{"type":"Ready","status":"False"},{"type":"PodScheduled","status":"True"}]}}'
k patch pod two --subresource=status -p '{"status":{"conditions":[{"type":"Ready","status":"True"}]}}'
k get pod two -o 'jsonpath={range .status.conditions[*]}{.type}={.status} {end}'
says 'PodScheduled=True'
says 'Ready=True'

step "a strategic merge patch can delete an element"
k patch pod two --subresource=status -p '{"status":{"conditions":[{"$patch":"delete","type":"Ready"}]}}'
k get pod two -o 'jsonpath={.status.conditions[*].type}'
prints PodScheduled
k patch pod two --type=merge -p '{"metadata":{"finalizers":null}}'

step "an empty status is there, so that a JSON patch can add to it"
k get resourceclaim one-gpu -o 'jsonpath={.status}'
prints '{}'
k patch resourceclaim one-gpu --subresource=status --type=json --dry-run=server -p '[{"op":"add","path":"/status/allocation","value":{"devices":{"results":[{"request":"gpu","driver":"gpu.example.com","pool":"change-pool","device":"gpu-0"}]}}}]'

step "of a pod the status is changed with the metadata, and the spec is not"
k patch pod two --subresource=status --type=merge -p '{"metadata":{"annotations":{"by":"status"}},"spec":{"nodeName":"nowhere"},"status":{"message":"told"}}'
k get pod two -o 'jsonpath={.metadata.annotations.by} {.status.message} {.spec.nodeName}'
prints 'status told '

step "status is changed through its subresource only"
k patch resourceclaim one-gpu --subresource=status --type=merge -p '{"status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"gpu.example.com","pool":"change-pool","device":"gpu-0"}]}}}}'
says '^resourceclaim\.resource\.k8s\.io/one-gpu patched$'
k get resourceclaims one-gpu
says '^one-gpu +allocated '
k get resourceclaim one-gpu --subresource=status -o 'jsonpath={.status.allocation.devices.results[0].device}'
prints gpu-0
k patch resourceclaim one-gpu --type=merge -p '{"status":null,"metadata":{"labels":{"tried":"yes"}}}'
k get resourceclaim one-gpu -o 'jsonpath={.status.allocation.devices.results[0].device} {.metadata.labels.tried}'
prints 'gpu-0 yes'

step "status changes leave the rest alone"
k patch resourceclaim one-gpu --subresource=status --type=merge -p '{"spec":{"devices":{"requests":null}},"status":{"reservedFor":[{"resource":"pods","name":"p","uid":"u-1"}]}}'
k get resourceclaim one-gpu -o 'jsonpath={.spec.devices.requests[0].name} {.status.reservedFor[0].name}'
prints 'gpu p'
k get resourceclaims one-gpu
says '^one-gpu +allocated,reserved '

step "status is validated"
kx 1 patch resourceclaim one-gpu --subresource=status --type=merge -p '{"status":{"allocation":{"devices":{"results":[{"request":"nobody","driver":"gpu.example.com","pool":"change-pool","device":"gpu-0"}]}}}}'
warns 'status\.allocation'

step "labels are set, changed with --overwrite only, selected and removed"
k label configmap settings tier=front
says '^configmap/settings labeled$'
kx 1 label configmap settings tier=back
warns "'tier' already has a value \(front\), and --overwrite is false"
k label configmap settings tier=back --overwrite
k get configmaps -l tier=back -o name
prints configmap/settings
k label configmap settings tier-
says '^configmap/settings unlabeled$'
k get configmaps -l tier -o name
prints ''
kx 1 label configmap settings 'bad=a b'
warns "a valid label must be|Invalid value"

step "annotations too"
k annotate configmap settings example.com/note='as it is'
says '^configmap/settings annotated$'
k get configmap settings -o 'jsonpath={.metadata.annotations.example\.com/note}'
prints 'as it is'
k annotate configmap settings example.com/note-

step "replace with an outdated version is a conflict"
k get configmap settings -o json
cp "$out" "$scratch/old.json"
k patch configmap settings --type=merge -p '{"data":{"colour":"black"}}'
kx 1 replace -f "$scratch/old.json"
warns '^Error from server \(Conflict\): error when replacing ".*": Operation cannot be fulfilled on configmaps "settings": the object has been modified; please apply your changes to the latest version and try again$'

step "replace without a version wins"
k replace -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {only: this}
YAML
k get configmap settings -o 'jsonpath={.data}'
prints '{"only":"this"}'

step "replace --force makes it anew"
k get configmap settings -o 'jsonpath={.metadata.uid}'
uid=$(cat "$out")
k replace --force -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {only: that}
YAML
k get configmap settings -o 'jsonpath={.metadata.uid}'
checks=$((checks + 1))
[ "$(cat "$out")" != "$uid" ] || complain "a new object should have a new uid"

step "replace of what is not there fails"
kx 1 replace -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: not-there}
YAML
warns 'configmaps "not-there" not found'

step "edit opens an editor and stores what it leaves"
cat >"$scratch/editor" <<'SH'
#!/usr/bin/env bash
sed -i 's/only: that/only: edited/' "$1"
SH
chmod +x "$scratch/editor"
EDITOR="$scratch/editor" KUBE_EDITOR="$scratch/editor" k edit configmap settings
says '^configmap/settings edited$'
k get configmap settings -o 'jsonpath={.data.only}'
prints edited

step "edit that changes nothing is cancelled"
EDITOR=true KUBE_EDITOR=true k edit configmap settings
warns 'Edit cancelled, no changes made'

step "edit of a claim's status is validated: an allocation stays as it is"
cat >"$scratch/editor" <<'SH'
#!/usr/bin/env bash
sed -i 's/device: gpu-0/device: gpu-1/' "$1"
SH
k patch resourceclaim one-gpu --subresource=status --type=json -p '[{"op":"remove","path":"/status/reservedFor"}]'
k patch resourceclaim one-gpu --subresource=status --type=json -p '[{"op":"remove","path":"/status/allocation"}]'
k patch resourceclaim one-gpu --subresource=status --type=merge -p '{"status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"gpu.example.com","pool":"change-pool","device":"gpu-0"}]}}}}'
KUBE_EDITOR="$scratch/editor" kx 1 edit resourceclaim one-gpu --subresource=status
warns 'error: resourceclaims\.resource\.k8s\.io "one-gpu" is invalid'

step "set changes through a patch of kubectl's own"
k set image pod/two a=none.example.com/a:9
k get pod two -o 'jsonpath={.spec.containers[0].image}'
prints none.example.com/a:9
k delete pod two --wait=false --now
