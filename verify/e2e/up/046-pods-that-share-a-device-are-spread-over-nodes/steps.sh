# General: pods that share a device of several hosts are spread over them by anti-affinity.

given hardware.yaml pods.yaml

step "every worker has a node of its own, and all use the one device"
runs worker-1 worker-2 worker-3
gets domain 'domain=domain'
k get pods -l job=spread -o 'jsonpath={range .items[*]}{.spec.nodeName}{"\n"}{end}'
sort -o "$out" "$out"
prints 'spread-1
spread-2
spread-3'

step "one worker more has to wait, and is told why"
given more.yaml
waits worker-4 "3 node\(s\) didn't match pod anti-affinity rules"
says 'No preemption victims found for incoming pod'

step "so has a pod that must be near to one that is not there"
waits helper "node\(s\) didn't match pod affinity rules"
says 'Preemption is not helpful for scheduling'

step "it runs once another goes, in its place"
k get pod worker-2 -o 'jsonpath={.spec.nodeName}'
place=$(cat "$out")
end worker-2
runs worker-4
is_on worker-4 "$place"

step "a pod that gets the label is the one that the other waited for"
k label pod worker-4 role=leader
runs helper
is_on helper "$place"

step "a term without a place is refused"
kx 1 apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: nowhere}
spec:
  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {}}]}}
  containers: [{name: main, image: busybox}]
YAML
warns 'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution\[0\].topologyKey: Required value: can not be empty'
