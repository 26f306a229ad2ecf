package dev.dray.testing;

import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.RawJson;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Objects of every kind with anything in any field.
 *
 * <p>Fields are found by reflection on the records, so that one added later is covered without
 * anyone thinking of it. The objects are well-formed, not valid: their names are no names.
 */
public final class RandomObjects {
  private static final List<String> STRINGS =
      List.of(
          "a",
          "gpu-0",
          "example.com/model",
          "yes",
          "0644",
          "null",
          "~",
          "1e3",
          "-",
          "<<",
          "a: b",
          "# not a comment",
          "two\nlines",
          "tab\there",
          "\"quoted\"",
          "back\\slash",
          "ünïcödé",
          "\uD83D\uDE00",
          " padded ",
          "2026-01-01",
          "0x1F",
          ".inf",
          "{}",
          "[]",
          "&anchor",
          "*alias",
          "!tag",
          "%percent",
          "@at",
          "`tick`",
          "trailing:",
          "\u2028",
          "\r\n",
          "true");

  private static final List<String> QUANTITIES =
      List.of("0", "1", "500m", "40Gi", "1.5", "141Gi", "1k", "-3", "1e3", "100n");

  private final RandomGenerator random;

  public RandomObjects(RandomGenerator random) {
    this.random = random;
  }

  public ApiObject of(Kind kind) {
    return switch (kind) {
      case RESOURCE_SLICE -> of(ResourceSlice.class);
      case RESOURCE_CLAIM -> of(ResourceClaim.class);
      case RESOURCE_CLAIM_TEMPLATE -> of(ResourceClaimTemplate.class);
      case DEVICE_CLASS -> of(DeviceClass.class);
      case DEVICE_TAINT_RULE -> of(DeviceTaintRule.class);
      case RESOURCE_POOL_STATUS_REQUEST -> of(ResourcePoolStatusRequest.class);
      case RESOURCE_SLICE_PATCH -> of(ResourceSlicePatch.class);
    };
  }

  public <T extends Record> T of(Class<T> type) {
    return type.cast(value(type, "", 0));
  }

  private Object value(Type type, String name, int depth) {
    if (type instanceof ParameterizedType generic) {
      return container(generic, name, depth);
    }
    if (type == String.class) {
      return pick(STRINGS);
    } else if (type == long.class || type == Long.class) {
      return random.nextLong(-5, 1_000_000);
    } else if (type == int.class || type == Integer.class) {
      return random.nextInt(-5, 1_000);
    } else if (type == boolean.class || type == Boolean.class) {
      return random.nextBoolean();
    } else if (type == Instant.class) {
      return Instant.ofEpochSecond(random.nextLong(0, 4_000_000_000L));
    } else if (type == Quantity.class) {
      return Quantity.parse(pick(QUANTITIES));
    } else if (type == RawJson.class) {
      return new RawJson("{\"a\":%d,\"b\":[true,null,\"c\"]}".formatted(random.nextInt(100)));
    } else if (type == DeviceAttribute.class) {
      return attribute();
    }
    return record((Class<?>) type, depth);
  }

  private Object container(ParameterizedType type, String name, int depth) {
    var arguments = type.getActualTypeArguments();
    var element = arguments[arguments.length - 1];
    if (type.getRawType() == Optional.class) {
      return random.nextInt(3) == 0
          ? Optional.empty()
          : Optional.of(value(element, name, depth + 1));
    }
    int size = random.nextInt(depth > 6 ? 2 : 4);
    if (type.getRawType() == List.class) {
      var items = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        items.add(value(element, name, depth + 1));
      }
      return items;
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      entries.put(pick(STRINGS), value(element, name, depth + 1));
    }
    return entries;
  }

  private Object record(Class<?> type, int depth) {
    var components = type.getRecordComponents();
    var values =
        Arrays.stream(components)
            .map(component -> value(component.getGenericType(), component.getName(), depth + 1))
            .toArray();
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("The record (%s) cannot be made.".formatted(type), e);
    }
  }

  private DeviceAttribute attribute() {
    return switch (random.nextInt(9)) {
      case 0 -> new DeviceAttribute.IntValue(random.nextLong());
      case 1 -> new DeviceAttribute.BoolValue(random.nextBoolean());
      case 2 -> new DeviceAttribute.StringValue(pick(STRINGS));
      case 3 -> new DeviceAttribute.VersionValue("1.2." + random.nextInt(9));
      case 4 -> new DeviceAttribute.IntValues(List.of(1L, random.nextLong()));
      case 5 -> new DeviceAttribute.BoolValues(List.of(true, false));
      case 6 -> new DeviceAttribute.StringValues(List.of(pick(STRINGS)));
      case 7 -> new DeviceAttribute.VersionValues(List.of());
      default ->
          new DeviceAttribute.Malformed(
              List.of(new DeviceAttribute.IntValue(1), new DeviceAttribute.StringValue("x")));
    };
  }

  private <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }
}
