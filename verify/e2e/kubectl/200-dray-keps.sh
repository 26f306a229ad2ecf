# The objects of the five KEPs, through every served version.

# Writes a file's objects, reads each in an older version, writes that back, and reads it in the
# first version again: nothing may be lost on the way, and no generation may move.
round_trip() {
  local file=$1 name kind version before generation
  k apply -n default --server-side -f "$file"
  k get -n default -f "$file" -o name
  cp "$out" "$scratch/names"
  while read -r name; do
    kind=${name%%/*}
    case $kind in resourceslicepatch.*) continue ;; *.resource.k8s.io) ;; *) continue ;; esac
    before=$("$KUBECTL" get -n default "$name" -o 'jsonpath={.spec}')
    generation=$("$KUBECTL" get -n default "$name" -o 'jsonpath={.metadata.generation}')
    for version in v1beta2 v1beta1; do
      k get -n default "${kind%%.*}.$version.resource.k8s.io" "${name#*/}" -o json
      says "\"apiVersion\": \"resource\.k8s\.io/$version\""
      cp "$out" "$scratch/older.json"
      k replace -f "$scratch/older.json"
      k get -n default "$name" -o 'jsonpath={.spec}'
      prints "$before"
      k get -n default "$name" -o 'jsonpath={.metadata.generation}'
      prints "$generation"
    done
  done <"$scratch/names"
  k delete -n default -f "$file"
}

examples=$root/examples
for folder in kep-5234-mixins kep-5963-compatibility-groups kep-4816-prioritized-list \
  kep-5941-shared-consumable-capacity kep-5027-device-attributes-by-admins; do
  for file in "$examples/$folder"/*.yaml; do
    step "$folder/$(basename "$file") goes through all versions"
    round_trip "$file"
  done
done

step "mixins are kept as they were written, and are where v1beta1 has devices' bodies"
k apply -f "$examples/kep-5234-mixins/devices.yaml"
slice=worker-1-accelerator.example.com-devices
k get resourceslice $slice -o 'jsonpath={.spec.mixins.device[0].name} {.spec.mixins.deviceCounterConsumption[0].name} {.spec.devices[0].includes[*]}'
prints 'product whole product whole'
k get resourceslices.v1beta1.resource.k8s.io $slice -o 'jsonpath={.spec.mixins.device[0].name} {.spec.devices[0].basic.includes[*]}'
prints 'product product whole'
k delete -f "$examples/kep-5234-mixins/devices.yaml"

step "an include of nothing is refused with its path"
kx 1 create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: $ns-dangling}
spec:
  driver: gpu.example.com
  nodeName: node-1
  pool: {name: $ns, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0, includes: [nowhere]}]
YAML
warns 'spec\.devices\[0\]\.includes\[0\]: Not found: "nowhere"'

step "explain knows the new fields"
k explain resourceslice.spec.mixins
says '^  device	'
k explain resourceslice.spec.devices.includes
k explain resourceslice.spec.devices.consumesCounters.compatibilityGroups
k explain resourceslice.spec.devices.consumesCounters.counters.valueFrom
k explain resourceclaim.status.allocation.devices.results.consumedCounters
k explain resourceslicepatch.spec.devices
says '^KIND: +ResourceSlicePatch$'

step "a ResourceSlicePatch has its columns, and is the administrators' only"
k apply -f "$examples/kep-5027-device-attributes-by-admins/priority.yaml"
k get resourceslicepatches
says '^NAME +PRIORITY +AGE$'
k create clusterrolebinding "$ns-admins" --clusterrole=admin --user="$ns-adam"
kx 1 auth can-i create resourceslicepatches.resource.k8s.io --as="$ns-adam"
k delete clusterrolebinding "$ns-admins"
k delete -f "$examples/kep-5027-device-attributes-by-admins/priority.yaml"

step "a ResourceSlicePatch is validated"
kx 1 create -f - <<YAML
apiVersion: resource.k8s.io/v1alpha3
kind: ResourceSlicePatch
metadata: {name: $ns-wrong}
spec:
  devices:
    attributes:
      unqualified: {string: x}
      example.com/both: {string: x, int: 1}
YAML
warns 'spec\.devices\.attributes: Invalid value: "unqualified"'
warns 'spec\.devices\.attributes\[example\.com/both\]: Invalid value'

step "a counter-only slice without a node is taken, with a warning"
k create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: $ns-counters}
spec:
  driver: gpu.example.com
  pool: {name: $ns, generation: 1, resourceSliceCount: 1}
  sharedCounters: [{name: c, counters: {memory: {value: 1Gi}}}]
YAML
warns '^Warning: '
k delete resourceslice "$ns-counters"
