package dev.dray.schema;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The descriptions of types and fields whose tables are generated and thus have none. */
final class TypeDescriptions {
  private @Nullable Map<String, String> byPlace;

  /**
   * Returns the description of a place such as {@code core.v1.PodSpec.containers}; may be empty.
   */
  synchronized String of(String place) {
    var known = byPlace;
    if (known == null) {
      known = read();
      byPlace = known;
    }
    return known.getOrDefault(place, "");
  }

  /** Reads lines such as {@code core.v1.PodSpec.containers: What runs in the pod.} */
  private static Map<String, String> read() {
    var words = new HashMap<String, String>();
    for (var line : TableReader.lines("words")) {
      int colon = line.indexOf(": ");
      if (!line.startsWith("#") && colon > 0) {
        words.put(line.substring(0, colon), line.substring(colon + 2).strip());
      }
    }
    return words;
  }
}
