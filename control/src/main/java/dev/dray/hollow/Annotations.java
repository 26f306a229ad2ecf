package dev.dray.hollow;

import dev.dray.api.meta.ObjectMeta;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The annotations that control simulated nodes. */
final class Annotations {
  /** The pod annotation with the time until a pod succeeds. */
  static final String RUNS_FOR = "dray.dev/runs-for";

  /** The pod annotation with the time until a pod fails. */
  static final String FAILS_AFTER = "dray.dev/fails-after";

  /**
   * The annotation of a claim, or of the node of its devices, that decides its binding conditions.
   */
  static final String BINDING_CONDITIONS = "dray.dev/binding-conditions";

  private static final Pattern SPAN = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

  private Annotations() {}

  static Optional<String> find(ObjectMeta object, String name) {
    return Optional.ofNullable(object.annotations().get(name));
  }

  /** Parses a duration such as {@code 1m30s}; empty if the text is not one. */
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
