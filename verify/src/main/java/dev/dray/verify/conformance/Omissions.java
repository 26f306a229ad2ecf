package dev.dray.verify.conformance;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What upstream's objects had in memory and their JSON cannot show.
 *
 * <p>Go leaves an empty list out of JSON; that there was one is only told by the error that
 * upstream reported for it. And it writes a deletion timestamp that is set, to the zero time, as
 * null; one that is not set is not written.
 */
final class Omissions {
  private static final String EMPTY_LIST = "must not be empty if specified";
  private static final String ZERO_TIME = "0001-01-01T00:00:00Z";

  private Omissions() {}

  static JsonNode restored(JsonNode object, JsonNode errors) {
    var whole = object.deepCopy();
    for (var error : errors) {
      if (error.get("detail").asString().equals(EMPTY_LIST)) {
        JsonPath.put(whole, error.get("field").asString(), JsonNodeFactory.instance.arrayNode());
      }
    }
    Optional.ofNullable(whole.get("metadata"))
        .filter(it -> it.has("deletionTimestamp") && it.get("deletionTimestamp").isNull())
        .ifPresent(it -> ((ObjectNode) it).put("deletionTimestamp", ZERO_TIME));
    return whole;
  }
}
