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

# Prints the path of the client-go program, made anew where its sources changed.
make_clientgo() {
  local made="$cache/clientgo"
  if ! command -v go >/dev/null; then
    echo "e2e: the client-go suite needs Go 1.26 on the PATH." >&2
    return 1
  fi
  mkdir -p "$cache"
  (cd "$root/verify/e2e/clientgo" && go build -o "$made" .) >&2 || return 1
  printf '%s\n' "$made"
}

# Prints the path of a Python that has the Kubernetes client, in an environment of its own.
make_python() {
  local at="$cache/python"
  if [ ! -f "$at/ready" ]; then
    echo "Installing the Python client into target/e2e/python; this happens once." >&2
    { python3 -m venv "$at" && "$at/bin/pip" install -q -r "$root/verify/e2e/python/requirements.txt"; } >&2 || {
      echo "e2e: the Python client cannot be installed; it needs python3 with venv and the package index." >&2
      return 1
    }
    touch "$at/ready"
  fi
  printf '%s\n' "$at/bin/python"
}
