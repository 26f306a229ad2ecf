# What is said to those who come back too late. A server of its own, which forgets quickly.

own=$scratch/forgetful
# Not the kubeconfig of the topic: each start writes one.
at() {
  DRAY_OPTIONS="--history 1s" "$E2E_SERVER" "$1" "$own"
}
forgetful=$(at start)
late=(--kubeconfig "$forgetful" --namespace default)
maps=/api/v1/namespaces/default/configmaps

step "something is there to come back to"
k "${late[@]}" create configmap old
k "${late[@]}" get configmap old -o 'jsonpath={.metadata.resourceVersion}'
revision=$(cat "$out")
k "${late[@]}" create configmap page-1
k "${late[@]}" get --raw "$maps?limit=1"
token=$(sed -n 's/.*"continue":"\([^"]*\)".*/\1/p' "$out")

step "a list as it was then is expired once that is forgotten"
for _ in $(seq 1 100); do
  k "${late[@]}" label configmap old "step=$RANDOM" --overwrite
  # The list was begun after the object was read: once that is forgotten, both are.
  execute "${late[@]}" get --raw "$maps?limit=1&continue=$token"
  [ "$code" -eq 0 ] || break
  sleep 0.2
done
kx 1 "${late[@]}" get --raw "$maps?resourceVersion=$revision&resourceVersionMatch=Exact"
warns '\(Expired\): too old resource version'

step "so is the rest of a list that was begun then"
kx 1 "${late[@]}" get --raw "$maps?limit=1&continue=$token"
warns '\(Expired\)'

step "a watch from then is told so by its first event, after a restart that forgets what was in memory"
at stop
at start >/dev/null
k "${late[@]}" get --raw "$maps?watch=1&resourceVersion=$revision&timeoutSeconds=5"
says '^\{"type":"ERROR","object":\{.*"reason":"Expired".*"code":410'
says_not '"type":"(ADDED|MODIFIED)"'

step "kubectl lists again and goes on"
k "${late[@]}" get configmaps
says '^old '
at stop
