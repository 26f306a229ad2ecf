# The filter timeout: a node on which finding devices takes too long is passed over, for one attempt;
# others are not. --filter-timeout says how long, and 0 for ever.

start up --filter-timeout 10ms
given hardware.yaml

step "the only node takes too long"
pod patient cubes
waits patient '^False Unschedulable 0/1 nodes are available: 1 timed out trying to allocate devices\.'
has_nothing cubes

step "the pod is tried again, by itself: another time the search might be done in time"
settles '^scheduler_schedule_attempts_total\{.*result="unschedulable".*\} ([3-9]|[1-9][0-9])' get --raw /metrics

step "a node on which the search is short is taken at once"
given easy.yaml
runs patient
is_on patient easy
end patient

step "without a timeout the search goes on until it has found what there is"
k delete node easy
k delete resourceslice easy
stop
start up --filter-timeout 0
pod patient cubes
runs patient
is_on patient tangled
k get resourceclaim cubes -o 'jsonpath={range .status.allocation.devices.results[*]}{.request}{"\n"}{end}'
uniq -c "$out" | tr -d ' ' >"$out.counted" && mv "$out.counted" "$out"
prints '32cubes'
