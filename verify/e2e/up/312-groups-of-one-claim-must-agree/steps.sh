# KEP-5963, integration: two devices of one group in one claim; disjoint groups are never given.

given hardware.yaml claims.yaml

step "two devices that share a group are given to one claim"
pod together foo-and-bar
runs together
gets foo-and-bar 'one=foo two=bar'
end together

step "two that share none are not, and the claim is left alone"
pod apart foo-and-baz
waits apart 'cannot allocate all claims'
has_nothing foo-and-baz
