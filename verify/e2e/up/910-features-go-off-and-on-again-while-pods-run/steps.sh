# All KEPs: features on, off and on again over the same data, while pods that use them run.

off=DRADeviceCompatibilityGroups=false,DRAResourceSliceMixins=false
off+=,DRASharedConsumableCapacity=false,DRAAdminControlledDeviceAttributes=false

# All that was given, and to whom it is reserved: must not change by a restart.
remember() {
  k get resourceclaims grouped-before mixed-before vf-before patched-before -o 'jsonpath={range .items[*]}{.status}{"\n"}{end}'
}

step "everything is on: a pod for each feature runs"
start up
given hardware.yaml claims.yaml
for feature in grouped mixed vf patched; do pod $feature-before $feature-before; done
runs grouped-before mixed-before vf-before patched-before
gets vf-before 'device=vf-0'
remember
cp "$out" "$scratch/given"

step "everything is off: pods run on, and what they were given is as it was"
stop
start up --feature-gates "$off"
for feature in grouped mixed vf patched; do phase $feature-before Running; done
remember
prints "$(cat "$scratch/given")"

step "devices that need a feature are not given any more"
for feature in grouped mixed vf patched; do pod $feature-after $feature-after; done
for feature in grouped mixed vf patched; do waits $feature-after 'cannot allocate all claims'; done

step "what was recorded still counts: groups keep others out, and bandwidth is gone"
pod beside beside
waits beside 'cannot allocate all claims'
pod fixed fixed
waits fixed 'cannot allocate all claims'

step "a device that needs no feature can be had"
pod plain plain
runs plain

step "everything is on again: who waited for a feature runs, who was kept out by a record still is"
stop
start up
runs grouped-after mixed-after vf-after patched-after
gets grouped-after 'device=grouped-1'
gets vf-after 'device=vf-1'
waits beside 'cannot allocate all claims'
waits fixed 'cannot allocate all claims'
remember
prints "$(cat "$scratch/given")"
