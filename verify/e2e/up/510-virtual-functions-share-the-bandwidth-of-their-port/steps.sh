# KEP-5941, e2e: functions are given until their port is full; who then waits gets what is released.

given hardware.yaml claims.yaml

step "60G, 21G and no wish at all fit together, rounded as the counter's policy has it"
pod big big
runs big
pod odd odd
runs odd
pod modest modest
runs modest
k get resourceclaim big odd modest -o 'jsonpath={range .items[*]}{.metadata.name}={.status.allocation.devices.results[0].consumedCounters.pf-0.bandwidth} {end}'
prints 'big=60G odd=25G modest=10G '

step "5G are left, although two functions are: whoever wants 10G waits, and is told the numbers"
pod late late
waits late 'cannot allocate all claims'
has_nothing late

step "what is released is given to who waits"
end modest
runs late
gets late 'nic=vf-2'
k get resourceclaim late -o 'jsonpath={.status.allocation.devices.results[0].consumedCounters.pf-0.bandwidth}'
prints 10G
