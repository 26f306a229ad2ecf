package dev.dray.verify.conformance;

import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The differences from upstream's validation that a decision asks for, told by their situation. */
final class Deviations {

  /** Something that Dray refuses and upstream does not. */
  private record Stricter(String decision, Predicate<Violation> found) {}

  private static final List<Stricter> STRICTER =
      List.of(
          new Stricter("decision 3", violation -> violation.rule().equals("spelling")),
          new Stricter(
              "decision 7",
              violation -> isMinimum(violation) && at(violation, ".*\\.counters\\[.*]\\.value")),
          new Stricter("decision 7", violation -> at(violation, ".*\\.capacity\\.requests.*")),
          new Stricter(
              "docs/deviations.md (request policies)",
              violation ->
                  at(violation, ".*\\.requestPolicy\\.default")
                      && violation.type() == Violation.Type.INVALID),
          new Stricter(
              "docs/deviations.md (request policies)",
              violation ->
                  isMinimum(violation)
                      && at(violation, ".*\\.requestPolicy\\.validValues\\[\\d+]")),
          new Stricter(
              "decision 21",
              violation ->
                  violation.type() == Violation.Type.REQUIRED
                      && at(violation, ".*\\.counters\\[[^]]*](\\.value)?")),
          new Stricter(
              "decision 7",
              violation ->
                  violation.type() == Violation.Type.INVALID
                      && at(violation, ".*\\.constraints\\[\\d+]")));

  private Deviations() {}

  private static boolean isMinimum(Violation violation) {
    return violation.rule().equals("minimum");
  }

  private static boolean at(Violation violation, String pattern) {
    return violation.path().toString().matches(pattern);
  }

  /** Compares what was found with upstream's errors, apart from what decisions account for. */
  static Outcome judge(ApiObject object, Violations actual, FieldErrors upstream) {
    var decisions = new TreeSet<String>();
    var expected = upstream;
    if (mayLackNodeSelection(object) && upstream.has("FieldValueRequired", "spec")) {
      decisions.add("decision 6");
      expected = upstream.without("FieldValueRequired", "spec");
    }
    var alike = new ArrayList<Violation>();
    for (var violation : actual) {
      var decision = decisionFor(violation).filter(_ -> !upstream.has(violation));
      decision.ifPresentOrElse(decisions::add, () -> alike.add(violation));
    }
    return switch (FieldErrors.of(Violations.of(alike)).comparedWith(expected)) {
      case Outcome.Passed() when !decisions.isEmpty() ->
          new Outcome.Deviates(String.join(", ", decisions));
      case Outcome.Passed passed -> passed;
      case Outcome.Noted noted -> noted;
      case Outcome.Failed failed -> failed;
      case Outcome.Deviates deviates -> deviates;
    };
  }

  private static Optional<String> decisionFor(Violation violation) {
    return STRICTER.stream()
        .filter(it -> it.found().test(violation))
        .map(Stricter::decision)
        .findFirst();
  }

  private static boolean mayLackNodeSelection(ApiObject object) {
    return object instanceof ResourceSlice slice && onlyCounters(slice.spec());
  }

  private static boolean onlyCounters(ResourceSliceSpec spec) {
    return spec.devices().isEmpty()
        && !spec.sharedCounters().isEmpty()
        && spec.nodeName().isEmpty()
        && spec.nodeSelector().isEmpty()
        && spec.allNodes().isEmpty()
        && spec.perDeviceNodeSelection().isEmpty();
  }
}
