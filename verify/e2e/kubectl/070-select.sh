# Selecting: labels, fields, pages.

for i in 1 2 3 4 5 6 7; do
  printf -- '---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: %s-slice-%d, labels: {topic: %s, parity: "%d"}}\nspec:\n  driver: d%d.example.com\n  nodeName: %s-node-%d\n  pool: {name: %s-pool-%d, generation: 1, resourceSliceCount: 1}\n  devices: [{name: gpu-0}]\n' \
    "$ns" "$i" "$ns" $((i % 2)) $((i % 3)) "$ns" "$i" "$ns" "$i"
done >"$scratch/slices.yaml"

step "slices are made many at a time"
k create -f "$scratch/slices.yaml"
says "^resourceslice\.resource\.k8s\.io/$ns-slice-7 created$"

step "the columns of slices name node, driver and pool"
k get resourceslices -l "topic=$ns"
says '^NAME +NODE +DRIVER +POOL +AGE$'
says "^$ns-slice-1 +$ns-node-1 +d1\.example\.com +$ns-pool-1 +[0-9]+s$"

step "slices are selected by node"
k get resourceslices --field-selector="spec.nodeName=$ns-node-3" -o name
prints "resourceslice.resource.k8s.io/$ns-slice-3"

step "slices are selected by driver and label together"
k get resourceslices --field-selector=spec.driver=d1.example.com -l "topic=$ns" -o name
prints "resourceslice.resource.k8s.io/$ns-slice-1
resourceslice.resource.k8s.io/$ns-slice-4
resourceslice.resource.k8s.io/$ns-slice-7"
k get resourceslices --field-selector="spec.driver!=d1.example.com,metadata.name!=$ns-slice-2" -l "topic=$ns" -o name
says_not 'slice-(1|2|4|7)'
says 'slice-3'

step "slices are selected by name"
k get resourceslices --field-selector="metadata.name=$ns-slice-2" -o name
prints "resourceslice.resource.k8s.io/$ns-slice-2"

step "a field that cannot be selected by is refused"
kx 1 get resourceslices --field-selector=spec.allNodes=x
warns 'Error from server \(BadRequest\): Unable to find "resource\.k8s\.io/v1, Resource=resourceslices" that match label selector "", field selector "spec\.allNodes=x": field label not supported for resource\.k8s\.io/v1, Kind=ResourceSlice: spec\.allNodes$'
kx 1 get resourceclaims --field-selector=status.phase=x
warns '"status\.phase" is not a known field selector: only "metadata\.name", "metadata\.namespace"$'

step "labels are selected by set"
k get resourceslices -l "topic=$ns,parity in (1)" -o name
says_not 'slice-2'
says 'slice-1'
k get resourceslices -l "topic=$ns,parity notin (1)" -o name
says 'slice-2'
says_not 'slice-1'
k get resourceslices -l "topic=$ns,!parity" -o name
prints ''
kx 1 get resourceslices -l 'a in b'
warns 'unable to parse requirement'

step "a list in pages is the same list"
k get resourceslices -l "topic=$ns" --chunk-size=2 -o name
checks=$((checks + 1))
[ "$(wc -l <"$out")" -eq 7 ] || complain "seven slices should be listed"

step "a page says where the next begins, and how much remains"
k get --raw "/apis/resource.k8s.io/v1/resourceslices?limit=2"
says '"continue": ?"[^"]+"'
says '"remainingItemCount": ?[0-9]+'
token=$(sed -n 's/.*"continue": \{0,1\}"\([^"]*\)".*/\1/p' "$out" | head -1)
k get --raw "/apis/resource.k8s.io/v1/resourceslices?limit=500&continue=$token"
says "$ns-slice-7"
kx 1 get --raw '/apis/resource.k8s.io/v1/resourceslices?limit=2&continue=garbage'
warns 'continue|BadRequest|Bad Request'

step "pods are selected by node and phase"
k create -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: bound}
spec: {nodeName: node-7, containers: [{name: c, image: none.example.com/c}]}
YAML
k create -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: free}
spec: {containers: [{name: c, image: none.example.com/c}]}
YAML
k get pods --field-selector=spec.nodeName=node-7 -o name
prints pod/bound
k get pods --field-selector=spec.nodeName= -o name
prints pod/free
k get pods --field-selector=status.phase=Pending -o name
prints 'pod/bound
pod/free'
k get pods --field-selector=status.phase!=Pending -o name
prints ''

step "pods have the columns people know"
k get pods
says '^NAME +READY +STATUS +RESTARTS +AGE$'
says '^free +0/1 +Pending +0 +[0-9]+s$'
k get pods -o wide
says '^NAME +READY +STATUS +RESTARTS +AGE +IP +NODE +NOMINATED NODE +READINESS GATES$'
says '^bound +0/1 +Pending +0 +[0-9]+s +<none> +node-7 +<none> +<none>$'

step "a pod is bound through its subresource"
k create --raw "/api/v1/namespaces/$ns/pods/free/binding" -f - <<JSON
{"apiVersion":"v1","kind":"Binding","metadata":{"name":"free"},"target":{"apiVersion":"v1","kind":"Node","name":"node-8"}}
JSON
k get pod free -o 'jsonpath={.spec.nodeName} {.status.conditions[?(@.type=="PodScheduled")].status}'
prints 'node-8 True'
kx 1 create --raw "/api/v1/namespaces/$ns/pods/free/binding" -f - <<JSON
{"apiVersion":"v1","kind":"Binding","metadata":{"name":"free"},"target":{"apiVersion":"v1","kind":"Node","name":"node-9"}}
JSON
warns 'Conflict|already assigned to node'
k delete pods --all --force --grace-period=0

step "slices are selected by pool"
k get resourceslices --field-selector="spec.pool.name=$ns-pool-5" -o name
prints "resourceslice.resource.k8s.io/$ns-slice-5"

step "slices are deleted by label"
k delete resourceslices -l "topic=$ns"
says "^resourceslice\.resource\.k8s\.io \"$ns-slice-1\" deleted"
