# The way of a claim: made of a template, allocated, reserved, released when the pod has ended.

given hardware.yaml

step "three pods want one of two GPUs each: two run, one waits"
given pods.yaml
runs a b
given third.yaml
waits c 'cannot allocate all claims'

step "claims are named after pod and entry, belong to the pod, and have the template's labels"
k get resourceclaims -l app=made -o 'jsonpath={range .items[*]}{.metadata.generateName} {.metadata.annotations.resource\.kubernetes\.io/pod-claim-name} {.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name}{"\n"}{end}'
says '^a-gpu- gpu Pod/a$'
says '^b-gpu- gpu Pod/b$'
says '^c-gpu- gpu Pod/c$'

step "b has done its work, its device is free, and all pods have had their turn"
settles 'Succeeded' get pod b -o 'jsonpath={.status.phase}'
runs a c
settles '^a c $' get resourceclaims -o 'jsonpath={range .items[*]}{.metadata.ownerReferences[0].name} {end}'

step "claims go with their pods"
end a b c
settles '^\[\]$' get resourceclaims -o 'jsonpath=[{range .items[*]}{.metadata.name}{end}]'
