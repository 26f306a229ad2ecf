package dev.dray.verify.conformance;

import dev.dray.verify.conformance.CelAnswer.Ran;
import dev.dray.verify.conformance.CelAnswer.Refused;
import dev.dray.verify.conformance.CelCases.Environments;
import dev.dray.verify.conformance.CelCases.Mode;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/**
 * Upstream's unit cases about expressions: each with several gates, in words and costs as there.
 */
final class CelSuite implements Suite {
  private static final String LIMIT = "actual cost limit exceeded";

  private final Environments environments = new Environments();

  @Override
  public Outcome run(Case it) {
    var differences = new ArrayList<String>();
    for (var upstream : it.json().get("upstream")) {
      var difference = compare(it.json(), upstream);
      if (!difference.isEmpty()) {
        differences.add(difference);
      }
    }
    return differences.isEmpty()
        ? new Outcome.Passed()
        : new Outcome.Failed(String.join("; ", differences));
  }

  private String compare(JsonNode json, JsonNode upstream) {
    var mode =
        Mode.of(
            upstream.get("envType").asString().equals("StoredExpressions"),
            upstream.get("enableListTypeAttributes").asBoolean(),
            upstream.get("enableConsumableCapacity").asBoolean());
    var expressions = environments.in(mode);
    var text = json.get("expression").asString();
    var device = CelCases.device(json);
    var selects = json.get("test").asString().equals("TestCEL");
    var onlyCompiles = json.get("test").asString().equals("TestCompileDerivedAttributes");
    var answer =
        selects
            ? CelAnswer.ofSelector(expressions, text, device)
            : CelAnswer.ofAttribute(expressions, text, device);
    return switch (answer) {
      case Refused(var message) -> differing("compile error", message, upstream, "compileError");
      case Ran ran -> {
        var compiled = compiled(ran, upstream);
        if (!compiled.isEmpty() || onlyCompiles) {
          yield compiled;
        }
        var evaluated = evaluated(ran, upstream);
        yield evaluated.isEmpty()
            ? selects ? match(ran, upstream) : result(ran, upstream)
            : evaluated;
      }
    };
  }

  private static String compiled(Ran ran, JsonNode upstream) {
    if (CelCases.isSet(upstream, "compileError")) {
      return "compiles, upstream has " + upstream.get("compileError").asString();
    }
    return ran.estimate() == upstream.get("maxCost").asLong()
        ? ""
        : "estimate %d, upstream has %s".formatted(ran.estimate(), upstream.get("maxCost"));
  }

  private static String evaluated(Ran ran, JsonNode upstream) {
    var failure = differing("failure", ran.failure(), upstream, "matchError");
    if (!failure.isEmpty()) {
      return failure;
    }
    var costs =
        ran.cost().isPresent()
            && !ran.failure().contains(LIMIT)
            && CelCases.isSet(upstream, "actualCost");
    return costs && ran.cost().get() != upstream.get("actualCost").asLong()
        ? "cost %d, upstream has %s".formatted(ran.cost().get(), upstream.get("actualCost"))
        : "";
  }

  private static String match(Ran ran, JsonNode upstream) {
    return ran.failure().isEmpty() ? differing("match", ran.result(), upstream, "match") : "";
  }

  private static String result(Ran ran, JsonNode upstream) {
    if (!CelCases.isSet(upstream, "result")) {
      return "";
    }
    var expected = CelCases.attribute(upstream.get("result")).toString();
    return ran.result().equals(expected)
        ? ""
        : "result %s, upstream has %s".formatted(ran.result(), expected);
  }

  private static String differing(String what, String ours, JsonNode upstream, String field) {
    var theirs = CelCases.isSet(upstream, field) ? upstream.get(field).asString() : "";
    return ours.equals(theirs) ? "" : "%s %s, upstream has %s".formatted(what, ours, theirs);
  }
}
