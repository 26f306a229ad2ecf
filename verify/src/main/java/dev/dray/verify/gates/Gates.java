package dev.dray.verify.gates;

import dev.dray.verify.wire.Answer;
import dev.dray.verify.wire.Arguments;
import dev.dray.verify.wire.Findings;
import dev.dray.verify.wire.Kubeconfig;
import dev.dray.verify.wire.ServerScript;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The suite {@code gates} of {@code verify/e2e/run}. */
public final class Gates {
  private static final String USAGE = "--server SCRIPT --folder FOLDER   the server";

  /** What cannot be on while a gate is off. */
  private static final Map<String, List<String>> DEPENDENTS =
      Map.of(
          "DRADeviceTaints", List.of("DRADeviceTaintRules"),
          "DRAPartitionableDevices",
              List.of(
                  "DRADeviceCompatibilityGroups",
                  "DRAPartitionableDevicesType",
                  "DRASharedConsumableCapacity"),
          "DRAConsumableCapacity",
              List.of("DRAFractionalCapacityRange", "DRASharedConsumableCapacity"));

  private final Findings findings = new Findings();
  private final ServerScript script;
  private final List<Use> uses = Use.all();
  private int checks;

  private Gates(ServerScript script) {
    this.script = script;
  }

  public static void main(String[] words) throws IOException, InterruptedException {
    var arguments = Arguments.of(words, USAGE, "server", "folder");
    System.exit(
        new Gates(new ServerScript(arguments.path("server"), arguments.path("folder"))).run());
  }

  private int run() throws IOException, InterruptedException {
    try (var wire = restart("AllAlpha=true,AllBeta=true")) {
      wire.create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"gates\"}}");
      each("old", use -> taken(wire, use, "old"));
      each("back", use -> taken(wire, use, "back"));
    }
    try (var wire =
        restart("AllAlpha=false,AllBeta=false,DRADeviceTaintRules=false,DRADeviceTaints=false")) {
      each("old", use -> kept(wire, use, "old"));
      each("new", use -> gone(wire, use, "new", use.whileOff(all())));
      each("back", use -> kept(wire, use, "back"));
      each("old", use -> goneOnceLetGo(wire, use, "old"));
      each("old", use -> deleted(wire, use, "old"));
    }
    oneAtATime();
    locked("DRAPrioritizedList");
    try (var wire = restart("AllAlpha=true,AllBeta=true")) {
      each("again", use -> taken(wire, use, "again"));
      each("back", use -> kept(wire, use, "back"));
    } finally {
      script.stop();
      script.start();
    }
    System.out.printf("gates: %d checks%n", checks);
    return findings.verdict("gates");
  }

  private Set<String> all() {
    return uses.stream().map(Use::gate).collect(Collectors.toSet());
  }

  /** Nobody can be without it: a server that is asked to says so and does not start. */
  private void locked(String gate) throws IOException, InterruptedException {
    checks++;
    script.stop();
    var without = Map.of("DRAY_OPTIONS", "--feature-gates=%s=false".formatted(gate));
    boolean started = script.with(without).starting().waitFor() == 0;
    var words = "cannot set feature gate %s to false, feature is locked to true".formatted(gate);
    if (started || !Files.readString(script.folder().resolve("log")).contains(words)) {
      findings.add("%s: a server that is to be without it should not start, and say why", gate);
    }
  }

  /** With one feature off, only its fields and those of features that need it go. */
  private void oneAtATime() throws IOException, InterruptedException {
    var gates = new TreeSet<String>();
    uses.forEach(it -> gates.add(it.gate()));
    for (var gate : gates) {
      var off = new TreeSet<>(DEPENDENTS.getOrDefault(gate, List.of()));
      off.add(gate);
      var flag =
          off.stream()
              .map(it -> it + "=false")
              .collect(Collectors.joining(",", "AllAlpha=true,AllBeta=true,", ""));
      try (var wire = restart(flag)) {
        each("without " + gate, use -> alone(wire, use, "x" + gates.headSet(gate).size(), off));
      }
    }
  }

  private void alone(Wire wire, Use use, String life, Set<String> off)
      throws IOException, InterruptedException {
    if (off.contains(use.gate())) {
      gone(wire, use, life, use.whileOff(off));
    } else if (use.within().filter(off::contains).isPresent()) {
      hasNot(make(wire, use, life).good().json(), use, life);
    } else {
      taken(wire, use, life);
    }
  }

  private interface Step {
    void with(Use use) throws IOException, InterruptedException;
  }

  private void each(String when, Step step) throws IOException, InterruptedException {
    for (var use : uses) {
      try {
        checks++;
        step.with(use);
      } catch (IllegalStateException e) {
        findings.add("%s, %s: %s", when, use, e);
      }
    }
  }

  private Wire restart(String gates) throws IOException, InterruptedException {
    script.stop();
    var options = "--feature-gates=" + gates;
    var kubeconfig = script.with(Map.of("DRAY_OPTIONS", options)).start();
    return Wire.to(Kubeconfig.read(kubeconfig), Duration.ofSeconds(20));
  }

  private String name(Use use, String life) {
    return "%s-%d".formatted(life, uses.indexOf(use));
  }

  private Answer make(Wire wire, Use use, String life) throws IOException, InterruptedException {
    var name = name(use, life);
    var made = wire.create(use.path(), use.body().replace("NAME", name));
    if (use.status().isEmpty() || !made.isGood()) {
      return made;
    }
    var object = (ObjectNode) made.json();
    object.set("status", Answer.parsed(use.status().replace("NAME", name)));
    return wire.update(use.path() + "/" + name + "/status", object.toString());
  }

  /** While the feature is on. */
  private void taken(Wire wire, Use use, String life) throws IOException, InterruptedException {
    var made = make(wire, use, life).good();
    has(made.json(), use, life);
    silent(made, use, life);
  }

  /** While the feature is off and the object uses it already: any write may go on using it. */
  private void kept(Wire wire, Use use, String life) throws IOException, InterruptedException {
    var at = use.path() + "/" + name(use, life);
    var object = (ObjectNode) wire.get(at).good().json();
    has(object, use, life + ", read");
    ((ObjectNode) object.path("metadata")).putObject("labels").put("touched", "yes");
    var updated = wire.update(at, object.toString()).good();
    has(updated.json(), use, life + ", updated");
    silent(updated, use, life + ", updated");
    var patched =
        wire.patch(at, "merge-patch", "{\"metadata\":{\"labels\":{\"touched\":\"again\"}}}").good();
    has(patched.json(), use, life + ", patched");
    if (!use.status().isEmpty()) {
      var status = wire.update(at + "/status", patched.json().toString()).good();
      has(status.json(), use, life + ", status updated");
    }
  }

  /** While the feature is off and the object is new. */
  private void gone(Wire wire, Use use, String life, Use.Off expected)
      throws IOException, InterruptedException {
    var made = make(wire, use, life);
    warned(made, use, life);
    switch (expected) {
      case DROPPED -> hasNot(made.good().json(), use, life);
      case REFUSED -> {
        if (made.code() != 422) {
          findings.add(
              "%s, %s: answered %d, and without its field it should be 422",
              life, use, made.code());
        }
      }
    }
  }

  /** Once an object no longer uses a feature that is off, it cannot begin again. */
  private void goneOnceLetGo(Wire wire, Use use, String life)
      throws IOException, InterruptedException {
    if (use.off() == Use.Off.REFUSED
        || !use.status().isEmpty()
        || use.isOneOfSeveral()
        || use.field().contains("bindingConditions")) {
      return; // Without its field alone, there is no such object.
    }
    var at = use.path() + "/" + name(use, life);
    var with = (ObjectNode) wire.get(at).good().json();
    if (with.path("kind").asString("").equals("ResourceClaim")) {
      return; // Its spec cannot change.
    }
    var without = with.deepCopy();
    var last = use.field().lastIndexOf('/');
    ((ObjectNode) without.at(use.field().substring(0, last))).remove(use.fieldName());
    var let = wire.update(at, without.toString()).good();
    hasNot(let.json(), use, life + ", let go");
    var metadata = (ObjectNode) with.path("metadata");
    metadata.put(
        "resourceVersion", let.json().path("metadata").path("resourceVersion").asString(""));
    var again = wire.update(at, with.toString()).good();
    hasNot(again.json(), use, life + ", asked for again");
    warned(again, use, life + ", asked for again");
  }

  /** Whoever gives up a feature can clean up without it. */
  private void deleted(Wire wire, Use use, String life) throws IOException, InterruptedException {
    var at = use.path() + "/" + name(use, life);
    wire.delete(at).good();
    if (wire.get(at).code() != 404) {
      findings.add("%s: %s is still there after it was deleted", life, use);
    }
  }

  private void has(JsonNode object, Use use, String when) {
    checks++;
    if (object.at(use.field()).isMissingNode()) {
      findings.add("%s: %s is not there: %s", when, use, object);
    }
  }

  private void hasNot(JsonNode object, Use use, String when) {
    checks++;
    if (!object.at(use.field()).isMissingNode()) {
      findings.add("%s: %s is there, and should have been dropped", when, use);
    }
  }

  private void silent(Answer answer, Use use, String when) {
    checks++;
    if (answer.warnings().stream().anyMatch(it -> it.contains("dropped"))) {
      findings.add("%s: %s brings a warning: %s", when, use, answer.warnings());
    }
  }

  private void warned(Answer answer, Use use, String when) {
    checks++;
    boolean named =
        answer.warnings().stream()
            .anyMatch(
                it ->
                    it.contains(use.gate())
                        && (use.isOneOfSeveral() || it.contains(use.fieldName()))
                        && it.contains("dropped"));
    // A gate that needs another may be the one that is named.
    boolean byOther = answer.warnings().stream().anyMatch(it -> it.contains("dropped"));
    if (!named && !(byOther && neededByOthers().containsKey(use.gate()))) {
      findings.add(
          "%s: %s brings no warning that names both: %s, %d",
          when, use, answer.warnings(), answer.code());
    }
  }

  private static Map<String, String> neededByOthers() {
    var all = new LinkedHashMap<String, String>();
    DEPENDENTS.forEach((gate, dependents) -> dependents.forEach(it -> all.put(it, gate)));
    return all;
  }
}
