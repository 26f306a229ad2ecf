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

  /** As an entry of {@code status.allocation.devices.results}. */
  String result(String request, String share) {
    var shared =
        exclusive
            ? ""
            : ",\"shareID\":\"%s\",\"consumedCapacity\":{\"memory\":\"%dGi\"}"
                .formatted(share, takes.values().iterator().next());
    return "{\"request\":\"%s\",\"driver\":\"%s\",\"pool\":\"%s\",\"device\":\"%s\"%s}"
        .formatted(request, Arena.DRIVER, Arena.POOL, device, shared);
  }
}
