# General: pods are evicted from devices that a rule taints, at once or when their patience ends; who
# tolerates it stays.

given hardware.yaml claims.yaml

step "three pods run"
pod delicate delicate
pod tough tough
pod patient patient
runs delicate tough patient

step "devices are tainted: one pod is evicted and its device free, one stays, one stays for a while"
given rule.yaml
gone pod delicate
settles '^\[\]$' get resourceclaim delicate -o 'jsonpath=[{.status.allocation}]'
settles 'DeviceTaintManagerEviction' get events --field-selector involvedObject.name=delicate -o 'jsonpath={range .items[*]}{.reason} {end}'
gone pod patient
phase tough Running

step "a new pod has to wait for the rule to go"
pod delicate delicate
waits delicate 'cannot allocate all claims'
k delete devicetaintrule taint-broken
runs delicate
phase tough Running
