# Binding conditions: who waits too long for a device gives it back and is tried again; --binding-timeout
# says how long. Flags of the scheduler in the environment.

events_of() {
  settles "$2" get events --field-selector "involvedObject.name=$1" -o 'jsonpath={range .items[*]}{.reason}: {.message}{"\n"}{end}'
}

export DRAY_BINDING_TIMEOUT=3s
start up --filter-timeout 5s
unset DRAY_BINDING_TIMEOUT
given hardware.yaml

step "nobody makes the device ready: after three seconds it is given back"
pod late late
settles '^gpu-0$' get resourceclaim late -o 'jsonpath={.status.allocation.devices.results[0].device}'
events_of late '^FailedScheduling: running PreBind plugin "DynamicResources": device binding timeout: claim=late$'
is_on late ''

step "the device goes meanwhile: the next attempt finds another one"
given removed.yaml
settles '^gpu-1$' get resourceclaim late -o 'jsonpath={.status.allocation.devices.results[0].device}'

step "the pod runs once that one is ready"
k annotate resourceclaim late dray.dev/binding-conditions=true
runs late
