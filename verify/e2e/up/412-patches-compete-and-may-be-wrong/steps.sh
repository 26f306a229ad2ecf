# KEP-5027: priorities, filters by driver, device, class and expression, null, faulty expressions.

given hardware.yaml claims.yaml

step "without patches nothing is silver, gold or without a tier"
pod silver silver
pod gold gold
waits silver 'cannot allocate all claims'
waits gold 'cannot allocate all claims'

step "the patch of more weight wins where its filter holds, the other one elsewhere"
given gold.yaml silver.yaml
runs gold
gets gold 'gpu=gpu-0'
runs silver
gets silver 'gpu=gpu-1'

step "an expression that fails on a device is told as an event of the patch, with the device"
eventually get events -A --field-selector involvedObject.name=compete-gold -o 'jsonpath={range .items[*]}{.reason}: {.message}{"\n"}{end}' -- '^CELRuntimeError: not applied to 1 device \(compete\.example\.com/compete-1/gpu-1\): selectors\[0\]: '

step "null takes an attribute away"
end silver
pod none none
waits none 'cannot allocate all claims'
given removed.yaml
runs none
gets none 'gpu=gpu-1'
