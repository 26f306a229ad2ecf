package dev.dray.framework;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * Nodes, namespaces and pods that want to be near to each other or apart, by chance, and what the
 * rules say of them. Everything is worked out again for each question, from the words of the rules
 * and with no code of the engine.
 */
final class AffinityWorld {
  static final List<String> NODES = List.of("n0", "n1", "n2", "n3", "n4");
  static final List<String> NAMESPACES = List.of("blue", "green", "red");
  private static final List<String> KEYS = List.of("host", "zone", "rack");
  private static final List<String> LABELS = List.of("app", "tier");
  private static final List<String> VALUES = List.of("a", "b");

  private final Random random;
  final Map<String, Map<String, String>> nodes = new TreeMap<>();
  final Map<String, Map<String, String>> namespaces = new TreeMap<>();
  final Map<String, Resident> residents = new TreeMap<>();

  /** A pod as it is written. */
  record Subject(
      String name,
      String namespace,
      Map<String, String> labels,
      List<Want> near,
      List<Want> apart,
      List<Want> ratherNear,
      List<Want> ratherApart) {
    Subject with(Map<String, String> others) {
      return new Subject(name, namespace, others, near, apart, ratherNear, ratherApart);
    }
  }

  /** A term; of what is optional, what is empty is not written. */
  record Want(
      int weight,
      String key,
      Optional<List<Requirement>> pods,
      List<String> namespaces,
      Optional<Map<String, String>> namespaceLabels,
      List<String> same,
      List<String> other) {}

  /** Whether the label has this value, or has not; or is there at all, if the value is empty. */
  record Requirement(String label, boolean is, String value) {
    boolean holds(Map<String, String> labels) {
      var found = labels.get(label);
      boolean has = value.isEmpty() ? found != null : value.equals(found);
      return has == is;
    }

    String yaml() {
      return value.isEmpty()
          ? "{key: %s, operator: %s}".formatted(label, is ? "Exists" : "DoesNotExist")
          : "{key: %s, operator: %s, values: [%s]}".formatted(label, is ? "In" : "NotIn", value);
    }
  }

  record Resident(Subject subject, String node) {}

  AffinityWorld(long seed) {
    random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  // What there is, by chance.

  Map<String, String> nodeLabels(String name) {
    var labels = new TreeMap<String, String>();
    if (!oneIn(6)) {
      labels.put("host", name);
    }
    if (!oneIn(5)) {
      labels.put("zone", "z" + below(2));
    }
    if (!oneIn(4)) {
      labels.put("rack", "r" + below(3));
    }
    return labels;
  }

  Map<String, String> namespaceLabels() {
    return oneIn(3) ? Map.of() : Map.of("team", any(VALUES));
  }

  Map<String, String> podLabels() {
    var labels = new TreeMap<String, String>();
    LABELS.stream().filter(_ -> !oneIn(4)).forEach(it -> labels.put(it, any(VALUES)));
    return labels;
  }

  Subject subject(String name) {
    return new Subject(name, any(NAMESPACES), podLabels(), wants(5), wants(4), wants(5), wants(5));
  }

  private List<Want> wants(int rarity) {
    var wants = new ArrayList<Want>();
    while (oneIn(rarity)) {
      wants.add(want());
    }
    return wants;
  }

  private Want want() {
    var pods = oneIn(12) ? Optional.<List<Requirement>>empty() : Optional.of(requirements());
    // Keys of labels are refused where the selector is missing, or is about the same label.
    var free =
        LABELS.stream()
            .filter(it -> pods.isPresent())
            .filter(it -> pods.get().stream().noneMatch(one -> one.label().equals(it)))
            .filter(_ -> oneIn(4))
            .toList();
    boolean same = random.nextBoolean();
    return new Want(
        1 + below(100),
        any(KEYS),
        pods,
        NAMESPACES.stream().filter(_ -> oneIn(5)).toList(),
        oneIn(3)
            ? Optional.of(oneIn(3) ? Map.of() : Map.of("team", any(VALUES)))
            : Optional.empty(),
        same ? free : List.of(),
        same ? List.of() : free);
  }

  private List<Requirement> requirements() {
    var some = new ArrayList<Requirement>();
    while (oneIn(2) && some.size() < 2) {
      some.add(new Requirement(any(LABELS), !oneIn(4), oneIn(4) ? "" : any(VALUES)));
    }
    return some;
  }

  // As manifests.

  static String yaml(Subject subject) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s, namespace: %s, labels: %s}
    spec:
      containers: [{name: main}]
      affinity:
        podAffinity: {%s}
        podAntiAffinity: {%s}
    """
        .formatted(
            subject.name(),
            subject.namespace(),
            flow(subject.labels()),
            lists(subject.near(), subject.ratherNear()),
            lists(subject.apart(), subject.ratherApart()));
  }

  private static String flow(Map<String, String> labels) {
    var entries = labels.entrySet().stream().map(it -> it.getKey() + ": " + it.getValue()).toList();
    return "{" + String.join(", ", entries) + "}";
  }

  private static String lists(List<Want> required, List<Want> preferred) {
    var weighted =
        preferred.stream()
            .map(it -> "{weight: %d, podAffinityTerm: %s}".formatted(it.weight(), yaml(it)))
            .toList();
    return "requiredDuringSchedulingIgnoredDuringExecution: %s, preferredDuringSchedulingIgnoredDuringExecution: %s"
        .formatted(required.stream().map(AffinityWorld::yaml).toList(), weighted);
  }

  private static String yaml(Want want) {
    var fields = new ArrayList<String>();
    fields.add("topologyKey: " + want.key());
    want.pods()
        .ifPresent(
            it ->
                fields.add(
                    "labelSelector: {matchExpressions: %s}"
                        .formatted(it.stream().map(Requirement::yaml).toList())));
    fields.add("namespaces: " + want.namespaces());
    want.namespaceLabels()
        .ifPresent(it -> fields.add("namespaceSelector: {matchLabels: %s}".formatted(flow(it))));
    fields.add("matchLabelKeys: " + want.same());
    fields.add("mismatchLabelKeys: " + want.other());
    return "{" + String.join(", ", fields) + "}";
  }

  static String node(String name, Map<String, String> labels) {
    return "{apiVersion: v1, kind: Node, metadata: {name: %s, labels: %s}}"
        .formatted(name, flow(labels));
  }

  // The rules.

  /** Where the pod goes, or what the event says. */
  String answer(Subject subject) {
    var fitting = new ArrayList<String>();
    var refusals = new TreeMap<String, Integer>();
    for (var node : nodes.keySet()) {
      var refusal = refusal(subject, node);
      if (refusal.isEmpty()) {
        fitting.add(node);
      } else {
        refusals.merge(refusal, 1, Integer::sum);
      }
    }
    if (fitting.isEmpty()) {
      var counted =
          refusals.entrySet().stream().map(it -> it.getValue() + " " + it.getKey()).sorted();
      return "0/%d nodes are available%s%s."
          .formatted(
              nodes.size(), refusals.isEmpty() ? "" : ": ", String.join(", ", counted.toList()));
    }
    return best(subject, fitting);
  }

  private String best(Subject subject, List<String> fitting) {
    long least = fitting.stream().mapToLong(it -> weight(subject, it)).min().orElseThrow();
    long most = fitting.stream().mapToLong(it -> weight(subject, it)).max().orElseThrow();
    var best = fitting.getFirst();
    long highest = -1;
    for (var node : fitting) {
      double share =
          most == least ? 0 : (double) (weight(subject, node) - least) / (double) (most - least);
      long score = (long) (100.0 * share);
      if (score > highest) {
        highest = score;
        best = node;
      }
    }
    return best;
  }

  private String refusal(Subject subject, String node) {
    if (!subject.near().isEmpty() && !mayBeNear(subject, node)) {
      return "node(s) didn't match pod affinity rules";
    }
    for (var resident : residents.values()) {
      for (var want : subject.apart()) {
        if (means(want, subject, resident.subject()) && isSame(want.key(), node, resident)) {
          return "node(s) didn't match pod anti-affinity rules";
        }
      }
    }
    for (var resident : residents.values()) {
      for (var want : resident.subject().apart()) {
        if (means(want, resident.subject(), subject) && isSame(want.key(), node, resident)) {
          return "node(s) didn't satisfy existing pods anti-affinity rules";
        }
      }
    }
    return "";
  }

  private boolean mayBeNear(Subject subject, String node) {
    for (var want : subject.near()) {
      if (!labelsOf(node).containsKey(want.key())) {
        return false;
      }
    }
    boolean all = true;
    for (var want : subject.near()) {
      all &= residents.values().stream().anyMatch(it -> isFriend(subject, it, want, node));
    }
    boolean none =
        residents.values().stream()
            .filter(it -> meansAll(subject, it.subject()))
            .allMatch(
                it ->
                    subject.near().stream()
                        .noneMatch(want -> labelsOf(it.node()).containsKey(want.key())));
    return all || (none && meansAll(subject, subject));
  }

  private boolean isFriend(Subject subject, Resident resident, Want want, String node) {
    return meansAll(subject, resident.subject()) && isSame(want.key(), node, resident);
  }

  private boolean meansAll(Subject subject, Subject other) {
    return subject.near().stream().allMatch(want -> means(want, subject, other));
  }

  private long weight(Subject subject, String node) {
    long sum = 0;
    for (var resident : residents.values()) {
      var other = resident.subject();
      sum += sum(subject.ratherNear(), subject, other, node, resident);
      sum -= sum(subject.ratherApart(), subject, other, node, resident);
      sum += sum(other.ratherNear(), other, subject, node, resident);
      sum -= sum(other.ratherApart(), other, subject, node, resident);
      sum +=
          other.near().stream()
              .filter(it -> means(it, other, subject) && isSame(it.key(), node, resident))
              .count();
    }
    return sum;
  }

  private long sum(List<Want> wants, Subject of, Subject on, String node, Resident resident) {
    return wants.stream()
        .filter(it -> means(it, of, on) && isSame(it.key(), node, resident))
        .mapToLong(Want::weight)
        .sum();
  }

  /** Whether the node and that of the pod are in the same place; a node that is gone is nowhere. */
  private boolean isSame(String key, String node, Resident resident) {
    var here = labelsOf(node).get(key);
    return here != null && here.equals(labelsOf(resident.node()).get(key));
  }

  private Map<String, String> labelsOf(String node) {
    return nodes.getOrDefault(node, Map.of());
  }

  /** Whether a term of one pod means another. */
  private boolean means(Want want, Subject of, Subject other) {
    if (want.pods().isEmpty()) {
      return false;
    }
    boolean unsaid = want.namespaces().isEmpty() && want.namespaceLabels().isEmpty();
    boolean in =
        unsaid
            ? other.namespace().equals(of.namespace())
            : want.namespaces().contains(other.namespace())
                || (want.namespaceLabels().isPresent()
                    && namespaces
                        .getOrDefault(other.namespace(), Map.of())
                        .entrySet()
                        .containsAll(want.namespaceLabels().get().entrySet()));
    return in
        && want.pods().get().stream().allMatch(it -> it.holds(other.labels()))
        && want.same().stream()
            .filter(of.labels()::containsKey)
            .allMatch(it -> Objects.equals(of.labels().get(it), other.labels().get(it)))
        && want.other().stream()
            .filter(of.labels()::containsKey)
            .noneMatch(it -> Objects.equals(of.labels().get(it), other.labels().get(it)));
  }
}
