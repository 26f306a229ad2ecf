# General: an expression that fails on one node's device keeps the pod from being placed anywhere.

given hardware.yaml

step "the pod is told which expression failed, although another node has what it wants"
pod careless careless
settles 'no such key: tier' get pod careless -o 'jsonpath={range .status.conditions[?(@.type=="PodScheduled")]}{.status} {.message}{end}'
phase careless Pending
has_nothing careless

step "it is placed once no device makes the expression fail"
given mended.yaml
runs careless
is_on careless fails-2
