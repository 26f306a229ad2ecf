# KEP-5941, general: what is in use is known again after a crash, from claims alone.

start up
given hardware.yaml claims.yaml

step "a port is nearly full"
pod big big
pod odd odd
runs big odd

step "a crash; what waits then is told the same as before it"
pod late late
waits late 'cannot allocate all claims'
crash
start up
phase big Running
phase odd Running
waits late 'cannot allocate all claims'

step "what is released after the crash is given to who waits"
end odd
runs late
