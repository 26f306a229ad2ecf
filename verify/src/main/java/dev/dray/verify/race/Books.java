package dev.dray.verify.race;

import dev.dray.verify.wire.Findings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Who was told to have what. A use counts from its answer on, until its end is asked for. */
final class Books {
  private final Findings findings;
  private final Map<String, Integer> limits = Arena.limits();
  private final Map<String, List<Prize>> holders = new LinkedHashMap<>();

  Books(Findings findings) {
    this.findings = findings;
  }

  synchronized void won(String claim, List<Prize> prizes) {
    holders.put(claim, prizes);
    audit(holders, "by what clients were told");
  }

  synchronized void givingBack(String claim) {
    holders.remove(claim);
  }

  synchronized boolean holds(String claim) {
    return holders.containsKey(claim);
  }

  /** Whether there is room for these besides what is held. */
  synchronized boolean hasRoomFor(List<Prize> prizes) {
    var all = new LinkedHashMap<>(holders);
    all.put("(asked)", prizes);
    return over(all).isEmpty();
  }

  /** Reads from a list of claims who has what. */
  void auditList(JsonNode list) {
    var listed = new LinkedHashMap<String, List<Prize>>();
    for (var claim : list.path("items")) {
      var results = claim.path("status").path("allocation").path("devices").path("results");
      var prizes = results.valueStream().map(Books::prize).toList();
      listed.put(claim.path("metadata").path("name").asString(""), prizes);
    }
    synchronized (this) {
      audit(listed, "by what the server lists");
    }
  }

  private static Prize prize(JsonNode result) {
    var device = result.path("device").asString("");
    if (device.startsWith("shared")) {
      var request = result.path("request").asString("");
      var taking =
          Arena.AMOUNTS.stream().filter(it -> Arena.taking(it).equals(request)).findFirst();
      return new Prize(device, false, Map.of(device, taking.orElseThrow()));
    }
    return device.startsWith("part-")
        ? Arena.part(Integer.parseInt(device.substring("part-".length())))
        : new Prize(device, true, Map.of(device, 1));
  }

  private void audit(Map<String, List<Prize>> held, String source) {
    over(held)
        .forEach(
            (what, taken) ->
                findings.add(
                    "%d of %d of %s are given away, %s, to %s",
                    taken, limits.getOrDefault(what, 0), what, source, ownersOf(what, held)));
  }

  private Map<String, Integer> over(Map<String, List<Prize>> held) {
    var taken = new TreeMap<String, Integer>();
    held.values()
        .forEach(
            all ->
                all.forEach(
                    it -> it.takes().forEach((what, n) -> taken.merge(what, n, Integer::sum))));
    taken.entrySet().removeIf(it -> it.getValue() <= limits.getOrDefault(it.getKey(), 0));
    return taken;
  }

  private static String ownersOf(String what, Map<String, List<Prize>> held) {
    return held.entrySet().stream()
        .filter(it -> it.getValue().stream().anyMatch(p -> p.takes().containsKey(what)))
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }
}
