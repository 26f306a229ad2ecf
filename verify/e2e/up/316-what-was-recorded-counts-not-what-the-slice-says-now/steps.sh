# KEP-5963, integration: the snapshot of a claim beats a slice that was changed after it.

given hardware.yaml claims.yaml

step "a device is in use as MIG"
pod first first
runs first

step "the slice then says that all its devices are vGPUs, and the running pod does not care"
given changed.yaml
k get resourceclaim first -o 'jsonpath={.status.allocation.devices.results[0].compatibilityGroups.gpu-0}'
prints '["mig"]'
phase first Running

step "a second device would go with the first by the slice, but not by what was recorded"
pod second second
waits second 'cannot allocate all claims'

step "once the first one is given back, the slice is all that counts"
end first
runs second
k get resourceclaim second -o 'jsonpath={.status.allocation.devices.results[0].compatibilityGroups.gpu-0}'
prints '["vgpu"]'
