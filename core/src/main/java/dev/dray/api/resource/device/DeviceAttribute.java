package dev.dray.api.resource.device;

import java.util.List;

/**
 * The value of a device attribute.
 *
 * <p>On the wire this is an object in which exactly one of eight fields must be set. A value that
 * was written with none or several of them is {@link Malformed}, so that it can be reported and
 * does not get lost.
 */
public sealed interface DeviceAttribute {

  /** A single value. */
  sealed interface Single extends DeviceAttribute {}

  /** Several values of one type, as one of the list fields has them. */
  sealed interface Listed extends DeviceAttribute {
    List<?> values();
  }

  record IntValue(long value) implements Single {}

  record BoolValue(boolean value) implements Single {}

  record StringValue(String value) implements Single {}

  record VersionValue(String value) implements Single {}

  record IntValues(List<Long> values) implements Listed {
    public IntValues {
      values = List.copyOf(values);
    }
  }

  record BoolValues(List<Boolean> values) implements Listed {
    public BoolValues {
      values = List.copyOf(values);
    }
  }

  record StringValues(List<String> values) implements Listed {
    public StringValues {
      values = List.copyOf(values);
    }
  }

  record VersionValues(List<String> values) implements Listed {
    public VersionValues {
      values = List.copyOf(values);
    }
  }

  /** The removal of the attribute; only a ResourceSlicePatch may contain it. */
  record NullValue() implements DeviceAttribute {}

  /**
   * A value with no field, or more than one: {@code values} has them in the order of the fields.
   */
  record Malformed(List<DeviceAttribute> values) implements DeviceAttribute {
    public Malformed {
      values = List.copyOf(values);
      if (values.size() == 1) {
        throw new IllegalArgumentException(
            "values must be none or several, got [%s].".formatted(values));
      }
    }
  }

  /** Returns the attribute with these fields: the only one, or else a malformed attribute. */
  static DeviceAttribute of(List<DeviceAttribute> values) {
    return values.size() == 1 ? values.getFirst() : new Malformed(values);
  }

  /** Returns the number of values that count against the limit per device. */
  default int size() {
    return switch (this) {
      case Listed listed -> listed.values().size();
      case Malformed(var values) -> values.stream().mapToInt(DeviceAttribute::size).sum();
      case Single _ -> 1;
      case NullValue _ -> 0;
    };
  }

  /** Returns whether the attribute has a list, even an empty one. */
  default boolean hasList() {
    return switch (this) {
      case Listed _ -> true;
      case Malformed(var values) -> values.stream().anyMatch(DeviceAttribute::hasList);
      case Single _, NullValue _ -> false;
    };
  }
}
