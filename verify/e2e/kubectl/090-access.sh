# Who may do what.

kubectl_cluster() {
  "$KUBECTL" config view --minify -o "jsonpath={.contexts[0].context.cluster}"
}

step "an administrator may do all"
k auth can-i '*' '*'
prints yes
k auth can-i create resourceslices.resource.k8s.io
k auth whoami -o 'jsonpath={.status.userInfo.groups}'
says 'system:masters|admin'

step "someone else may do nothing"
kx 1 get resourceclaims --as=nobody-special
warns "Error from server \(Forbidden\): resourceclaims\.resource\.k8s\.io is forbidden: User \"nobody-special\" cannot list resource \"resourceclaims\" in API group \"resource\.k8s\.io\" in the namespace \"$ns\""
kx 1 auth can-i list pods --as=nobody-special
prints no
kx 1 get nodes --as=nobody-special
warns 'nodes is forbidden: User "nobody-special" cannot list resource "nodes" in API group "" at the cluster scope'

step "a role and a binding let them in"
k create role claimant --verb=get,list,watch,create --resource=resourceclaims.resource.k8s.io
k create rolebinding claimants --role=claimant --user=jane --group=team
eventually auth can-i list resourceclaims.resource.k8s.io --as=jane -- '^yes$'
k get resourceclaims --as=jane
k create -f "$fixtures/gpu.yaml" --as=jane --dry-run=client
k apply -f "$fixtures/gpu.yaml"
kx 1 delete resourceclaim one-gpu --as=jane
warns 'Error from server \(Forbidden\): resourceclaims\.resource\.k8s\.io "one-gpu" is forbidden: User "jane" cannot delete resource'
eventually auth can-i create resourceclaims.resource.k8s.io --as=john --as-group=team -- '^yes$'
kx 1 auth can-i create resourceclaims.resource.k8s.io --as=jane -n default

step "what one may do can be listed"
k auth can-i --list --as=jane
says '^Resources +Non-Resource URLs +Resource Names +Verbs *$'
says '^resourceclaims\.resource\.k8s\.io +\[\] +\[\] +\[(get|list|watch|create| )+\] *$'
says '^selfsubjectaccessreviews\.authorization\.k8s\.io +\[\] +\[\] +\[create\]'

step "the status is a right of its own"
kx 1 auth can-i update resourceclaims.resource.k8s.io --subresource=status --as=jane
k create role status-writer --verb=update,patch --resource=resourceclaims.resource.k8s.io/status
k create rolebinding status-writers --role=status-writer --user=stan
eventually auth can-i patch resourceclaims.resource.k8s.io --subresource=status --as=stan -- '^yes$'
kx 1 auth can-i patch resourceclaims.resource.k8s.io --as=stan

step "a right may be for one name only"
k create role named --verb=get --resource=configmaps --resource-name=mine
k create rolebinding named --role=named --user=ned
k create configmap mine
k create configmap other
eventually get configmap mine --as=ned -o name -- mine
kx 1 get configmap other --as=ned

step "the rights upstream begins with are there"
k get clusterrole cluster-admin admin edit view system:node system:kube-scheduler -o name
k get clusterrolebinding cluster-admin -o 'jsonpath={.subjects[0].name}'
prints system:masters
k auth can-i list resourceslices.resource.k8s.io --as=system:kube-scheduler
k auth can-i patch resourceclaims.resource.k8s.io --subresource=status --as=system:kube-scheduler -A
k auth can-i create pods --subresource=binding --as=system:kube-scheduler -A

step "view, edit and admin differ as they should"
k create rolebinding viewers --clusterrole=view --user=vic
k create rolebinding editors --clusterrole=edit --user=edna
k create rolebinding admins --clusterrole=admin --user=adam
eventually auth can-i list configmaps --as=vic -- '^yes$'
kx 1 auth can-i create configmaps --as=vic
eventually auth can-i create configmaps --as=edna -- '^yes$'
kx 1 auth can-i create rolebindings --as=edna
eventually auth can-i create rolebindings --as=adam -- '^yes$'

step "nobody hands out rights they do not have"
kx 1 create role too-much --verb='*' --resource=resourcequotas --as=adam
warns 'is attempting to grant RBAC permissions not currently held'

step "service accounts get tokens that work"
k create serviceaccount robot
k create rolebinding robots --clusterrole=view --serviceaccount="$ns:robot"
k create token robot --duration=1h
token=$(cat "$out")
says '^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$'
k config set-credentials robot --token="$token"
k config set-context robot --cluster="$(kubectl_cluster)" --user=robot --namespace="$ns"
eventually --context=robot get configmaps -o name -- mine
kx 1 --context=robot create configmap robots-own
warns "User \"system:serviceaccount:$ns:robot\" cannot create resource \"configmaps\""
k --context=robot auth whoami -o 'jsonpath={.status.userInfo.username}'
prints "system:serviceaccount:$ns:robot"

step "a wrong token is not authorised"
k config set-credentials stranger --token=wrong
k config set-context stranger --cluster="$(kubectl_cluster)" --user=stranger --namespace="$ns"
kx 1 --context=stranger get configmaps
warns 'error: You must be logged in to the server|Unauthorized'

step "without credentials only health is told"
server=$("$KUBECTL" config view --minify -o 'jsonpath={.clusters[0].cluster.server}')
open="livez readyz healthz version"
# Dray tells strangers nothing but its health.
[ "$dray" = false ] || open="livez readyz healthz"
for path in $open; do
  checks=$((checks + 1))
  curl -ksf "$server/$path" >"$out" 2>"$err" || complain "/$path should be open to all"
done
checks=$((checks + 1))
answer=$(curl -ks -o "$out" -w '%{http_code}' "$server/api/v1/namespaces")
case $answer in 401 | 403) ;; *) complain "/api/v1/namespaces should be closed, not answer $answer" ;; esac
