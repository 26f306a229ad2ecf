# KEP-5941: fixed and requested amounts are drawn from one counter.

given hardware.yaml claims.yaml

step "70G are given"
pod vf vf
runs vf

step "40G are not left for the switch"
pod switch switch
waits switch 'cannot allocate all claims'

step "they are once the 70G are given back"
end vf
runs switch
gets switch 'net=switch'

step "and then 70G are not left for the function"
pod vf vf
waits vf 'cannot allocate all claims'
