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

  record IntValue(long value) implements DeviceAttribute {}

  record BoolValue(boolean value) implements DeviceAttribute {}

  record StringValue(String value) implements DeviceAttribute {}

  record VersionValue(String value) implements DeviceAttribute {}

  record IntValues(List<Long> values) implements DeviceAttribute {
    public IntValues {
      values = List.copyOf(values);
    }
  }

  record BoolValues(List<Boolean> values) implements DeviceAttribute {
    public BoolValues {
      values = List.copyOf(values);
    }
  }

  record StringValues(List<String> values) implements DeviceAttribute {
    public StringValues {
      values = List.copyOf(values);
    }
  }

  record VersionValues(List<String> values) implements DeviceAttribute {
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
      case IntValues(var values) -> values.size();
      case BoolValues(var values) -> values.size();
      case StringValues(var values) -> values.size();
      case VersionValues(var values) -> values.size();
      case Malformed(var values) -> values.stream().mapToInt(DeviceAttribute::size).sum();
      case IntValue _, BoolValue _, StringValue _, VersionValue _ -> 1;
      case NullValue _ -> 0;
    };
  }
}
