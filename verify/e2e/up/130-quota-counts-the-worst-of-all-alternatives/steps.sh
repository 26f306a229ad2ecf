# KEP-4816: of a request's alternatives each class counts with the most it may come to.

given hardware.yaml quota.yaml
eventually get resourcequota devices -o 'jsonpath={.status.hard}' -- quota-big

step "a claim is charged one big device and four small ones"
given claim.yaml
eventually get resourcequota devices -o 'jsonpath={.status.used.quota-big\.deviceclass\.resource\.k8s\.io/devices} {.status.used.quota-small\.deviceclass\.resource\.k8s\.io/devices}' -- '^1 4$'

step "two more small ones are too many"
kx 1 create -f "$folder/another.yaml"
warns 'exceeded quota: devices'
warns 'quota-small.deviceclass.resource.k8s.io/devices'
