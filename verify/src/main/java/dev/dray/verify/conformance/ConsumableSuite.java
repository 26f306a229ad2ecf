package dev.dray.verify.conformance;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.api.resource.device.CapacityRounding.Consumed;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Calls the arithmetic of request policies as upstream's unit cases do. */
final class ConsumableSuite implements Suite {

  @Override
  public Outcome run(Case it) {
    var inputs = it.json().get("inputs");
    var upstream = it.json().get("upstream");
    var function = it.json().get("function").asString();
    return switch (function) {
      case "calculateConsumedCapacity" -> consumed(inputs, upstream);
      case "violatesPolicy" -> same(violates(inputs), upstream.get("violates").asBoolean());
      case "useMilli" -> same(usesMilli(inputs), upstream.get("useMilli").asBoolean());
      case "safeMilliValue" -> milli(inputs, upstream);
      default -> new Outcome.Failed("no function " + function);
    };
  }

  private static Outcome same(Object actual, Object expected) {
    return actual.equals(expected)
        ? new Outcome.Passed()
        : new Outcome.Failed("%s, upstream has %s".formatted(actual, expected));
  }

  private static CapacityRounding rounding(JsonNode inputs) {
    return inputs.get("fractionalCapacityRange").asBoolean()
        ? CapacityRounding.FRACTIONS
        : CapacityRounding.WHOLE_UNITS;
  }

  private static Outcome consumed(JsonNode inputs, JsonNode upstream) {
    var capacity = CasePolicies.capacity(inputs.get("capacity"));
    Consumed actual =
        quantity(inputs, "requestedVal")
            .map(requested -> rounding(inputs).consumed(requested, capacity))
            .orElseGet(() -> new Consumed.Amount(CapacityRounding.withoutRequest(capacity)));
    return switch (actual) {
      case Consumed.Amount(var amount) ->
          upstream.get("error").isNull()
              ? same(amount, Quantity.parse(upstream.get("consumed").asString()))
              : new Outcome.Failed(amount + ", upstream has an error");
      case Consumed.NotRepresentable(var message) ->
          upstream.get("error").isNull()
              ? new Outcome.Failed(message)
              : same(message, upstream.get("error").asString());
    };
  }

  private static boolean violates(JsonNode inputs) {
    return CasePolicies.policy(inputs.get("requestPolicy"))
        .map(
            policy ->
                rounding(inputs).violates(quantity(inputs, "requestedVal").orElseThrow(), policy))
        .orElse(false);
  }

  private static boolean usesMilli(JsonNode inputs) {
    return CasePolicies.range(inputs.get("validRange"))
        .map(range -> rounding(inputs).countsThousandths(range))
        .orElse(false);
  }

  private static Outcome milli(JsonNode inputs, JsonNode upstream) {
    var milli = Quantity.parse(inputs.get("q").asString()).exactMilli();
    return milli.isEmpty()
        ? same(true, !upstream.get("error").isNull())
        : same(milli.getAsLong(), upstream.get("milli").asLong());
  }

  private static Optional<Quantity> quantity(JsonNode inputs, String field) {
    return Optional.ofNullable(inputs.get(field))
        .filter(JsonNode::isString)
        .map(JsonNode::asString)
        .map(Quantity::parse);
  }
}
