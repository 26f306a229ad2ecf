# What ./dray and verify/conformance have in common: to be sourced with $root set.
# Finds a JDK 25 or newer and puts its java into $JAVA; `build MODULE` makes what is to be started.

oldest=25

# Prints the major version of a java executable, or nothing.
major_of() {
  "$1" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p'
}

usable() {
  [ -x "$1" ] || return 1
  local major
  major=$(major_of "$1")
  [ -n "$major" ] && [ "$major" -ge "$oldest" ]
}

# Looks where JDKs usually are: JAVA_HOME, the PATH, and the folders of packages and tools.
find_java() {
  local candidate
  for candidate in \
    "${JAVA_HOME:+$JAVA_HOME/bin/java}" \
    "$(command -v java || true)" \
    /usr/lib/jvm/*/bin/java \
    /usr/java/*/bin/java \
    /opt/*jdk*/bin/java \
    /Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java \
    "$HOME"/.sdkman/candidates/java/*/bin/java \
    "$HOME"/.jdks/*/bin/java \
    "$HOME"/.asdf/installs/java/*/bin/java \
    "$HOME"/.local/share/mise/installs/java/*/bin/java; do
    if [ -n "$candidate" ] && usable "$candidate"; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

# Remembered, because asking a java for its version takes as long as starting dray.
remembered="$root/target/java"
if [ -f "$remembered" ] && [ -x "$(cat "$remembered")" ] && [ -z "${JAVA_HOME:-}" ]; then
  JAVA=$(cat "$remembered")
elif JAVA=$(find_java); then
  mkdir -p "$root/target"
  printf '%s\n' "$JAVA" >"$remembered"
else
  cat >&2 <<TEXT
dray: no JDK $oldest or newer was found (looked at JAVA_HOME, the PATH and the usual folders).
Install one, for example a Temurin or OpenJDK $oldest package, or set JAVA_HOME to where it is.
TEXT
  exit 2
fi

jar_of() {
  printf '%s\n' "$root/$1/target/$1-"*[0-9T].jar
}

# Builds a module and what it needs, unless that was done after the last change of any source.
build() {
  local module=$1 stamp="$root/$1/target/built" log="$root/target/build.log"
  if [ -f "$stamp" ] &&
    [ -z "$(find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src -newer "$stamp" -print -quit 2>/dev/null)" ]; then
    return 0
  fi
  if ! command -v mvn >/dev/null; then
    echo "dray: Maven (mvn) is needed to build Dray on first use: install it and try again." >&2
    exit 2
  fi
  mkdir -p "$root/target"
  # verify and bench need the compiled tests: they use their fixtures.
  local skip=-Dmaven.test.skip=true
  [ "$module" = app ] || skip=-DskipTests
  echo "Building Dray; this happens once, and again after a change of its sources." >&2
  (cd "$root" && JAVA_HOME=$(dirname "$(dirname "$JAVA")") mvn -B -pl "$module" -am package "$skip" -Dexec.skip=true) >"$log" 2>&1 &
  local maven=$!
  # One line as each part begins, so that a first build with its downloads does not look stuck.
  local told=""
  while kill -0 "$maven" 2>/dev/null; do
    local part
    part=$(grep -o 'Building Dray [a-z]* ' "$log" 2>/dev/null | tail -n 1 || true)
    if [ -n "$part" ] && [ "$part" != "$told" ]; then
      echo "  ${part% }" >&2
      told=$part
    fi
    sleep 0.2
  done
  if ! wait "$maven"; then
    grep -E 'ERROR' "$log" | head -n 20 >&2
    echo "dray: the build failed; all of its output is in $log" >&2
    exit 2
  fi
  touch "$stamp"
}
