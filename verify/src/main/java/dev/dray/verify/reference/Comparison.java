package dev.dray.verify.reference;

import dev.dray.api.resource.device.DeviceAttribute;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How constraints compare attributes: as sets of values, or before there were lists, singly. */
enum Comparison {
  SETS {
    @Override
    boolean matches(DeviceAttribute own, List<DeviceAttribute> others) {
      var common = Values.of(own);
      for (var other : others) {
        common = common.flatMap(it -> Values.of(other).flatMap(it::common));
      }
      return common.isPresent();
    }

    @Override
    boolean isDistinct(DeviceAttribute own, List<DeviceAttribute> others) {
      var values = Values.of(own);
      return values.isPresent()
          && others.stream()
              .flatMap(other -> Values.of(other).stream())
              .allMatch(other -> values.get().common(other).isEmpty());
    }
  },
  SINGLE_VALUES {
    @Override
    boolean matches(DeviceAttribute own, List<DeviceAttribute> others) {
      return others.isEmpty() || (isSingle(own) && own.equals(others.getFirst()));
    }

    @Override
    boolean isDistinct(DeviceAttribute own, List<DeviceAttribute> others) {
      return others.isEmpty() || (isSingle(own) && !others.contains(own));
    }
  };

  /** Whether it may join others that match each other. */
  abstract boolean matches(DeviceAttribute own, List<DeviceAttribute> others);

  /** Whether it may join others that all differ. */
  abstract boolean isDistinct(DeviceAttribute own, List<DeviceAttribute> others);

  private static boolean isSingle(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.Single _ -> true;
      case DeviceAttribute.Listed _, DeviceAttribute.NullValue _, DeviceAttribute.Malformed _ ->
          false;
    };
  }

  /** The values of an attribute, all of one type, at least one. */
  private record Values(Type type, Set<Object> values) {
    enum Type {
      INT,
      BOOL,
      STRING,
      VERSION
    }

    static Optional<Values> of(DeviceAttribute attribute) {
      return switch (attribute) {
        case DeviceAttribute.IntValue(var value) -> of(Type.INT, List.of(value));
        case DeviceAttribute.BoolValue(var value) -> of(Type.BOOL, List.of(value));
        case DeviceAttribute.StringValue(var value) -> of(Type.STRING, List.of(value));
        case DeviceAttribute.VersionValue(var value) -> of(Type.VERSION, List.of(value));
        case DeviceAttribute.IntValues(var values) -> of(Type.INT, values);
        case DeviceAttribute.BoolValues(var values) -> of(Type.BOOL, values);
        case DeviceAttribute.StringValues(var values) -> of(Type.STRING, values);
        case DeviceAttribute.VersionValues(var values) -> of(Type.VERSION, values);
        case DeviceAttribute.NullValue _, DeviceAttribute.Malformed _ -> Optional.empty();
      };
    }

    private static Optional<Values> of(Type type, Collection<?> values) {
      return values.isEmpty()
          ? Optional.empty()
          : Optional.of(new Values(type, new LinkedHashSet<>(values)));
    }

    Optional<Values> common(Values other) {
      var common = new LinkedHashSet<>(values);
      common.retainAll(other.values);
      return type == other.type ? of(type, common) : Optional.empty();
    }
  }
}
