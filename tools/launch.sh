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

# Remembered with the JAVA_HOME it was found by, because asking a java for its version takes as
# long as starting dray.
remembered="$root/target/java"
JAVA="" found_by=""
if [ -f "$remembered" ]; then
  { read -r JAVA && read -r found_by; } <"$remembered" || true
fi
if [ ! -x "$JAVA" ] || [ "$found_by" != "JAVA_HOME=${JAVA_HOME:-}" ]; then
  if ! JAVA=$(find_java); then
    cat >&2 <<TEXT
dray: no JDK $oldest or newer was found (looked at JAVA_HOME, the PATH and the usual folders).
Install one, for example a Temurin or OpenJDK $oldest package, or set JAVA_HOME to where it is.
TEXT
    exit 2
  fi
  mkdir -p "$root/target"
  printf '%s\n' "$JAVA" "JAVA_HOME=${JAVA_HOME:-}" >"$remembered"
fi

jar_of() {
  printf '%s\n' "$root/$1/target/$1-"*[0-9T].jar
}

# What the files say, whatever their dates: a number for all of them and their names.
content_of() {
  (cd "$root" && find "${@#"$root"/}" -type f -exec cksum {} + 2>/dev/null | LC_ALL=C sort | cksum) || true
}

# Builds a module and what it needs, unless that was done for these sources. Dates tell quickly that
# nothing changed. Where they do not, as in a copy of the tree, the stamp has what was built. More
# arguments are Maven's.
build() {
  local module=$1 stamp="$root/$1/target/built" log="$root/target/build.log" content
  local sources=("$root/pom.xml" "$root"/*/pom.xml "$root"/*/src)
  # Tests are not in what ./dray starts, and looking at fewer files is quicker.
  [ "$module" != app ] || sources=("$root"/{,core/,apiserver/,control/,app/}pom.xml "$root"/{core,apiserver,control,app}/src/main)
  if [ -f "$stamp" ] && [ -z "$(find "${sources[@]}" -newer "$stamp" -print -quit 2>/dev/null)" ]; then
    return 0
  fi
  content=$(content_of "${sources[@]}")
  if [ -f "$stamp" ] && [ "$content" = "$(cat "$stamp")" ]; then
    touch "$stamp"
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
  (cd "$root" && JAVA_HOME=$(dirname "$(dirname "$JAVA")") mvn -B -pl "$module" -am package "$skip" -Dexec.skip=true "${@:2}") >"$log" 2>&1 &
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
    # Warnings about sources too: here they are errors, and the lines of errors do not repeat them.
    grep -E 'ERROR|WARNING.*\.java:' "$log" | head -n 20 >&2
    echo "dray: the build failed; all of its output is in $log" >&2
    exit 2
  fi
  printf '%s\n' "$content" >"$stamp"
}

# What a JVM of the command line is started with: it lives shortly, so the compiler is the quick one,
# and what it logs would get among the output. Changing this needs a new cache: see rehearse.
java_options=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData
  -Xlog:disable -Xlog:all=error:stderr
  --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED)

# The better compiler is what a server waits for in its first minutes: it takes long for methods into
# which it puts many others, and then there are few of them. With smaller ones it is done in half the
# time, and the code is hardly slower (bench/RESULTS.md).
compiler_options=(-XX:+IgnoreUnrecognizedVMOptions -XX:FreqInlineSize=50 -XX:InlineSmallCode=1000)

# What lives long is compiled by both compilers and may use the memory, in large pages where the
# kernel has some: most of a control plane's work is to look at small objects all over the heap. The
# options about access must be those of the command line, or the cache is refused.
server_options=(-XX:+UseG1GC -XX:+UseTransparentHugePages "${compiler_options[@]}" -XX:-UsePerfData -Xlog:disable -Xlog:all=error:stderr
  --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED)

# Sets $class_path, and adds the cache of the JVM (JEP 483, 514) to the options. The cache holds the
# classes of a rehearsal, loaded and linked. It is made anew when a jar is newer than it is. Where
# none can be made it is an empty file, and Dray starts as usual; so it does if the JVM refuses it.
start_quickly() {
  local cache="$root/app/target/start/dray.aot" list="$root/app/target/start/class-path" jar
  class_path=""
  if [ -f "$list" ] && [ -f "$cache" ]; then
    read -r class_path <"$list" || true
    local IFS=:
    for jar in $class_path; do
      if [ "$jar" -nt "$cache" ] || [ ! -f "$jar" ]; then
        class_path=""
        break
      fi
    done
  fi
  if [ -z "$class_path" ] || [ "${class_path%%/app/target/*}" != "$root" ]; then
    rehearse "$cache" "$list"
  fi
  if [ -s "$cache" ]; then
    java_options+=("-XX:AOTCache=$cache")
    server_options+=("-XX:AOTCache=$cache")
  fi
}

# Jars in a fixed order, because the cache is good for one class path only. How methods were used (JEP
# 515) is left out: of a rehearsal by the quick compiler, or of a short one, servers would conclude
# that most methods are not worth the better one, and stay slow for minutes.
rehearse() {
  local cache=$1 list=$2 lib="$root/app/target/lib" start="$root/app/target/start" jar
  echo "Rehearsing, so that Dray starts quickly from now on." >&2
  mkdir -p "$start"
  class_path=$(jar_of app)
  for jar in "$lib"/*.jar; do
    case "$jar" in
      */picocli-*)
        local newer="$start/${jar##*/}"
        if "$JAVA" "$root/tools/NewerBytecode.java" "$jar" "$newer" >/dev/null 2>&1; then
          jar=$newer
        fi
        ;;
    esac
    class_path=$class_path:$jar
  done
  "$JAVA" "${java_options[@]}" -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions \
    -XX:-AOTRecordTraining "-XX:AOTCacheOutput=$cache.$$" -cp "$class_path" \
    dev.dray.app.Rehearsal </dev/null >/dev/null 2>&1 || true
  [ -s "$cache.$$" ] || : >"$cache.$$"
  mv "$cache.$$" "$cache"
  rm -f "$cache.$$".*
  printf '%s\n' "$class_path" >"$list"
}
