# General: a new class and a changed class re-queue the pods that wait for them.

given hardware.yaml

step "a pod waits for a class that is not there"
pod early early
waits early 'device class late does not exist'

step "the class comes, and has no devices"
given wrong-class.yaml
waits early 'cannot allocate all claims'

step "the class is put right, and the pod runs"
given class.yaml
runs early
