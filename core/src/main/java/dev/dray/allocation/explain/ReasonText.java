package dev.dray.allocation.explain;

import dev.dray.allocation.request.ClaimNames;
import dev.dray.ledger.Holder;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of reasons as ends of sentences about one or several devices: <em>is in use by
 * default/a</em>.
 */
final class ReasonText {
  /** The grammatical number. */
  private enum Many {
    ONE,
    SEVERAL;

    String of(String one, String several) {
      return this == ONE ? one : several;
    }
  }

  private ReasonText() {}

  static String of(Reason reason, int devices) {
    var many = devices == 1 ? Many.ONE : Many.SEVERAL;
    return switch (reason) {
      case Reason.NotOffered(var why) ->
          "%s not offered (%s)".formatted(many.of("is", "are"), why.explanation());
      case Reason.Unselected(var selector) ->
          "%s not match %s".formatted(many.of("does", "do"), text(selector));
      case Reason.NoAnswer(var selector, var message) ->
          "%s an error in %s: %s".formatted(many.of("causes", "cause"), text(selector), message);
      case Reason.UnsettledPool(var pool, var state, var why) ->
          "%s in pool %s, which is %s: %s"
              .formatted(many.of("is", "are"), pool, ExplanationText.state(state), why);
      case Reason.InUse(var holders) ->
          "%s in use by %s".formatted(many.of("is", "are"), claims(holders));
      case Reason.Taken(_, var request) ->
          "%s taken by request %s".formatted(many.of("is", "are"), request);
      case Reason.Incalculable(var message) ->
          "%s an amount that cannot be computed: %s".formatted(many.of("needs", "need"), message);
      case Reason.NoCapacity(var capacity) ->
          "%s no capacity %s".formatted(many.of("has", "have"), capacity);
      case Reason.AgainstPolicy(var what, var amount) ->
          "%s not allow a request for %s of %s".formatted(many.of("does", "do"), amount, what);
      case Reason.Shortage(var what, var needed, var left, var total) ->
          "%s too little %s: %s needed, %s of %s left"
              .formatted(many.of("has", "have"), what, needed, left, total);
      case Reason.NodeOperations(_, var lacking) ->
          "%s node operations, but %s".formatted(many.of("skips", "skip"), lacking);
      case Reason.PartitionsOff() ->
          "%s counters, but DRAPartitionableDevices is disabled"
              .formatted(many.of("consumes", "consume"));
      case Reason.GroupConflict conflict -> text(conflict, many);
      case Reason.CounterShortage(var set, var counter, var needed, var left, var total) ->
          "%s more than counter set %s has left: %s: %s needed, %s of %s left"
              .formatted(many.of("consumes", "consume"), set, counter, needed, left, total);
      case Reason.Tainted(var taints) ->
          "%s the taint %s"
              .formatted(
                  many.of("has", "have"),
                  taints.stream().map(ExplanationText::taint).collect(Collectors.joining(" and ")));
      case Reason.NoAttribute(var attribute) ->
          "%s the attribute %s, which a constraint compares"
              .formatted(many.of("lacks", "lack"), attribute);
      case Reason.NoValue(_, var message) ->
          "%s no value to compare: %s".formatted(many.of("has", "have"), message);
      case Reason.Mismatch(var attribute, var values, var common) ->
          "%s %s %s, but the devices chosen before have %s"
              .formatted(many.of("has", "have"), attribute, list(values), list(common));
      case Reason.Repetition(var attribute, var values) ->
          "%s %s %s, as does a device chosen before"
              .formatted(many.of("has", "have"), attribute, list(values));
    };
  }

  /** Returns the text of a check, for reasons that are too many to be told one by one. */
  static String of(DeviceCheck deviceCheck, int devices) {
    var many = devices == 1 ? Many.ONE : Many.SEVERAL;
    return switch (deviceCheck) {
      case OFFERED -> many.of("is", "are") + " not offered";
      case CLASS_SELECTORS -> many.of("does", "do") + " not match the class";
      case REQUEST_SELECTORS -> many.of("does", "do") + " not match the request";
      case ANSWER -> many.of("causes", "cause") + " an error in a selector";
      case POOL -> many.of("is in a pool", "are in pools") + " that cannot be used";
      case FREE -> many.of("is", "are") + " taken";
      case CAPACITY -> many.of("has", "have") + " too little capacity";
      case NODE_OPERATIONS -> many.of("skips", "skip") + " node operations";
      case PARTITIONS -> many.of("consumes", "consume") + " counters";
      case GROUPS -> many.of("has", "have") + " conflicting compatibility groups";
      case COUNTERS -> many.of("consumes", "consume") + " more of a counter than is left";
      case TAINTS -> many.of("has taints", "have taints");
      case ATTRIBUTES -> many.of("lacks", "lack") + " an attribute that a constraint compares";
      case CONSTRAINTS ->
          many.of("does", "do") + " not satisfy a constraint with the devices chosen before";
      case NONE -> many.of("passes", "pass");
    };
  }

  private static String text(Reason.SelectorPlace selector) {
    return "selector #%d of %s: %s"
        .formatted(
            selector.number(),
            selector.isOfClass() ? "class " + selector.owner() : "the request",
            selector.expression());
  }

  private static String text(Reason.GroupConflict conflict, Many many) {
    return "%s conflicting compatibility groups: counter set %s: %s in use%s, %s"
        .formatted(
            many.of("has", "have"),
            conflict.counterSet(),
            conflict.inUse().isEmpty() ? "devices without a common group" : conflict.inUse(),
            conflict.holders().isEmpty() ? "" : " by " + some(conflict.holders()),
            conflict.declared().isEmpty()
                ? many.of("candidate has no group", "candidates have no group")
                : many.of("candidate declares ", "candidates declare ") + conflict.declared());
  }

  static String claims(List<Holder> holders) {
    return holders.isEmpty()
        ? "another claim"
        : some(holders.stream().map(ClaimNames::of).distinct().toList());
  }

  private static String list(List<String> values) {
    return values.isEmpty() ? "no comparable value" : String.join(", ", values);
  }

  private static final int MOST_NAMES = 4;

  /** Returns the first few of some names, and how many more there are. */
  static String some(List<String> names) {
    return names.size() <= MOST_NAMES
        ? String.join(", ", names)
        : "%s and %d more"
            .formatted(
                String.join(", ", names.subList(0, MOST_NAMES - 1)), names.size() - MOST_NAMES + 1);
  }
}
