package dev.dray.verify.conformance;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.selector.CelDevice;
import dev.dray.selector.DeviceExpressions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** What the cases about expressions share: environments and devices. */
final class CelCases {
  private CelCases() {}

  /** The environments that expressions are compiled in, by gates and by age. */
  enum Mode {
    STORED,
    ALL,
    WITHOUT_LISTS,
    WITHOUT_SHARING,
    PLAIN;

    static Mode of(boolean stored, boolean lists, boolean sharing) {
      if (stored) {
        return STORED;
      }
      return lists ? (sharing ? ALL : WITHOUT_SHARING) : (sharing ? WITHOUT_LISTS : PLAIN);
    }

    private DeviceExpressions expressions() {
      var on =
          Gates.defaults().with(Gate.DRA_CONSUMABLE_CAPACITY).with(Gate.DRA_LIST_TYPE_ATTRIBUTES);
      return switch (this) {
        case STORED -> DeviceExpressions.forStored();
        case ALL -> DeviceExpressions.forNew(on);
        case WITHOUT_LISTS -> DeviceExpressions.forNew(on.without(Gate.DRA_LIST_TYPE_ATTRIBUTES));
        case WITHOUT_SHARING -> DeviceExpressions.forNew(on.without(Gate.DRA_CONSUMABLE_CAPACITY));
        case PLAIN ->
            DeviceExpressions.forNew(
                on.without(Gate.DRA_LIST_TYPE_ATTRIBUTES).without(Gate.DRA_CONSUMABLE_CAPACITY));
      };
    }
  }

  /** Environments are slow to make, so each is made once. */
  static final class Environments {
    private final Map<Mode, DeviceExpressions> made = new EnumMap<>(Mode.class);

    DeviceExpressions in(Mode mode) {
      return made.computeIfAbsent(mode, Mode::expressions);
    }
  }

  /** The device of a case. */
  static CelDevice device(JsonNode json) {
    return new CelDevice(
        json.path("driver").asString(""),
        entries(json.path("attributes"), CelCases::attribute),
        entries(
            json.path("capacity"),
            it -> new DeviceCapacity(Quantity.parse(it.get("value").asString()), Optional.empty())),
        json.path("allowMultipleAllocations").asBoolean(false));
  }

  private static <T> Map<String, T> entries(JsonNode json, Function<JsonNode, T> read) {
    var entries = new LinkedHashMap<String, T>();
    json.properties().forEach(it -> entries.put(it.getKey(), read.apply(it.getValue())));
    return entries;
  }

  static DeviceAttribute attribute(JsonNode json) {
    var values = new ArrayList<DeviceAttribute>();
    json.properties().forEach(it -> values.add(attribute(it.getKey(), it.getValue())));
    return DeviceAttribute.of(values);
  }

  private static DeviceAttribute attribute(String field, JsonNode value) {
    return switch (field) {
      case "int" -> new DeviceAttribute.IntValue(value.asLong());
      case "bool" -> new DeviceAttribute.BoolValue(value.asBoolean());
      case "string" -> new DeviceAttribute.StringValue(value.asString());
      case "version" -> new DeviceAttribute.VersionValue(value.asString());
      case "ints" -> new DeviceAttribute.IntValues(list(value, JsonNode::asLong));
      case "bools" -> new DeviceAttribute.BoolValues(list(value, JsonNode::asBoolean));
      case "strings" -> new DeviceAttribute.StringValues(list(value, JsonNode::asString));
      case "versions" -> new DeviceAttribute.VersionValues(list(value, JsonNode::asString));
      default -> throw new IllegalArgumentException("No such value (%s).".formatted(field));
    };
  }

  private static <T> List<T> list(JsonNode json, Function<JsonNode, T> read) {
    var values = new ArrayList<T>();
    json.forEach(it -> values.add(read.apply(it)));
    return values;
  }

  static boolean isSet(JsonNode json, String field) {
    return json.has(field) && !json.get(field).isNull();
  }
}
