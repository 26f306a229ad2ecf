package dev.dray.hollow;

import dev.dray.api.meta.ObjectMeta;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What people may ask of simulated nodes, by annotations. */
final class Annotations {
  /** On a pod: how long it runs until it has succeeded. */
  static final String RUNS_FOR = "dray.dev/runs-for";

  /** On a pod: how long it runs until it fails. */
  static final String FAILS_AFTER = "dray.dev/fails-after";

  /** On a claim, or on the node of its devices: what becomes of binding conditions. */
  static final String BINDING_CONDITIONS = "dray.dev/binding-conditions";

  private static final Pattern SPAN = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

  private Annotations() {}

  static Optional<String> find(ObjectMeta object, String name) {
    return Optional.ofNullable(object.annotations().get(name));
  }

  /** A span of time such as {@code 1m30s}; empty if the text is none. */
  static Optional<Duration> span(String text) {
    var matcher = SPAN.matcher(text);
    long millis = 0;
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      millis += Long.parseLong(matcher.group(1)) * MILLIS.getOrDefault(matcher.group(2), 0L);
      end = matcher.end();
    }
    return end == 0 || end < text.length()
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(millis));
  }
}
