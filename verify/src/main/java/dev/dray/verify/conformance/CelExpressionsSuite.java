package dev.dray.verify.conformance;

import dev.dray.selector.CelDevice;
import dev.dray.selector.DeviceExpressions;
import dev.dray.verify.conformance.CelAnswer.Ran;
import dev.dray.verify.conformance.CelAnswer.Refused;
import dev.dray.verify.conformance.CelCases.Environments;
import dev.dray.verify.conformance.CelCases.Mode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Expressions about one device, each in four environments: what they say, not how. */
final class CelExpressionsSuite implements Suite {
  private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

  /** The device of all cases, as their description has it. */
  private static final String DEVICE =
      """
      {"driver": "gpu.example.com",
       "allowMultipleAllocations": true,
       "attributes": {
         "model": {"string": "h200"},
         "uuid": {"string": "GPU-0001"},
         "index": {"int": 3},
         "ecc": {"bool": true},
         "version": {"version": "550.54.15"},
         "links": {"strings": ["a", "b", "c"]},
         "numa": {"ints": [0, 1]},
         "namespace": {"string": "ns1"},
         "resource.kubernetes.io/pcieRoot": {"string": "pci0000:00"},
         "other.example.com/kind": {"string": "x"}},
       "capacity": {
         "memory": {"value": "141Gi"},
         "multiprocessors": {"value": "132"}}}
      """;

  private final Environments environments = new Environments();
  private final CelDevice device = CelCases.device(Cases.parse(DEVICE));

  /** How a comparison in one environment ended. */
  private sealed interface Verdict {
    record Same() implements Verdict {}

    /** Nothing that counts differs. */
    record SameButFor(String note) implements Verdict {}

    record Different(String difference) implements Verdict {}
  }

  @Override
  public Outcome run(Case it) {
    var notes = new TreeSet<String>();
    var differences = new ArrayList<String>();
    for (var entry : it.json().get("upstream").properties()) {
      var expressions = environments.in(mode(entry.getKey()));
      switch (verdict(expressions, it.json().get("expression").asString(), entry.getValue())) {
        case Verdict.Same() -> {}
        case Verdict.SameButFor(var note) -> notes.add(note);
        case Verdict.Different(var difference) ->
            differences.add(entry.getKey() + ": " + difference);
      }
    }
    if (!differences.isEmpty()) {
      return new Outcome.Failed(String.join("; ", differences));
    }
    return notes.isEmpty() ? new Outcome.Passed() : new Outcome.Noted(String.join(", ", notes));
  }

  private static Mode mode(String name) {
    return switch (name) {
      case "list-stored" -> Mode.STORED;
      case "list-new" -> Mode.ALL;
      case "nolist-new" -> Mode.WITHOUT_LISTS;
      case "none-new" -> Mode.PLAIN;
      default -> throw new IllegalArgumentException("No such mode (%s).".formatted(name));
    };
  }

  private Verdict verdict(DeviceExpressions expressions, String text, JsonNode upstream) {
    var answer = CelAnswer.ofSelector(expressions, text, device);
    var verdict = compare(answer, upstream);
    if (verdict instanceof Verdict.Same
        || !(answer instanceof Ran ran)
        || !MapOrder.matters(ran.expr())) {
      return verdict;
    }
    var note =
        verdict instanceof Verdict.Different
            ? "an answer that takes another order of maps"
            : "a cost or words that take another order of maps";
    return MapOrder.several()
            .map(order -> CelAnswer.ofSelector(expressions, text, device, order))
            .anyMatch(other -> compare(other, upstream) instanceof Verdict.Same)
        ? new Verdict.SameButFor(note)
        : verdict;
  }

  private static Verdict compare(CelAnswer answer, JsonNode upstream) {
    var refused = CelCases.isSet(upstream, "compileError");
    return switch (answer) {
      case Refused(var message) ->
          refused
              ? new Verdict.Same()
              : new Verdict.Different("%s, but upstream compiles it".formatted(message));
      case Ran ran ->
          refused
              ? new Verdict.Different("compiles, upstream has " + upstream.get("compileError"))
              : compare(ran, upstream);
    };
  }

  private static Verdict compare(Ran ran, JsonNode upstream) {
    var estimate = new BigInteger(upstream.get("maxCost").asString());
    var tooExpensive = estimate.compareTo(BigInteger.valueOf(DeviceExpressions.COST_LIMIT)) > 0;
    if (tooExpensive != ran.isTooExpensive()) {
      return new Verdict.Different(
          "estimate %d, upstream has %s".formatted(ran.estimate(), estimate));
    }
    var expected = CelCases.isSet(upstream, "evalError") ? "" : upstream.get("match").asString();
    if (!ran.result().equals(expected)) {
      return new Verdict.Different(
          "%s%s, upstream has %s".formatted(ran.result(), ran.failure(), upstream));
    }
    return note(ran, upstream, estimate);
  }

  private static Verdict note(Ran ran, JsonNode upstream, BigInteger estimate) {
    if (!estimate.min(LARGEST).equals(BigInteger.valueOf(ran.estimate()))) {
      return new Verdict.SameButFor("another estimate");
    }
    var limited = ran.failure().contains("actual cost limit exceeded");
    var costs = CelCases.isSet(upstream, "actualCost") && !limited;
    if (costs && ran.cost().orElseThrow() != upstream.get("actualCost").asLong()) {
      return new Verdict.SameButFor("another cost");
    }
    var words = CelCases.isSet(upstream, "evalError") ? upstream.get("evalError").asString() : "";
    return words.equals(ran.failure())
        ? new Verdict.Same()
        : new Verdict.SameButFor("other words of a failure");
  }
}
