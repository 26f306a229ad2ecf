# What there is: discovery, versions, explanations.

step "api-resources lists the kinds of the resource group with scope and verbs"
k api-resources --api-group=resource.k8s.io -o wide
says '^deviceclasses +resource\.k8s\.io/v1 +false +DeviceClass +create,delete,deletecollection,get,list,patch,update,watch'
says '^resourceclaims +resource\.k8s\.io/v1 +true +ResourceClaim '
says '^resourceclaimtemplates +resource\.k8s\.io/v1 +true +ResourceClaimTemplate '
says '^resourceslices +resource\.k8s\.io/v1 +false +ResourceSlice '
says '^devicetaintrules +resource\.k8s\.io/v1[a-z0-9]* +false +DeviceTaintRule '

step "api-resources knows the short names"
k api-resources --namespaced=true --no-headers
says '^pods +po +v1 +true +Pod$'
says '^configmaps +cm +v1 +true +ConfigMap$'
says '^serviceaccounts +sa +v1 +true +ServiceAccount$'
says '^resourcequotas +quota +v1 +true +ResourceQuota$'
says '^events +ev +v1 +true +Event$'
says '^leases +coordination\.k8s\.io/v1 +true +Lease$'
says '^roles +rbac\.authorization\.k8s\.io/v1 +true +Role$'
says '^rolebindings +rbac\.authorization\.k8s\.io/v1 +true +RoleBinding$'
k api-resources --namespaced=false --no-headers
says '^namespaces +ns +v1 +false +Namespace$'
says '^nodes +no +v1 +false +Node$'
says '^clusterroles +rbac\.authorization\.k8s\.io/v1 +false +ClusterRole$'

step "api-resources can be asked for verbs and names"
k api-resources --verbs=list,watch -o name
says '^resourceslices\.resource\.k8s\.io$'
says_not '^selfsubjectaccessreviews'

step "api-versions lists every served version"
k api-versions
says '^v1$'
says '^resource\.k8s\.io/v1$'
says '^resource\.k8s\.io/v1beta1$'
says '^resource\.k8s\.io/v1beta2$'
says '^resource\.k8s\.io/v1alpha3$'
says '^coordination\.k8s\.io/v1$'
says '^rbac\.authorization\.k8s\.io/v1$'
says '^events\.k8s\.io/v1$'
says '^authorization\.k8s\.io/v1$'

step "version asks the server"
k version -o json
says '"gitVersion": "v1\.'
says '"serverVersion"'

step "health, readiness and version are there to be read raw"
k get --raw /livez
prints ok
k get --raw /readyz
prints ok
k get --raw '/readyz?verbose'
says '^\[\+\]ping ok$'
says '^readyz check passed$'
k get --raw /version
says '"major": ?"1"'

step "a group is described raw"
k get --raw /apis/resource.k8s.io
says '"preferredVersion": ?\{"groupVersion": ?"resource\.k8s\.io/v1"'
k get --raw /apis/resource.k8s.io/v1
says '"name": ?"resourceclaims/status"'
says '"kind": ?"APIResourceList"'

step "metrics have upstream's names"
k get --raw /metrics
says '^apiserver_request_total\{'
says '^# TYPE apiserver_request_duration_seconds histogram'
says '^apiserver_current_inflight_requests\{'

step "an unknown path is not found"
kx 1 get --raw /apis/nothing.example.com/v1
warns 'Error from server \(NotFound\)|could not find the requested resource'
kx 1 get nothings
warns "error: the server doesn't have a resource type \"nothings\""

step "explain shows a field with its type and what it is for"
k explain resourceslice.spec.devices
says '^GROUP: +resource\.k8s\.io$'
says '^KIND: +ResourceSlice$'
says '^VERSION: +v1$'
says '^FIELD: devices <\[\]Device>$'
says '^  attributes	<map\[string\]DeviceAttribute>$'
says '^  name	<string> -required-$'

step "explain goes all the way down"
k explain resourceslice.spec.devices --recursive
says '^  consumesCounters	<\[\]DeviceCounterConsumption>$'
says '^    counterSet	<string> -required-$'
says '^  taints	<\[\]DeviceTaint>$'
says '^    effect	<string> -required-$'
says '^    requestPolicy	<CapacityRequestPolicy>$'
says '^      validRange	<CapacityRequestPolicyRange>$'

step "explain knows enumerations"
k explain resourceclaim.spec.devices.requests.exactly.allocationMode
says '^FIELD: allocationMode <string>$'

step "explain knows older versions"
k explain resourceslice.spec.devices --api-version=resource.k8s.io/v1beta1
says '^VERSION: +v1beta1$'
says '^  basic	<BasicDevice>$'
k explain resourceclaim.spec.devices.requests --api-version=resource.k8s.io/v1beta1
says '^  deviceClassName	<string>'
says '^  firstAvailable	<\[\]DeviceSubRequest>$'

step "explain knows pods"
k explain pod.spec
says '^KIND: +Pod$'
says '^  containers	<\[\]Container> -required-$'
says '^  resourceClaims	<\[\]PodResourceClaim>$'
says '^  nodeName	<string>$'
k explain pod.spec.containers.resources.claims
says '^  name	<string> -required-$'

step "explain refuses a field that does not exist"
kx 1 explain resourceslice.spec.wheels
warns 'error: field "wheels" does not exist'
