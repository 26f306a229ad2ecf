# KEP-5963, integration: the incompatible node is avoided, the compatible one used, then no more.

given hardware.yaml claims.yaml

step "the first node is used with MIG"
pod mig mig
runs mig
is_on mig found-1

step "a vGPU goes to the other node"
pod vgpu-a vgpu-a
runs vgpu-a
is_on vgpu-a found-2
gets vgpu-a 'gpu=vgpu-on-2'

step "and a second one nowhere"
pod vgpu-b vgpu-b
waits vgpu-b 'cannot allocate all claims'
