# KEP-5963, e2e: MIG, then a vGPU waits although the counters suffice; reversed; same group runs.

given hardware.yaml claims.yaml

step "a MIG partition is in use, and the groups it has are written down"
pod mig-a mig-a
runs mig-a
gets mig-a 'gpu=mig-0'
k get resourceclaim mig-a -o 'jsonpath={.status.allocation.devices.results[0].compatibilityGroups.gpu-0}'
prints '["mig"]'

step "a vGPU of the same GPU has to wait, and its claim is left alone"
pod vgpu vgpu
waits vgpu 'cannot allocate all claims'
has_nothing vgpu

step "another MIG partition does not"
pod mig-b mig-b
runs mig-b
gets mig-b 'gpu=mig-1'

step "the vGPU can be had when the last MIG partition is given back, not before"
end mig-a
waits vgpu 'cannot allocate all claims'
has_nothing vgpu
end mig-b
runs vgpu
gets vgpu 'gpu=vgpu-0'

step "and now MIG partitions have to wait"
pod mig-a mig-a
waits mig-a 'cannot allocate all claims'
end vgpu
runs mig-a
