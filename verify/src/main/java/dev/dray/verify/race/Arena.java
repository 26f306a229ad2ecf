package dev.dray.verify.race;

import dev.dray.verify.wire.Dice;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The devices that are raced for: whole ones, parts of a counter, shares of a capacity. */
final class Arena {
  static final String DRIVER = "race.example.com";
  static final String POOL = "arena";
  static final String NAMESPACE = "race";
  static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/race/resourceclaims";

  private static final int WHOLE = 4;
  private static final int PARTS = 8;
  private static final int PART_TAKES = 10;
  private static final int COUNTER = 35;
  private static final int CAPACITY = 80;

  /** What a share may take. */
  static final List<Integer> AMOUNTS = List.of(30, 40, 50, 60);

  /** Who takes this does not record it. */
  static final int UNRECORDED = 50;

  private Arena() {}

  /** What there is of everything that is limited. */
  static Map<String, Integer> limits() {
    var limits = new LinkedHashMap<String, Integer>();
    IntStream.range(0, WHOLE).forEach(i -> limits.put("whole-" + i, 1));
    IntStream.range(0, PARTS).forEach(i -> limits.put("part-" + i, 1));
    limits.put("counter", COUNTER);
    limits.put("shared-0", CAPACITY);
    return limits;
  }

  static List<Prize> whole(Dice dice) {
    int first = dice.below(WHOLE);
    var prizes = new ArrayList<Prize>();
    for (int i = 0; i <= dice.below(2); i++) {
      var device = "whole-" + (first + i) % WHOLE;
      prizes.add(new Prize(device, true, Map.of(device, 1)));
    }
    return prizes;
  }

  static Prize part(int index) {
    return new Prize("part-" + index, true, Map.of("part-" + index, 1, "counter", PART_TAKES));
  }

  static int parts() {
    return PARTS;
  }

  static Prize share(Dice dice) {
    return new Prize("shared-0", false, Map.of("shared-0", dice.pick(AMOUNTS)));
  }

  /** The request of every claim that asks for so much of a capacity. */
  static String taking(int amount) {
    return "take-" + amount;
  }

  /** Makes the namespace and the slices anew. */
  static void set(Wire wire) throws IOException, InterruptedException {
    var made = wire.create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"race\"}}");
    if (made.code() != 409) {
      made.good();
    }
    for (var slice : slices()) {
      wire.delete("/apis/resource.k8s.io/v1/resourceslices/" + slice.getKey());
      wire.create("/apis/resource.k8s.io/v1/resourceslices", slice.getValue()).good();
    }
  }

  private static List<Map.Entry<String, String>> slices() {
    var whole = named("whole-", WHOLE, "{\"name\":\"%s\"}");
    var shared =
        "{\"name\":\"shared-0\",\"allowMultipleAllocations\":true,\"capacity\":{\"memory\":{\"value\":\"%dGi\"}}}"
            .formatted(CAPACITY);
    var parts =
        named(
            "part-",
            PARTS,
            "{\"name\":\"%%s\",\"consumesCounters\":[{\"counterSet\":\"card\",\"counters\":{\"slots\":{\"value\":\"%d\"}}}]}"
                .formatted(PART_TAKES));
    var counters =
        "\"sharedCounters\":[{\"name\":\"card\",\"counters\":{\"slots\":{\"value\":\"%d\"}}}]"
            .formatted(COUNTER);
    return List.of(
        Map.entry(
            "race-devices",
            slice("race-devices", "\"devices\":[%s,%s,%s]".formatted(whole, shared, parts))),
        Map.entry("race-counters", slice("race-counters", counters)));
  }

  private static String named(String prefix, int count, String form) {
    return IntStream.range(0, count)
        .mapToObj(i -> form.formatted(prefix + i))
        .collect(Collectors.joining(","));
  }

  private static String slice(String name, String rest) {
    return """
    {"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"%s"},\
    "spec":{"driver":"%s","allNodes":true,\
    "pool":{"name":"%s","generation":1,"resourceSliceCount":2},%s}}\
    """
        .formatted(name, DRIVER, POOL, rest);
  }
}
