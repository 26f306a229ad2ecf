# KEP-4816, integration: nodes are scored by the choices that claims get there, summed over claims.

given hardware.yaml claims.yaml

step "of eight nodes the one with the first choice is taken"
pod best best
runs best
is_on best score-8
gets best 'device/grade-1=a'

step "of two claims the sum counts, although another node has the first choice of one of them"
pod both left right
runs both
is_on both score-7
gets left 'device/grade-2=a'
gets right 'device/grade-2=b'
