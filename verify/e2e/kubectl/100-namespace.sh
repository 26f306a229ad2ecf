# The life of a namespace.

k apply -f "$fixtures/gpu.yaml"
doomed=$ns-doomed

step "a namespace is active and has its label"
k create namespace "$doomed"
k get namespace "$doomed"
says '^NAME +STATUS +AGE$'
says "^$doomed +Active +[0-9]+s$"
k get namespace "$doomed" -o 'jsonpath={.metadata.labels.kubernetes\.io/metadata\.name} {.spec.finalizers[0]}'
prints "$doomed kubernetes"

step "a namespace has the certificate of the server's authority, whatever becomes of it"
eventually get -n "$doomed" configmap kube-root-ca.crt -o 'jsonpath={.data.ca\.crt}' -- '^-----BEGIN CERTIFICATE-----$'
k delete -n "$doomed" configmap kube-root-ca.crt
eventually get -n "$doomed" configmap kube-root-ca.crt
k patch -n "$doomed" configmap kube-root-ca.crt --type=merge -p '{"data":{"ca.crt":"none"}}'
eventually get -n "$doomed" configmap kube-root-ca.crt -o 'jsonpath={.data.ca\.crt}' -- '^-----BEGIN CERTIFICATE-----$'

step "a namespace that is ending takes nothing new, and says what holds it"
k create -n "$doomed" -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: held, finalizers: [e2e.example.com/hold]}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: e2e-gpu}}]}}
YAML
k create -n "$doomed" configmap plain
k delete namespace "$doomed" --wait=false
eventually get namespace "$doomed" -- ' Terminating '
kx 1 create -n "$doomed" configmap late
warns "configmaps \"late\" is forbidden: unable to create new content in namespace $doomed because it is being terminated"
gone -n "$doomed" configmap plain
eventually get namespace "$doomed" -o 'jsonpath={range .status.conditions[*]}{.type}={.status}{"\n"}{end}' -- '^NamespaceFinalizersRemaining=True$'

step "when the last holder lets go, it ends"
k patch -n "$doomed" resourceclaim held --type=merge -p '{"metadata":{"finalizers":null}}'
k wait --for=delete "namespace/$doomed" --timeout=60s
kx 1 get namespace "$doomed"

step "a namespace with contents is deleted whole"
k create namespace "$doomed"
k apply -n "$doomed" -f "$fixtures/gpu.yaml"
k create -n "$doomed" configmap a
k create -n "$doomed" role r --verb=get --resource=pods
k delete namespace "$doomed" --timeout=60s
says "^namespace \"$doomed\" deleted"
kx 1 get -n "$doomed" resourceclaim one-gpu

step "pods go before all else"
k create namespace "$doomed"
k create -n "$doomed" configmap plain
k create -n "$doomed" -f - <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: held, finalizers: [e2e.example.com/hold]}
spec: {containers: [{name: c, image: none.example.com/c:1}]}
YAML
k delete namespace "$doomed" --wait=false
eventually get -n "$doomed" pod held -o 'jsonpath={.metadata.deletionTimestamp}' -- '^20'
eventually get namespace "$doomed" -o 'jsonpath={.status.conditions[*].type}' -- 'NamespaceDeletionContentFailure'
k get -n "$doomed" configmap plain -o 'jsonpath={.metadata.deletionTimestamp}'
prints ''
k patch -n "$doomed" pod held --type=merge -p '{"metadata":{"finalizers":null}}'
k wait --for=delete "namespace/$doomed" --timeout=60s

step "namespaces of the system cannot go"
kx 1 delete namespace default
warns 'namespaces "default" is forbidden: this namespace may not be deleted'
k get namespaces default kube-system kube-public kube-node-lease -o name
