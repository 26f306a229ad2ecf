# A claim that people made is shared by pods; its devices are free when the last pod is gone.

given hardware.yaml

step "two pods use one claim"
pod first shared
pod second shared
runs first second
settles '^(first second|second first) $' get resourceclaim shared -o 'jsonpath={range .status.reservedFor[*]}{.name} {end}'
k get resourceclaim shared -o 'jsonpath={.metadata.finalizers}'
prints '["resource.kubernetes.io/delete-protection"]'

step "another claim has to wait until both are gone"
pod third other
waits third 'cannot allocate all claims'
end first
waits third 'cannot allocate all claims'
has_nothing other
end second
runs third
has_nothing shared

step "the first claim is there to be used again"
pod fourth shared
waits fourth 'cannot allocate all claims'
end third
runs fourth
gets shared 'gpu=gpu-0'

step "a claim in use is not deleted before its last pod"
k delete resourceclaim shared --wait=false
k get resourceclaim shared -o 'jsonpath={.status.allocation.devices.results[0].device}'
prints gpu-0
end fourth
gone resourceclaim shared
