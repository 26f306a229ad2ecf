# KEP-5027, e2e: pods select by what an administrator added; nothing else matches.

given hardware.yaml claims.yaml

step "no device is known to be near"
pod near near
waits near 'cannot allocate all claims'

step "a patch says of one that it is, and that wakes the pod up"
given patch.yaml
runs near
gets near 'gpu=gpu-1'

step "what the driver published is as it was"
k get resourceslice patch-devices -o 'jsonpath={.spec.devices[1].attributes}'
prints '{"model":{"string":"A100"}}'

step "without the patch the pod runs on, and keeps its device"
k delete resourceslicepatch patch-near
pod near-too near-too
waits near-too 'cannot allocate all claims'
phase near Running
gets near 'gpu=gpu-1'

step "even when its device is free again, no other pod can have it"
end near
waits near-too 'cannot allocate all claims'
has_nothing near-too
