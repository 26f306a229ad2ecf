# KEP-5963, version skew: each cell of its table that one version can have, and what lies between
# them. Server, scheduler and controllers are processes of their own here, each with its own gates;
# nobody runs the pods, so what is looked at is where they are placed. Of two drivers one publishes
# groups and one does not: for the latter every cell must be as before the KEP.
#
#   server, on which data              scheduler off             scheduler on
#   off, nothing was stored with it    pre-KEP                   pre-KEP
#   on                                 devices skipped           full feature
#   off again, groups are stored       devices skipped           groups of slices and records count
#
# The last row is no row of the KEP, but what becomes of the one above when a server is set back: it
# strips groups on write and keeps those that are stored. An allocation whose groups were stripped has
# those that its slice declares; one that has a record has that. All cells of all KEPs are in
# verify/skew.
#
# A release that does not know the fields at all would be the KEP's "old". As a server it is as one
# whose gate is off and that has nothing stored; as a scheduler it is no version of Dray.

on=DRADeviceCompatibilityGroups=true
off=DRADeviceCompatibilityGroups=false

serve() {
  start apiserver --feature-gates "$1"
  [ -f "$scratch/cluster/controllers.pid" ] || start controllers --feature-gates "$1"
}

schedule() {
  stop scheduler
  start scheduler --feature-gates "$1"
}

placed() {
  settles "^skew-1\$" get pod "$1" -o 'jsonpath={.spec.nodeName}'
}

# What is recorded with a claim.
groups() {
  k get resourceclaim "$1" -o 'jsonpath={.status.allocation.devices.results[0].compatibilityGroups.gpu-0}'
  prints "$2"
}

# Ends pods, which no kubelet does here, and sees their devices come back.
released() {
  local one
  for one in "$@"; do
    k delete pod "$one" --force --grace-period=0
    settles '^\[\]$' get resourceclaim "$one" -o 'jsonpath=[{.status.allocation}]'
  done
}

silent_driver_is_as_before_the_kep() {
  pod silent-mig silent-mig
  pod silent-vgpu silent-vgpu
  placed silent-mig
  placed silent-vgpu
  groups silent-mig ''
  released silent-mig silent-vgpu
}

serve "$off"
given claims.yaml
k apply -f "$folder/hardware.yaml"
warns 'compatibilityGroups.*dropped because the feature gate DRADeviceCompatibilityGroups is disabled'
for scheduler in "$off" "$on"; do
  step "server off, scheduler $scheduler: groups are dropped with a warning, and nobody minds"
  schedule "$scheduler"
  k get resourceslice skew-devices -o 'jsonpath={.spec.devices[*].consumesCounters[*].compatibilityGroups}'
  prints ''
  pod mig-a mig-a
  pod vgpu vgpu
  placed mig-a
  placed vgpu
  groups mig-a ''
  released mig-a vgpu
  silent_driver_is_as_before_the_kep
done

step "server on, scheduler off: devices with groups are skipped, others are not"
schedule "$off"
stop apiserver
serve "$on"
given hardware.yaml
k get resourceslice skew-devices -o 'jsonpath={.spec.devices[0].consumesCounters[0].compatibilityGroups}'
prints '["mig"]'
pod mig-a mig-a
pod vgpu vgpu
waits mig-a 'cannot allocate all claims'
waits vgpu 'cannot allocate all claims'
silent_driver_is_as_before_the_kep

step "server on, scheduler on: whoever comes first decides, and the other scheme has to wait"
k delete pod vgpu --force --grace-period=0
schedule "$on"
placed mig-a
groups mig-a '["mig"]'
pod vgpu vgpu
waits vgpu 'cannot allocate all claims'
pod mig-b mig-b
placed mig-b
silent_driver_is_as_before_the_kep

step "a scheduler that is set back keeps to what was recorded, and no allocation is lost"
schedule "$off"
released mig-b
pod mig-b mig-b
waits mig-b 'cannot allocate all claims'
gets mig-a 'gpu=mig-0'

step "server off again, scheduler off: what is stored stays, also through a write, and is kept to"
stop apiserver
serve "$off"
k annotate resourceslice skew-devices --overwrite example.com/touched=yes
k annotate resourceclaim mig-a --overwrite example.com/touched=yes
k get resourceslice skew-devices -o 'jsonpath={.spec.devices[0].consumesCounters[0].compatibilityGroups}'
prints '["mig"]'
groups mig-a '["mig"]'
k delete pod mig-b vgpu --force --grace-period=0
pod mig-b mig-b
pod vgpu vgpu
waits mig-b 'cannot allocate all claims'
waits vgpu 'cannot allocate all claims'

step "server off again, scheduler on: who shares a group with a record joins, without one of its own"
schedule "$on"
placed mig-b
groups mig-b ''
groups mig-a '["mig"]'
waits vgpu 'candidate declares \[vgpu\]'

step "without a record the groups of a device in use are those that its slice declares"
released mig-a
waits vgpu 'candidate declares \[vgpu\]'
released mig-b
placed vgpu
groups vgpu ''
pod mig-a mig-a
waits mig-a 'candidate declares \[mig\]'
