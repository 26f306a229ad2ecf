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
