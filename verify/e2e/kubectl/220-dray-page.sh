# The session on the page about the server: what it shows is what comes out, but for ages.

page=$root/docs/apiserver.md

# Ages pass while commands run, and lines may end in blanks.
comparable() {
  sed -E 's/[0-9]+[smh]$/AGE/; s/ +/ /g; s/ +$//' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

shown_command="" shown_output=""

compare_shown() {
  case $shown_command in "kubectl "*) ;; *) return 0 ;; esac
  local words
  set -f
  eval "words=(${shown_command%%#*})"
  set +f
  step "docs/apiserver.md: $shown_command"
  code=0
  (cd "$root" && timeout 60 "$KUBECTL" -n default "${words[@]:1}") >"$out" 2>&1 </dev/null || code=$?
  : >"$err" >"$input"
  command=("${words[@]:1}")
  told=false
  checks=$((checks + 1))
  [ "$(comparable <"$out")" = "$(comparable <<<"$shown_output")" ] || complain "the page shows: $shown_output"
}

forget_session() {
  "$KUBECTL" -n default patch resourceclaim notebook-gpu-k8s5d --type=merge -p '{"metadata":{"finalizers":null}}'
  "$KUBECTL" -n default delete --ignore-not-found --force --grace-period=0 --timeout=30s \
    -f "$root/examples/cluster/" -f "$root/examples/two-claims-one-device/claims.yaml"
} >/dev/null 2>&1

forget_session
inside=false
while IFS= read -r line; do
  case $inside:$line in
    'false:```console') inside=true ;;
    'true:```') inside=false; compare_shown; shown_command="" shown_output="" ;;
    'true:$ '*) compare_shown; shown_command=${line#'$ '} shown_output="" ;;
    true:*)
      case $shown_command in
        *' \') shown_command="${shown_command%\\}$line" ;;
        *) shown_output+=$line$'\n' ;;
      esac ;;
  esac
done <"$page"
forget_session
