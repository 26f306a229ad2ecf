# Apply on the client's side and on the server's, with conflicts; diff.

cat >"$scratch/one.yaml" <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata:
  name: applied
  labels: {from: one}
data: {colour: red, size: "4"}
YAML

step "client-side apply keeps what others set and removes what it no longer sets"
k apply -f "$scratch/one.yaml"
says '^configmap/applied created$'
k patch configmap applied --type=merge -p '{"data":{"other":"mine"}}'
sed -i '/^data/c data: {colour: blue}' "$scratch/one.yaml"
k apply -f "$scratch/one.yaml"
says '^configmap/applied configured$'
k get configmap applied -o 'jsonpath={.data}'
prints '{"colour":"blue","other":"mine"}'
k apply view-last-applied configmap/applied
says '^  colour: blue$'

step "diff ends with 1 where there is a difference, with 0 where there is none"
k diff -f "$scratch/one.yaml"
prints ''
sed -i '/^data/c data: {colour: green}' "$scratch/one.yaml"
kx 1 diff -f "$scratch/one.yaml"
says '^-  colour: blue$'
says '^\+  colour: green$'
k get configmap applied -o 'jsonpath={.data.colour}'
prints blue

step "diff shows a new object whole"
kx 1 diff -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: not-yet}
data: {a: b}
YAML
says '^\+kind: ConfigMap$'

step "server-side apply creates and owns"
k apply --server-side --field-manager=alice -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: shared}
data: {colour: red, size: "4"}
YAML
says '^configmap/shared serverside-applied$'
k get configmap shared -o json --show-managed-fields
says '"manager": "alice"'
says '"operation": "Apply"'
says '"f:colour": \{\}'

step "server-side apply of the same changes nothing"
k get configmap shared -o 'jsonpath={.metadata.resourceVersion}'
before=$(cat "$out")
k apply --server-side --field-manager=alice -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: shared}
data: {colour: red, size: "4"}
YAML
k get configmap shared -o 'jsonpath={.metadata.resourceVersion}'
prints "$before"

step "another manager meets a conflict that names the field and its owner"
cat >"$scratch/bob.yaml" <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: shared}
data: {colour: blue, shape: round}
YAML
kx 1 apply --server-side --field-manager=bob -f "$scratch/bob.yaml"
warns 'Apply failed with 1 conflict: conflict with "alice": \.data\.colour'
warns 'Please review the fields above--they currently have other managers\.'

step "--force-conflicts takes the field over"
k apply --server-side --field-manager=bob --force-conflicts -f "$scratch/bob.yaml"
k get configmap shared -o 'jsonpath={.data}'
prints '{"colour":"blue","shape":"round","size":"4"}'

step "what a manager no longer applies goes, unless another owns it"
k apply --server-side --field-manager=alice -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: shared}
data: {}
YAML
k get configmap shared -o 'jsonpath={.data}'
prints '{"colour":"blue","shape":"round"}'

step "an update takes ownership, and apply then conflicts with it"
k patch configmap shared --type=merge --field-manager=carol -p '{"data":{"shape":"square"}}'
kx 1 apply --server-side --field-manager=bob -f "$scratch/bob.yaml"
warns 'conflict with "carol" using v1: \.data\.shape'

step "server-side apply merges lists by their keys"
k apply --server-side --field-manager=alice -f - <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: both}
spec:
  containers:
  - {name: a, image: none.example.com/a:1}
YAML
k apply --server-side --field-manager=bob -f - <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: both, labels: {by: bob}}
spec:
  containers:
  - {name: a, image: none.example.com/a:1}
YAML
k get pod both -o 'jsonpath={.metadata.labels.by} {.spec.containers[*].name}'
prints 'bob a'
k get pod both -o json --show-managed-fields
says 'k:\{\\"name\\":\\"a\\"\}'

step "server-side apply works on the status"
k apply -f "$fixtures/gpu.yaml"
k apply --server-side --subresource=status --field-manager=driver -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: one-gpu}
status:
  allocation:
    devices:
      results:
      - {request: gpu, driver: gpu.example.com, pool: apply-pool, device: gpu-0}
YAML
k apply --server-side --subresource=status --field-manager=network -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: one-gpu}
status:
  devices:
  - driver: gpu.example.com
    pool: apply-pool
    device: gpu-0
    conditions:
    - {type: Ready, status: "True", reason: Good, message: all well, lastTransitionTime: "2026-01-01T00:00:00Z"}
YAML
k get resourceclaim one-gpu -o 'jsonpath={.status.allocation.devices.results[0].device} {.status.devices[0].conditions[0].type}'
prints 'gpu-0 Ready'
k get resourceclaim one-gpu -o json --show-managed-fields
says '"subresource": "status"'
says 'k:\{\\"device\\":\\"gpu-0\\",\\"driver\\":\\"gpu.example.com\\",\\"pool\\":\\"apply-pool\\"'

step "server-side apply of a dry run stores nothing"
k apply --server-side --dry-run=server -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: tried}
data: {a: b}
YAML
says '^configmap/tried serverside-applied \(server dry run\)$'
kx 1 get configmap tried

step "server-side apply is strict about fields"
kx 1 apply --server-side --field-manager=alice -f - <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: shared}
wheels: 4
YAML
warns 'field not declared in schema|unknown field'

step "moving from client-side to server-side apply keeps ownership"
k apply --server-side -f "$scratch/one.yaml"
says '^configmap/applied serverside-applied$'
k get configmap applied -o 'jsonpath={.data.colour}'
prints green

step "apply --prune removes what is no longer applied"
mkdir -p "$scratch/set"
for name in p1 p2; do
  printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s, labels: {set: s}}\n' "$name" >"$scratch/set/$name.yaml"
done
k apply -f "$scratch/set" --prune -l set=s --prune-allowlist=core/v1/ConfigMap
rm "$scratch/set/p2.yaml"
k apply -f "$scratch/set" --prune -l set=s --prune-allowlist=core/v1/ConfigMap
says '^configmap/p2 pruned$'
