# The same objects in every served version.

step "what is written in v1 is read in v1beta2 and v1beta1"
k create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: $ns-v1}
spec:
  driver: gpu.example.com
  nodeName: $ns-node
  pool: {name: $ns-pool, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    attributes: {model: {string: a100}}
    capacity: {memory: {value: 40Gi}}
YAML
k get "resourceslices.v1beta2.resource.k8s.io/$ns-v1" -o 'jsonpath={.apiVersion} {.spec.devices[0].attributes.model.string} {.spec.nodeName}'
prints "resource.k8s.io/v1beta2 a100 $ns-node"
k get "resourceslices.v1beta1.resource.k8s.io/$ns-v1" -o 'jsonpath={.apiVersion} {.spec.devices[0].basic.attributes.model.string} {.spec.devices[0].basic.capacity.memory.value}'
prints 'resource.k8s.io/v1beta1 a100 40Gi'

step "what is written in v1beta1 is read in v1"
k create -f - <<YAML
apiVersion: resource.k8s.io/v1beta1
kind: ResourceSlice
metadata: {name: $ns-v1beta1}
spec:
  driver: gpu.example.com
  allNodes: true
  pool: {name: $ns-pool-2, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    basic:
      attributes: {model: {string: b200}}
YAML
k get resourceslice "$ns-v1beta1" -o 'jsonpath={.apiVersion} {.spec.devices[0].attributes.model.string} {.spec.allNodes}'
prints 'resource.k8s.io/v1 b200 true'

step "a claim of v1beta1 with flat fields becomes one with exactly"
k create -f - <<YAML
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaim
metadata: {name: flat}
spec:
  devices:
    requests:
    - name: gpu
      deviceClassName: e2e-gpu
      allocationMode: All
YAML
k get resourceclaim flat -o 'jsonpath={.spec.devices.requests[0].exactly}'
prints '{"allocationMode":"All","deviceClassName":"e2e-gpu"}'
k get resourceclaims.v1beta1.resource.k8s.io flat -o 'jsonpath={.spec.devices.requests[0].deviceClassName}'
prints e2e-gpu

step "a prioritized list is the same in all versions"
k create -f - <<YAML
apiVersion: resource.k8s.io/v1beta2
kind: ResourceClaim
metadata: {name: ranked}
spec:
  devices:
    requests:
    - name: gpu
      firstAvailable:
      - {name: big, deviceClassName: e2e-gpu, count: 1}
      - {name: small, deviceClassName: e2e-gpu, count: 2}
YAML
for version in v1 v1beta2 v1beta1; do
  k get "resourceclaims.$version.resource.k8s.io" ranked -o 'jsonpath={.spec.devices.requests[0].firstAvailable[*].name} {.spec.devices.requests[0].firstAvailable[*].count}'
  prints 'big small 1 2'
done

step "a patch in one version keeps what another shows"
k patch resourceslices.v1beta1.resource.k8s.io "$ns-v1" --type=json -p '[{"op":"add","path":"/spec/devices/0/basic/attributes/index","value":{"int":7}}]'
k get resourceslice "$ns-v1" -o 'jsonpath={.spec.devices[0].attributes.index.int} {.spec.devices[0].attributes.model.string}'
prints '7 a100'

step "server-side apply in an older version owns the same fields"
k apply --server-side --field-manager=old -f - <<YAML
apiVersion: resource.k8s.io/v1beta1
kind: DeviceClass
metadata: {name: $ns-class}
spec: {selectors: [{cel: {expression: "true"}}]}
YAML
k apply --server-side --field-manager=old -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: $ns-class}
spec: {}
YAML
k get deviceclass "$ns-class" -o 'jsonpath={.spec}'
prints '{}'

step "a watch in one version speaks that version"
k get --raw "/apis/resource.k8s.io/v1beta1/resourceslices?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3D$ns-v1"
says '"apiVersion":"resource.k8s.io/v1beta1".*"basic":'

step "taint rules are served too"
k create -f - <<YAML
apiVersion: resource.k8s.io/v1alpha3
kind: DeviceTaintRule
metadata: {name: $ns-rule}
spec:
  deviceSelector: {driver: gpu.example.com, pool: $ns-none}
  taint: {key: example.com/bad, value: very, effect: NoSchedule}
YAML
k get devicetaintrules "$ns-rule" -o 'jsonpath={.spec.taint.key} {.spec.taint.timeAdded}'
says '^example\.com/bad 20'
k get devicetaintrules "$ns-rule"
says '^NAME +'
k delete devicetaintrule "$ns-rule"
k delete deviceclass "$ns-class"
k delete resourceslices "$ns-v1" "$ns-v1beta1"

step "deprecated versions are told by a warning"
k get resourceclaims.v1beta1.resource.k8s.io
warns '^Warning: resource\.k8s\.io/v1beta1 ResourceClaim is deprecated in v1\.[0-9]+\+, unavailable in v1\.[0-9]+\+'
k get resourceclaims
warns_not Warning
