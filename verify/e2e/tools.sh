# Finds the tools of the end-to-end tests, or makes them: to be sourced with $root set.

cache="$root/target/e2e"

# Prints the path of kubectl: the one in $KUBECTL, the one on the PATH, or one made from the
# published Go module, kept for the next run.
find_kubectl() {
  if [ -n "${KUBECTL:-}" ]; then
    printf '%s\n' "$KUBECTL"
    return 0
  fi
  command -v kubectl && return 0
  make_kubectl
}

kubectl_version=0.37.1

make_kubectl() {
  local made="$cache/kubectl-$kubectl_version/kubectl"
  if [ ! -x "$made" ]; then
    if ! command -v go >/dev/null; then
      echo "e2e: neither kubectl nor Go is on the PATH: install kubectl, or Go 1.26 to make it." >&2
      return 1
    fi
    echo "Making kubectl from its Go module; this happens once." >&2
    mkdir -p "${made%/*}"
    (cd "${made%/*}" && kubectl_sources && go mod tidy && go build -o kubectl .) >"${made%/*}/log" 2>&1 || {
      echo "e2e: kubectl cannot be made from its Go module; see ${made%/*}/log" >&2
      return 1
    }
  fi
  printf '%s\n' "$made"
}

kubectl_sources() {
  cat >go.mod <<TEXT
module kubectl

go 1.26.0

require (
	k8s.io/component-base v$kubectl_version
	k8s.io/kubectl v$kubectl_version
)
TEXT
  cat >main.go <<'TEXT'
package main

import (
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
)

func main() {
	os.Exit(cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()))
}
TEXT
}
