# A device is never given to two claims.

k apply -f "$fixtures/gpu.yaml"
for name in one two; do
  k create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: $name}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: e2e-gpu}}]}}
YAML
done
k create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: $ns-slice}
spec:
  driver: gpu.example.com
  nodeName: node-1
  pool: {name: $ns, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0}, {name: gpu-1}]
YAML

give() {
  printf '{"status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"gpu.example.com","pool":"%s","device":"%s"}]}}}}' "$ns" "$1"
}

step "the first claim gets the device"
k patch resourceclaim one --subresource=status --type=merge -p "$(give gpu-0)"

step "the second is refused with a conflict that names the first"
kx 1 patch resourceclaim two --subresource=status --type=merge -p "$(give gpu-0)"
warns 'Error from server \(Conflict\)'
warns "$ns/one"

step "another device is free"
k patch resourceclaim two --subresource=status --type=merge -p "$(give gpu-1)"

step "what is given back can be given again"
k delete resourceclaim one
k create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: three}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: e2e-gpu}}]}}
YAML
k patch resourceclaim three --subresource=status --type=merge -p "$(give gpu-0)"
k delete resourceslice "$ns-slice"

step "a share counts as what its request comes to, whether or not that is recorded"
k create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: $ns-port}
spec:
  driver: nic.example.com
  nodeName: node-1
  pool: {name: $ns, generation: 1, resourceSliceCount: 1}
  devices: [{name: port, allowMultipleAllocations: true, capacity: {bandwidth: {value: "10"}}}]
YAML
for name in four five; do
  k create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: $name}
spec: {devices: {requests: [{name: nic, exactly: {deviceClassName: e2e-gpu, capacity: {requests: {bandwidth: "6"}}}}]}}
YAML
done

share() {
  printf '{"status":{"allocation":{"devices":{"results":[{"request":"nic","driver":"nic.example.com","pool":"%s","device":"port","shareID":"%s"%s}]}}}}' "$ns" "$1" "$2"
}

k patch resourceclaim four --subresource=status --type=merge -p "$(share 00000000-0000-4000-8000-000000000001 '')"
kx 1 patch resourceclaim five --subresource=status --type=merge -p "$(share 00000000-0000-4000-8000-000000000002 '')"
warns "has 10 of capacity bandwidth, 6 is used by claim $ns/four, and 6 more is requested"

step "a record of less is refused, and the answer says what differs"
kx 1 patch resourceclaim five --subresource=status --type=merge \
  -p "$(share 00000000-0000-4000-8000-000000000002 ',"consumedCapacity":{"bandwidth":"1"}')"
warns 'Error from server \(Conflict\)'
warns 'results\[0\].consumedCapacity: 1 of capacity bandwidth .* is recorded, but request nic comes to 6'
k delete resourceclaim four five
k delete resourceslice "$ns-port"
