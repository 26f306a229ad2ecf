# Upgrade: objects of an older release, with pods that run, under a server that knows more. The older
# release has none of the five KEPs, and its clients write older versions.

older=DRADeviceCompatibilityGroups=false,DRAResourceSliceMixins=false,DRASharedConsumableCapacity=false
older+=,DRAAdminControlledDeviceAttributes=false

step "an older release, and a crash in the end"
start up --feature-gates "$older" --runtime-config=api/all=true
given hardware.yaml claims.yaml
pod mig mig-a
runs mig
given old-template.yaml
runs templated
pod nic nic-old
runs nic
gets mig-a 'gpu=mig-0'
k get pods -o 'jsonpath={range .items[*]}{.metadata.name} {.metadata.uid} {.status.startTime}{"\n"}{end}'
cp "$out" "$scratch/pods"
crash

step "the new one: all is there, and nobody had to stop"
start up
k get pods -o 'jsonpath={range .items[*]}{.metadata.name} {.metadata.uid} {.status.startTime}{"\n"}{end}'
prints "$(cat "$scratch/pods")"
phase mig Running
phase nic Running
gets mig-a 'gpu=mig-0'

step "a claim of the older release has no groups, so that what has some does not go with it"
given new-devices.yaml
pod vgpu vgpu
waits vgpu 'cannot allocate all claims'
end mig templated
runs vgpu
k get resourceclaim vgpu -o 'jsonpath={.status.allocation.devices.results[0].compatibilityGroups.gpu-0}'
prints '["vgpu"]'

# To the scheduler, who came before amounts takes what one takes who asks for nothing: 10G. The
# hardware still gives it the 25G of before, so that no more than 75G are asked for here.
step "mixins and amounts that claims ask for"
given new-nics.yaml
phase nic Running
gets nic-old 'nic=vf-0'
pod too-much too-much
waits too-much 'cannot allocate all claims'
pod enough enough
runs enough
k get resourceclaim enough -o 'jsonpath={.status.allocation.devices.results[0].consumedCounters.pf-0.bandwidth}'
prints 60G

step "a patch of devices that are older than patches"
pod vouched vouched
waits vouched 'cannot allocate all claims'
given patch.yaml
runs vouched
phase nic Running
