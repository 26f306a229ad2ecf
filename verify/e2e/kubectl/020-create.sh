# Creating, and reading back in every form.

step "apply creates a class, a template and a claim from one file"
k apply -f "$fixtures/gpu.yaml"
says '^deviceclass\.resource\.k8s\.io/e2e-gpu (created|configured|unchanged)$'
says '^resourceclaimtemplate\.resource\.k8s\.io/two-gpus created$'
says '^resourceclaim\.resource\.k8s\.io/one-gpu created$'

# kubectl says "configured" of a claim: it sends a list without the defaults that the server filled in.
step "apply of the same again changes nothing"
k get resourceclaim one-gpu -o 'jsonpath={.metadata.resourceVersion}'
before=$(cat "$out")
k apply -f "$fixtures/gpu.yaml"
says '^resourceclaim\.resource\.k8s\.io/one-gpu (configured|unchanged)$'
says '^deviceclass\.resource\.k8s\.io/e2e-gpu unchanged$'
k get resourceclaim one-gpu -o 'jsonpath={.metadata.resourceVersion}'
prints "$before"

step "create refuses what exists"
kx 1 create -f "$fixtures/gpu.yaml"
warns '^Error from server \(AlreadyExists\): error when creating ".*": resourceclaims\.resource\.k8s\.io "one-gpu" already exists$'

step "defaults are filled in"
k get resourceclaim one-gpu -o 'jsonpath={.spec.devices.requests[0].exactly.allocationMode} {.spec.devices.requests[0].exactly.count}'
prints 'ExactCount 1'

step "the server fills in what identifies an object"
k get resourceclaim one-gpu -o 'jsonpath={.metadata.uid}'
says '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
k get resourceclaim one-gpu -o 'jsonpath={.metadata.resourceVersion}'
says '^[0-9]+$'
k get resourceclaim one-gpu -o 'jsonpath={.metadata.creationTimestamp}'
says '^20[0-9-]+T[0-9:]+Z$'

step "get prints the columns of each kind"
k get resourceclaims
says '^NAME +STATE +AGE$'
says '^one-gpu +pending +[0-9]+s$'
k get resourceclaimtemplates
says '^NAME +AGE$'
k get deviceclasses e2e-gpu
says '^NAME +AGE$'
k get resourceslices
k get resourceclaims -o wide
says '^one-gpu +pending +'

step "get prints YAML and JSON that can be read again"
k get resourceclaim one-gpu -o yaml
says '^apiVersion: resource\.k8s\.io/v1$'
says '^kind: ResourceClaim$'
says '^    - exactly:$'
says '^        deviceClassName: e2e-gpu$'
says_not 'managedFields'
cp "$out" "$scratch/claim.yaml"
k replace -f "$scratch/claim.yaml"
says '^resourceclaim\.resource\.k8s\.io/one-gpu replaced$'
k get resourceclaim one-gpu -o json --show-managed-fields
says '"fieldsType": "FieldsV1"'
says '"manager": "kubectl-client-side-apply"'

step "get prints names"
k get resourceclaim,resourceclaimtemplate -o name
prints 'resourceclaim.resource.k8s.io/one-gpu
resourceclaimtemplate.resource.k8s.io/two-gpus'

step "get prints columns of one's own"
k get resourceclaims -o custom-columns=WHO:.metadata.name,CLASS:.spec.devices.requests[0].exactly.deviceClassName
says '^WHO +CLASS$'
says '^one-gpu +e2e-gpu$'

step "get prints with a Go template and sorts"
k get resourceclaims --sort-by=.metadata.name -o 'go-template={{range .items}}{{.metadata.name}};{{end}}'
prints 'one-gpu;'

step "get shows labels"
k get resourceclaims --show-labels
says '^NAME +STATE +AGE +LABELS$'
says '^one-gpu .* app=e2e$'
k get resourceclaims -L app
says '^NAME +STATE +AGE +APP$'

step "get over all namespaces shows the namespace"
k get resourceclaims -A
says '^NAMESPACE +NAME +STATE +AGE$'
says "^$ns +one-gpu +"

step "get of what is not there says so"
kx 1 get resourceclaim no-such
warns '^Error from server \(NotFound\): resourceclaims\.resource\.k8s\.io "no-such" not found$'
k get resourceclaim no-such --ignore-not-found
prints ''
k get pods
warns "^No resources found in $ns namespace\.$"

step "generateName makes names"
for _ in 1 2; do
  k create -o name -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  generateName: made-
spec:
  devices:
    requests:
    - name: gpu
      exactly: {deviceClassName: e2e-gpu}
YAML
  says '^resourceclaim\.resource\.k8s\.io/made-[a-z0-9]{5}$'
done
k get resourceclaims -o name
checks=$((checks + 1))
[ "$(grep -c made- "$out")" -eq 2 ] || complain "two names should have been made"

step "a dry run by the server answers as if, and stores nothing"
k create --dry-run=server -o yaml -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: only-tried
spec:
  devices:
    requests:
    - name: gpu
      exactly: {deviceClassName: e2e-gpu}
YAML
says '^  uid: '
says '^        allocationMode: ExactCount$'
kx 1 get resourceclaim only-tried
k apply --dry-run=server -f "$fixtures/gpu.yaml"
says '^resourceclaim\.resource\.k8s\.io/one-gpu (configured|unchanged) \(server dry run\)$'

step "strict validation names an unknown field"
kx 1 create --validate=strict -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: odd
spec:
  wheels: 4
  devices:
    requests:
    - name: gpu
      exactly: {deviceClassName: e2e-gpu, colour: red}
YAML
warns 'strict decoding error: unknown field "spec\.devices\.requests\[0\]\.exactly\.colour", unknown field "spec\.wheels"'
warns '^Error from server \(BadRequest\)'

step "strict validation names a duplicate field"
kx 1 create --raw "/api/v1/namespaces/$ns/configmaps?fieldValidation=Strict" -f - <<'JSON'
{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "twice"}, "data": {"a": "1", "a": "2"}}
JSON
warns 'duplicate field "data\.a"'

step "warnings instead of errors, where asked for"
k create --validate=warn -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: odd
spec:
  wheels: 4
  devices:
    requests:
    - name: gpu
      exactly: {deviceClassName: e2e-gpu}
YAML
warns '^Warning: unknown field "spec\.wheels"$'
says '^resourceclaim\.resource\.k8s\.io/odd created$'
k get resourceclaim odd -o yaml
says_not wheels
k delete resourceclaim odd
k create --validate=ignore -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: odd}
spec: {wheels: 4, devices: {requests: [{name: gpu, exactly: {deviceClassName: e2e-gpu}}]}}
YAML
warns_not 'unknown field'

step "what does not hold is told with its path, all of it at once"
kx 1 create -f - <<'YAML'
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: wrong}
spec:
  devices:
    requests:
    - name: Not_A_Label
      exactly: {deviceClassName: e2e-gpu}
    - name: both
      exactly: {deviceClassName: e2e-gpu, count: -1}
YAML
warns 'The ResourceClaim "wrong" is invalid: '
warns 'spec\.devices\.requests\[0\]\.name: Invalid value: "Not_A_Label"'
warns 'spec\.devices\.requests\[1\]\.exactly\.count: Invalid value: -1'

step "a wrong name is told"
kx 1 create configmap 'UPPER'
warns 'metadata\.name: Invalid value: "UPPER": a lowercase RFC 1123 subdomain must consist of'

step "a claim's specification cannot be changed"
kx 1 patch resourceclaim one-gpu --type=merge -p '{"spec":{"devices":{"requests":[{"name":"other","exactly":{"deviceClassName":"e2e-gpu"}}]}}}'
warns 'spec: Invalid value: .*: field is immutable'

step "a namespace that does not exist takes nothing"
kx 1 create -n no-such-namespace configmap a
warns 'namespaces "no-such-namespace" not found'

step "kinds of the core are made by kubectl's own commands"
k create configmap settings --from-literal=colour=red --from-literal=size=4
says '^configmap/settings created$'
k get configmap settings
says '^NAME +DATA +AGE$'
says '^settings +2 +[0-9]+s$'
k create serviceaccount robot
k get serviceaccount robot -o name
prints 'serviceaccount/robot'
k create quota few --hard=count/resourceclaims.resource.k8s.io=20,configmaps=5
k get resourcequota few -o 'jsonpath={.spec.hard.configmaps}'
prints 5
k create role reader --verb=get,list --resource=configmaps
k create rolebinding readers --role=reader --user=jane --serviceaccount="$ns:robot"
k get rolebinding readers -o wide
says '^NAME +ROLE +AGE +USERS +GROUPS +SERVICEACCOUNTS$'
says "^readers +Role/reader +[0-9]+s +jane +$ns/robot$"

step "services are kept with what they do not say filled in"
k create service clusterip web --tcp=80:8080
k get service web
says '^NAME +TYPE +CLUSTER-IP +EXTERNAL-IP +PORT\(S\) +AGE$'
says '^web +ClusterIP +[^ ]+ +<none> +80/TCP +[0-9]+s$'
k get service web -o 'jsonpath={.spec.ports[0].targetPort} {.spec.sessionAffinity} {.spec.internalTrafficPolicy} {.status}'
prints '8080 None Cluster {"loadBalancer":{}}'
kx 1 create service clusterip bad --tcp=0:80

step "a service in the namespace default is the server itself"
k get -n default service kubernetes -o 'jsonpath={.spec.type} {.spec.ports[0].name} {.spec.ports[0].port}'
prints 'ClusterIP https 443'
