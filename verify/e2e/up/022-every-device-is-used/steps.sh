# General: all devices of all nodes can be in use, each by one claim; or all of a node by one.

given hardware.yaml

step "twenty pods run on twenty devices"
given pods.yaml
k wait pods --all --for=jsonpath='{.status.phase}'=Running --timeout=20s
k get resourceclaims -o 'jsonpath={range .items[*]}{.status.allocation.devices.results[0].pool}/{.status.allocation.devices.results[0].device}{"\n"}{end}'
sort "$out" | uniq -d >"$scratch/twice"
cp "$scratch/twice" "$out"
prints ''

step "all devices of a node at once cannot be had before a node is empty"
given everything.yaml
pod everything everything
waits everything 'cannot allocate all claims'
k delete pods --wait=false --field-selector spec.nodeName=all-2
runs everything
is_on everything all-2
k get resourceclaim everything -o 'jsonpath={.status.allocation.devices.results[*].device}'
prints 'd0 d1 d2 d3 d4 d5 d6 d7 d8 d9'
