# Binding conditions: a pod is bound once its devices are ready; one that fails is given back.

given hardware.yaml claims.yaml

step "a device is allocated, but the pod is bound only once it is attached"
pod good good
settles '^gpu-0$' get resourceclaim good -o 'jsonpath={.status.allocation.devices.results[0].device}'
is_on good ''
runs good
k get resourceclaim good -o 'jsonpath={.status.devices[0].device} {.status.devices[0].conditions[0].type}={.status.devices[0].conditions[0].status}'
prints 'gpu-0 example.com/attached=True'

step "one that cannot be attached is given back, and the pod waits"
pod bad bad
settles 'binding|BindingConditions|deallocation' get events --field-selector involvedObject.name=bad -o 'jsonpath={range .items[*]}{.reason}: {.message}{"\n"}{end}'
is_on bad ''

step "it runs once somebody has mended that"
k annotate resourceclaim bad --overwrite dray.dev/binding-conditions=true
runs bad
