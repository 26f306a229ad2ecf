# KEP-4816, e2e: the first choice that can be had, its name in the status, its configuration alone.

given hardware.yaml claims.yaml

step "the first choice is free"
pod first first
runs first
gets first 'gpu/big=big-0'

step "it is taken, so the second one comes next, with what is configured for it and nothing else"
pod second second
runs second
gets second 'gpu/small=small-0 gpu/small=small-1'
k get resourceclaim second -o 'jsonpath={range .status.allocation.devices.config[*]}{.source}:{.opaque.parameters.for}{.opaque.parameters.mode};{end}'
prints 'FromClass:of the class of small ones;FromClaim:small;FromClaim:any;'

step "a constraint can force the second choice although the first one is free"
end first second
pod neighbours neighbours
runs neighbours
gets neighbours 'gpu/small=small-0 more=small-1'

step "the claim is the same in older versions"
for version in v1beta1 v1beta2; do
  k get resourceclaims.$version.resource.k8s.io neighbours -o 'jsonpath={.spec.devices.requests[0].firstAvailable[*].name} {.status.allocation.devices.results[*].request}'
  prints 'big small gpu/small more'
done
