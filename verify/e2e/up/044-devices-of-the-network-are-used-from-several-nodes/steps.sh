# General: a device of several hosts is allocated once, and used by pods of all of them.

given hardware.yaml pods.yaml

step "the nodes that reach the array run their pods, on one allocation"
runs on-1 on-2
gets array 'storage=array'
k get resourceclaim array -o 'jsonpath={.status.allocation.nodeSelector.nodeSelectorTerms[0].matchExpressions[0].values[0]}'
prints network-a

step "the node that does not reach it does not run its pod"
phase on-3 Pending
settles 'node|claim' get pod on-3 -o 'jsonpath={range .status.conditions[?(@.type=="PodScheduled")]}{.status} {.message}{end}'
is_on on-3 ''
