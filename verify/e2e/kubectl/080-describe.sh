# Describing, and events.

k apply -f "$fixtures/gpu.yaml"
k create -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: $ns-slice}
spec:
  driver: gpu.example.com
  nodeName: $ns-node
  pool: {name: $ns-pool, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    attributes:
      model: {string: a100}
      index: {int: 3}
      shiny: {bool: true}
      firmware: {version: 1.2.3}
    capacity:
      memory: {value: 40Gi}
---
apiVersion: v1
kind: Node
metadata:
  name: $ns-node
  labels: {kubernetes.io/hostname: $ns-node}
spec: {taints: [{key: example.com/reserved, effect: NoSchedule}]}
---
apiVersion: v1
kind: Pod
metadata: {name: trainer, labels: {app: trainer}}
spec:
  nodeName: $ns-node
  resourceClaims:
  - {name: gpu, resourceClaimName: one-gpu}
  containers:
  - name: main
    image: none.example.com/trainer:1
    resources:
      claims: [{name: gpu}]
      requests: {cpu: 250m}
YAML

step "a claim is described"
k describe resourceclaim one-gpu
says '^Name: +one-gpu$'
says "^Namespace: +$ns$"
says '^API Version: +resource\.k8s\.io/v1$'
says '^Kind: +ResourceClaim$'
says 'Device Class Name: +e2e-gpu$'
says '^Events: +<none>$'

step "a slice is described"
k describe resourceslice "$ns-slice"
says '^Name: +'
says '^Kind: +ResourceSlice$'
says 'Driver: +gpu\.example\.com$'
says 'Value: +40Gi$'

step "a pod is described"
k describe pod trainer
says '^Name: +trainer$'
says "^Node: +$ns-node"
says '^Labels: +app=trainer$'
says 'Image: +none\.example\.com/trainer:1$'
says '^QoS Class: +Burstable$'

step "a node is described, with the pods on it"
k describe node "$ns-node"
says '^Name: +'
says '^Taints: +'
says 'example\.com/reserved:NoSchedule'
says '^  '"$ns"' +trainer +250m '

step "a namespace is described"
k create quota few --hard=configmaps=5
k describe namespace "$ns"
says "^Name: +$ns$"
says '^Status: +Active$'
says 'configmaps +[0-9]+ +5$'

step "a quota counts what there is"
k create configmap one
eventually get resourcequota few -o 'jsonpath={.status.used.configmaps}' -- '^[1-5]$'
k describe quota few
says '^configmaps +[0-9]+ +5$'

step "a quota refuses what is too much"
for i in 2 3 4 5 6; do execute create configmap "more-$i"; done
checks=$((checks + 1))
[ "$code" -ne 0 ] || complain "six maps should be too many"
warns 'configmaps "more-6" is forbidden: exceeded quota: few, requested: configmaps=1, used: configmaps=5, limited: configmaps=5'

step "events are made, listed and shown by describe"
k get pod trainer -o 'jsonpath={.metadata.uid}'
uid=$(cat "$out")
k create -f - <<YAML
apiVersion: v1
kind: Event
metadata: {name: trainer.1}
involvedObject: {apiVersion: v1, kind: Pod, name: trainer, namespace: $ns, uid: $uid}
reason: Tested
message: an event of the end-to-end test
type: Normal
source: {component: e2e}
firstTimestamp: $(date -u +%Y-%m-%dT%H:%M:%SZ)
lastTimestamp: $(date -u +%Y-%m-%dT%H:%M:%SZ)
count: 1
YAML
k get events
says '^LAST SEEN +TYPE +REASON +OBJECT +MESSAGE$'
says '^[0-9]+s +Normal +Tested +pod/trainer +an event of the end-to-end test$'
k get events -o wide
says '^LAST SEEN +TYPE +REASON +OBJECT +SUBOBJECT +SOURCE +MESSAGE +FIRST SEEN +COUNT +NAME$'
k get events --field-selector=involvedObject.name=trainer,reason=Tested -o name
prints event/trainer.1
k get events --field-selector=involvedObject.name=nobody -o name
prints ''
k events --for pod/trainer
says 'Tested'
k describe pod trainer
says '^  Normal +Tested +.* e2e +an event of the end-to-end test$'

step "the same event is in events.k8s.io"
k get events.events.k8s.io trainer.1 -o 'jsonpath={.note} {.regarding.name} {.deprecatedSource.component}'
prints 'an event of the end-to-end test trainer e2e'
k get --raw "/apis/events.k8s.io/v1/namespaces/$ns/events?fieldSelector=regarding.name%3Dtrainer"
says '"note": ?"an event of the end-to-end test"'

step "a node has its columns"
k get node "$ns-node"
says '^NAME +STATUS +ROLES +AGE +VERSION$'
says "^$ns-node +Unknown +<none> +[0-9]+s"
k patch node "$ns-node" --subresource=status -p '{"status":{"conditions":[{"type":"Ready","status":"True"}],"nodeInfo":{"kubeletVersion":"v1.30.0"}}}'
k label node "$ns-node" node-role.kubernetes.io/worker=
k get node "$ns-node"
says "^$ns-node +Ready +worker +[0-9]+s +v1\.30\.0$"

step "a node is cordoned, tainted and freed again"
k cordon "$ns-node"
says "^node/$ns-node cordoned$"
k get node "$ns-node"
says "^$ns-node +Ready,SchedulingDisabled "
k uncordon "$ns-node"
k taint node "$ns-node" e2e=yes:NoExecute
says "^node/$ns-node tainted$"
k taint node "$ns-node" e2e-
says "^node/$ns-node untainted$"

k delete pod trainer --force --grace-period=0
k delete node "$ns-node"
k delete resourceslice "$ns-slice"
