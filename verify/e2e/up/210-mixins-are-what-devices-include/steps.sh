# KEP-5234, e2e: attributes, capacities, counters and consumption come from mixins.

given hardware.yaml claims.yaml

step "the halves are found by what they include, and by what they say themselves"
pod later-wins later-wins
runs later-wins
gets later-wins 'gpu=half-0'
pod own-wins own-wins
runs own-wins
gets own-wins 'gpu=half-1'

step "the counters that mixins bring are used up"
pod whole whole
waits whole 'cannot allocate all claims'
end later-wins
waits whole 'cannot allocate all claims'
end own-wins
runs whole
gets whole 'gpu=whole-0'

step "an include that leads nowhere is refused"
kx 1 apply -f - <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: mixin-wrong}
spec:
  driver: mixin.example.com
  nodeName: mixin-1
  pool: {name: mixin-wrong, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0, includes: [nowhere]}]
YAML
warns 'spec\.devices\[0\]\.includes\[0\]: Not found: "nowhere"'
