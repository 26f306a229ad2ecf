package dev.dray.cel.function;

import dev.dray.cel.value.Failures;
import dev.dray.cel.value.MapKeys;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.ValueText;
import java.util.Map;

/** The helpers of comprehensions that build maps. */
public final class MapFunctions {
  private static final long STEPS_PER_ENTRY = 16;

  private MapFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    table.put(
        "@mapInsert_map_key_value",
        (meter, arguments) -> inserted(meter, (MapValue) arguments[0], arguments[1], arguments[2]));
    table.put("@mapInsert_map_map", MapFunctions::insertedAll);
  }

  private static Value insertedAll(Meter meter, Value[] arguments) {
    var map = (MapValue) arguments[0];
    var more = (MapValue) arguments[1];
    for (var key : more.keys()) {
      var value = more.entry(key);
      if (value == null) {
        return Failures.noSuchKey(key);
      }
      var larger = inserted(meter, map, key, value);
      if (!(larger instanceof MapValue next)) {
        return larger;
      }
      map = next;
    }
    return map;
  }

  private static Value inserted(Meter meter, MapValue map, Value key, Value value) {
    meter.work(STEPS_PER_ENTRY);
    MapKeys.count(meter, key);
    if (map.find(key) != null) {
      return new Value.ErrorValue(
          "insert failed: key %s already exists".formatted(ValueText.of(key)));
    }
    if (map instanceof MapValue.Growing growing) {
      growing.put(key, value);
      return growing;
    }
    meter.work(STEPS_PER_ENTRY * map.size());
    var entries = new MapValue.Growing();
    entries.put(key, value);
    for (var old : map.keys()) {
      var kept = map.entry(old);
      if (kept != null) {
        entries.put(old, kept);
      }
    }
    return entries.grown();
  }
}
