package dev.dray.allocation.explain;

import dev.dray.allocation.explain.Funnel.Removal;
import dev.dray.allocation.explain.Shortfall.Grant;
import dev.dray.allocation.explain.Shortfall.Tally;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.PoolView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The text of an explanation for people: a line for each request, and below it the devices by
 * reason.
 */
final class ExplanationText {
  private static final int MOST_REASONS = 4;

  private final Explanation explanation;
  private final List<String> lines = new ArrayList<>();

  private ExplanationText(Explanation explanation) {
    this.explanation = explanation;
  }

  static String of(Explanation explanation) {
    var text = new ExplanationText(explanation);
    text.cause();
    return String.join("\n", text.lines);
  }

  static String state(PoolView.State state) {
    return switch (state) {
      case COMPLETE -> "complete";
      case INCOMPLETE -> "incomplete";
      case INVALID -> "invalid";
    };
  }

  static String taint(DeviceTaint taint) {
    var value = taint.value().isEmpty() ? "" : "=" + taint.value();
    return taint.key() + value + ":" + taint.effect();
  }

  private void cause() {
    switch (explanation.cause()) {
      case Cause.Refused(var message) -> lines.add(message);
      case Cause.Failed(var message, _, var hints) -> {
        lines.add(message);
        hints(hints);
      }
      case Cause.TooFewDevices() -> {
        unsettledPools();
        explanation.requests().forEach(this::request);
      }
      case Cause.NotTogether(var shortfalls) -> {
        unsettledPools();
        shortfalls.forEach(this::shortfall);
      }
      case Cause.Undecided() -> {
        lines.add("the search for devices on %s timed out".formatted(explanation.node()));
        explanation.requests().forEach(this::request);
      }
    }
  }

  /** Adds the pools that may be the reason for too few devices. */
  private void unsettledPools() {
    for (var pool : explanation.pools()) {
      if (pool.state() != PoolView.State.COMPLETE) {
        lines.add(
            "pool %s is %s, so its devices are not considered: %s"
                .formatted(pool.pool(), state(pool.state()), pool.reason()));
      }
    }
  }

  private void request(Explanation.Request request) {
    Optional<RequestFunnel> before = Optional.empty();
    for (var alternative : request.alternatives()) {
      int left = alternative.funnel().left();
      lines.add(
          "%s: %s, %s"
              .formatted(
                  title(alternative),
                  "%d of %s left".formatted(left, devices(alternative.funnel().seen(), left)),
                  needed(alternative)));
      if (!request.hasEnough()) {
        if (before.isPresent() && before.get().funnel().equals(alternative.funnel())) {
          lines.add("  the same as for request " + before.get().request());
        } else {
          body(alternative);
          before = Optional.of(alternative);
        }
      }
    }
  }

  private static String devices(int seen, int left) {
    return seen == 1 ? "1 device is" : "%d devices %s".formatted(seen, left == 1 ? "is" : "are");
  }

  private static String title(RequestFunnel request) {
    return "claim %s, request %s (class %s, %s)"
        .formatted(
            request.claim(),
            request.request(),
            request.deviceClass(),
            switch (request.amount()) {
              case EXACTLY -> "count " + request.needed();
              case ALL -> "all devices";
            });
  }

  private static String needed(RequestFunnel request) {
    return switch (request.amount()) {
      case EXACTLY ->
          "%d %s needed".formatted(request.needed(), request.needed() == 1 ? "is" : "are");
      case ALL ->
          request.needed() == 0
              ? "no device is selected"
              : "all %d selected devices are needed".formatted(request.needed());
    };
  }

  private void body(RequestFunnel request) {
    funnel(request.funnel());
    hints(request.hints());
  }

  private void funnel(Funnel funnel) {
    lines.add(
        "  %d %s on %s%s"
            .formatted(
                funnel.seen(),
                funnel.seen() == 1 ? "device" : "devices",
                explanation.node(),
                pools()));
    for (var deviceCheck : DeviceCheck.values()) {
      var removals =
          funnel.removals().stream().filter(it -> it.reason().check() == deviceCheck).toList();
      inUse(removals.stream().filter(it -> it.reason() instanceof Reason.InUse).toList());
      removals(
          deviceCheck,
          removals.stream().filter(it -> !(it.reason() instanceof Reason.InUse)).toList());
    }
    funnel
        .nearest()
        .ifPresent(
            miss ->
                lines.add(
                    "  nearest: %s, which %s"
                        .formatted(name(miss.device()), ReasonText.of(miss.reason(), 1))));
  }

  private String pools() {
    var names = explanation.pools().stream().map(pool -> pool.pool().toString()).toList();
    return names.isEmpty()
        ? ""
        : " (%s %s)".formatted(names.size() == 1 ? "pool" : "pools", ReasonText.some(names));
  }

  /** Adds the reasons that most devices have in common, and the number of devices with others. */
  private void removals(DeviceCheck deviceCheck, List<Removal> removals) {
    var sorted =
        removals.stream().sorted(Comparator.comparingInt(Removal::count).reversed()).toList();
    int shown = sorted.size() > MOST_REASONS ? MOST_REASONS - 1 : sorted.size();
    sorted.subList(0, shown).forEach(this::removal);
    int more = sorted.stream().skip(shown).mapToInt(Removal::count).sum();
    if (more > 0) {
      lines.add("  %d more %s".formatted(more, ReasonText.of(deviceCheck, more)));
    }
  }

  private void removal(Removal removal) {
    boolean named = removal.reason().check().compareTo(DeviceCheck.ANSWER) >= 0;
    var names = ReasonText.some(removal.devices().stream().map(this::name).toList());
    lines.add(
        "  %d %s%s"
            .formatted(
                removal.count(),
                ReasonText.of(removal.reason(), removal.count()),
                named ? " (%s)".formatted(names) : ""));
  }

  /** Adds the devices in use in one line, each with its holders. */
  private void inUse(List<Removal> removals) {
    int count = removals.stream().mapToInt(Removal::count).sum();
    var held = new ArrayList<String>();
    for (var removal : removals) {
      if (removal.reason() instanceof Reason.InUse(var holders)) {
        var names = ReasonText.some(removal.devices().stream().map(this::name).toList());
        held.add("%s by %s".formatted(names, ReasonText.claims(holders)));
      }
    }
    if (count > 0) {
      lines.add(
          "  %d %s in use: %s".formatted(count, count == 1 ? "is" : "are", ReasonText.some(held)));
    }
  }

  /** Returns the name of a device, without its pool if there is only one. */
  private String name(DeviceId device) {
    return explanation.pools().size() == 1 ? device.device() : device.toString();
  }

  private void hints(List<String> hints) {
    hints.forEach(hint -> lines.add("  hint: " + hint));
  }

  private void shortfall(Shortfall shortfall) {
    var request = shortfall.request();
    lines.add(title(request) + ": " + verdict(shortfall));
    if (shortfall.exceedsResults()) {
      lines.add(
          "  the claim would get %d devices, but a claim can have at most %d"
              .formatted(shortfall.results(), SearchProblem.MOST_RESULTS));
    }
    shortfall.before().forEach(this::grant);
    shortfall.tallies().forEach(this::tally);
    body(request);
  }

  private static String verdict(Shortfall shortfall) {
    int needed = shortfall.request().needed();
    var most =
        needed == 1
            ? "the device needed cannot be allocated"
            : "%d of the %d devices needed can be allocated"
                .formatted(shortfall.own().size(), needed);
    return shortfall.before().isEmpty()
        ? most + (needed == 1 ? "" : " together")
        : most
            + " after "
            + shortfall.before().stream()
                .map(Grant::request)
                .collect(Collectors.collectingAndThen(Collectors.toList(), ReasonText::some));
  }

  private void grant(Grant grant) {
    var names = ReasonText.some(grant.devices().stream().map(this::name).toList());
    lines.add(
        "  request %s of %s would get %s"
            .formatted(grant.request(), grant.claim(), names.isEmpty() ? "nothing" : names));
  }

  private void tally(Tally tally) {
    var values = tally.values();
    lines.add(
        switch (tally.rule()) {
          case MATCH ->
              "  matchAttribute %s: %d needed, %s"
                  .formatted(
                      tally.attribute(),
                      tally.needed(),
                      values.isEmpty()
                          ? "no device has a value"
                          : ReasonText.some(
                              values.stream()
                                  .map(it -> "%d with value %s".formatted(it.devices(), it.value()))
                                  .toList()));
          case DISTINCT ->
              "  distinctAttribute %s: %d needed, %d different: %s"
                  .formatted(
                      tally.attribute(),
                      tally.needed(),
                      values.size(),
                      ReasonText.some(values.stream().map(it -> it.value()).toList()));
        });
  }
}
