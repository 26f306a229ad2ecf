package dev.dray.verify.race;

import java.util.Map;

/**
 * A device that claims can be given, and what each use takes of what is limited.
 *
 * @param exclusive whether one claim at most may have it
 * @param takes amounts by the name of what they are taken from
 */
record Prize(String device, boolean exclusive, Map<String, Integer> takes) {

  Prize {
    takes = Map.copyOf(takes);
  }

  /** As an entry of {@code status.allocation.devices.results}; shares have their own request. */
  String result(String request, String share) {
    return exclusive
        ? result(request)
        : result(Arena.taking(amount()))
            .replace("}", ",\"shareID\":\"%s\"%s}".formatted(share, record()));
  }

  private String result(String request) {
    return "{\"request\":\"%s\",\"driver\":\"%s\",\"pool\":\"%s\",\"device\":\"%s\"}"
        .formatted(request, Arena.DRIVER, Arena.POOL, device);
  }

  private int amount() {
    return takes.values().iterator().next();
  }

  /** Not everybody records what is taken, which must count all the same. */
  private String record() {
    return amount() == Arena.UNRECORDED
        ? ""
        : ",\"consumedCapacity\":{\"memory\":\"%dGi\"}".formatted(amount());
  }
}
