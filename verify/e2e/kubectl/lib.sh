# What the topics beside this file are written in: to be sourced.
#
#   step SENTENCE          begins a step; what fails below it is told under this sentence
#   k ARGUMENT...          runs kubectl, which must succeed
#   kx CODE ARGUMENT...    runs kubectl, which must end with that exit code
#   says REGEX             a line of the last command's output matches
#   says_not REGEX         no line of it matches
#   prints TEXT            the output is exactly this
#   warns REGEX            a line of what the last command wrote to standard error matches
#   warns_not REGEX        no line of it matches
#   eventually ARGUMENT... runs kubectl until it succeeds and, if a line "-- REGEX" ends the
#                          arguments, a line of its output matches; fails after 30 seconds
#   gone ARGUMENT...       runs kubectl get until the server says that there is no such object; fails
#                          after 30 seconds
#
# Where a check fails, the command, its input, its exit code and all it wrote are shown, and the
# topic goes on: one run tells of everything that is wrong.

failures=0
checks=0
sentence="(no step)"
command=()
told=false

out=$scratch/out
err=$scratch/err
input=$scratch/input
: >"$out" >"$err" >"$input"
code=0

step() {
  sentence=$1
  [ "${E2E_VERBOSE:-}" = "" ] || printf '    %s\n' "$sentence" >&2
}

indent() {
  sed 's/^/      /' "$1" | head -n 60
}

complain() {
  failures=$((failures + 1))
  {
    printf '  FAILED %s: %s\n' "$topic" "$sentence"
    printf '    %s\n' "$1"
    if [ "$told" = false ]; then
      told=true
      printf '    $ kubectl'
      printf ' %q' "${command[@]}"
      printf '\n    exit code %s\n' "$code"
      [ ! -s "$input" ] || { echo "    input:" && indent "$input"; }
      [ ! -s "$out" ] || { echo "    output:" && indent "$out"; }
      [ ! -s "$err" ] || { echo "    error output:" && indent "$err"; }
    fi
  } >&2
}

# Runs kubectl and keeps what came of it. Only a command that reads "-" is given the input.
execute() {
  command=("$@")
  told=false
  : >"$input"
  case " $* " in *" - "* | *"=- "*) cat >"$input" ;; esac
  code=0
  timeout 60 "$KUBECTL" "$@" <"$input" >"$out" 2>"$err" || code=$?
}

k() {
  execute "$@"
  checks=$((checks + 1))
  [ "$code" -eq 0 ] || complain "should have succeeded"
}

kx() {
  local expected=$1
  shift
  execute "$@"
  checks=$((checks + 1))
  [ "$code" -eq "$expected" ] || complain "should have ended with exit code $expected"
}

says() {
  checks=$((checks + 1))
  grep -qE -e "$1" "$out" || complain "no line of the output matches: $1"
}

says_not() {
  checks=$((checks + 1))
  ! grep -qE -e "$1" "$out" || complain "a line of the output matches, and none should: $1"
}

prints() {
  checks=$((checks + 1))
  [ "$(cat "$out")" = "$1" ] || complain "the output should be exactly: $1"
}

warns() {
  checks=$((checks + 1))
  grep -qE -e "$1" "$err" || complain "no line of the error output matches: $1"
}

warns_not() {
  checks=$((checks + 1))
  ! grep -qE -e "$1" "$err" || complain "a line of the error output matches, and none should: $1"
}

eventually() {
  local arguments=() regex="" end=$((SECONDS + 30))
  while [ $# -gt 0 ]; do
    if [ "$1" = -- ]; then
      regex=$2
      break
    fi
    arguments+=("$1")
    shift
  done
  checks=$((checks + 1))
  while [ $SECONDS -lt $end ]; do
    execute "${arguments[@]}"
    if [ "$code" -eq 0 ] && { [ -z "$regex" ] || grep -qE -e "$regex" "$out"; }; then
      return 0
    fi
    sleep 0.2
  done
  complain "did not come true in 30 seconds${regex:+: $regex}"
}

gone() {
  local end=$((SECONDS + 30))
  checks=$((checks + 1))
  while [ $SECONDS -lt $end ]; do
    execute get "$@"
    if [ "$code" -eq 1 ] && grep -q '^Error from server (NotFound): ' "$err"; then
      return 0
    fi
    sleep 0.2
  done
  complain "is still there after 30 seconds"
}

# Waits for a line in a file that something in the background writes.
appears() {
  local file=$1 regex=$2 end=$((SECONDS + 30))
  checks=$((checks + 1))
  while [ $SECONDS -lt $end ]; do
    grep -qE -e "$regex" "$file" && return 0
    sleep 0.1
  done
  cp "$file" "$out"
  : >"$err"
  complain "never appeared: $regex"
}
