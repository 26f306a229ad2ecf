# KEP-5941, general: an invalid pool is named as the reason, and is used once it is mended.

given hardware.yaml claims.yaml

step "the pod is told that the pool is invalid"
pod vf vf
waits vf 'invalid resource pools were encountered'

step "the mended slice wakes it up"
given mended.yaml
runs vf
