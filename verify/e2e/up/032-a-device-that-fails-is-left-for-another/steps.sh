# Binding conditions: a device that cannot be made ready is given back, and the pod gets another one,
# because the driver tainted the first meanwhile, or took it out of its pool.

# What the driver of a pool says of a device that a claim has.
driver_says() {
  local claim=$1 pool=$2 device=$3 condition=$4
  k patch resourceclaim "$claim" --subresource=status --type=merge -p "{\"status\": {\"devices\": [{\"driver\": \"$pool.switch.example.com\", \"pool\": \"$pool\", \"device\": \"$device\", \"conditions\": [{\"type\": \"example.com/$condition\", \"status\": \"True\", \"reason\": \"Switch\", \"message\": \"port 7\", \"lastTransitionTime\": \"2026-01-01T00:00:00Z\"}]}]}}"
}

has_device() {
  settles "^$2\$" get resourceclaim "$1" -o 'jsonpath={.status.allocation.devices.results[0].device}'
}

given hardware.yaml claims.yaml

step "two pods wait for their devices to be attached"
pod tainted tainted
pod removed removed
has_device tainted gpu-0
has_device removed gpu-0
settles BindingConditionsPending get events --field-selector involvedObject.name=tainted -o 'jsonpath={range .items[*]}{.reason} {end}'
is_on tainted ''
is_on removed ''

step "one device is tainted and fails: the pod is given the other one"
given tainted.yaml
driver_says tainted a gpu-0 failed
has_device tainted gpu-1
settles 'device binding failed: claim=tainted, reason=Switch, message="port 7"' get events --field-selector involvedObject.name=tainted -o 'jsonpath={range .items[*]}{.message}{"\n"}{end}'
driver_says tainted a gpu-1 attached
runs tainted

step "one device goes and fails: the pod is given the other one"
given removed.yaml
driver_says removed b gpu-0 failed
has_device removed gpu-1
driver_says removed b gpu-1 attached
runs removed
