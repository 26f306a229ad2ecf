package dev.dray.selector;

import dev.dray.cel.cost.DeclaredSizes;
import dev.dray.cel.value.Struct;
import dev.dray.cel.value.Type;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The one variable of an expression about devices: its type, and the largest sizes of its parts.
 */
record DeviceVariable(Type attribute, AllowMultiple allowMultiple) implements DeclaredSizes {
  static final String NAME = "device";

  private static final Type QUANTITY = Type.struct("kubernetes.Quantity");
  private static final long ENTRIES = 32;
  private static final long DOMAIN_LENGTH = 63;
  private static final long ID_LENGTH = 32;
  private static final long DRIVER_LENGTH = 63;
  private static final long VALUE_LENGTH = 64;

  /** The visibility of {@code allowMultipleAllocations} to expressions. */
  enum AllowMultiple {
    VISIBLE,
    HIDDEN
  }

  Struct struct() {
    var fields = new TreeMap<String, Type>();
    fields.put("driver", Type.STRING);
    fields.put("attributes", perDomain(attribute));
    fields.put("capacity", perDomain(QUANTITY));
    if (allowMultiple == AllowMultiple.VISIBLE) {
      fields.put("allowMultipleAllocations", Type.BOOL);
    }
    return new Struct("kubernetes.DRADevice", fields);
  }

  private static Type perDomain(Type value) {
    return Type.map(Type.STRING, Type.map(Type.STRING, value));
  }

  @Override
  public OptionalLong atMost(List<String> steps) {
    if (!steps.getFirst().equals(NAME)) {
      return OptionalLong.empty();
    }
    if (steps.size() == 1) {
      return OptionalLong.of(0);
    }
    var rest = steps.subList(2, steps.size());
    return switch (steps.get(1)) {
      case "driver" -> leaf(rest, DRIVER_LENGTH);
      case "allowMultipleAllocations" ->
          allowMultiple == AllowMultiple.VISIBLE ? leaf(rest, 1) : OptionalLong.empty();
      case "attributes" -> domains(rest, Named.ATTRIBUTE);
      case "capacity" -> domains(rest, Named.CAPACITY);
      default -> OptionalLong.empty();
    };
  }

  /** The kind of entry in the map of a domain. */
  private enum Named {
    ATTRIBUTE,
    CAPACITY
  }

  private static OptionalLong leaf(List<String> rest, long size) {
    return rest.isEmpty() ? OptionalLong.of(size) : OptionalLong.empty();
  }

  private static OptionalLong domains(List<String> rest, Named named) {
    if (rest.isEmpty()) {
      return OptionalLong.of(ENTRIES);
    }
    var inside = rest.subList(1, rest.size());
    return switch (rest.getFirst()) {
      case KEYS -> leaf(inside, DOMAIN_LENGTH);
      case VALUES, ITEMS -> ids(inside, named);
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong ids(List<String> rest, Named named) {
    if (rest.isEmpty()) {
      return OptionalLong.of(ENTRIES);
    }
    var inside = rest.subList(1, rest.size());
    return switch (rest.getFirst()) {
      case KEYS -> leaf(inside, ID_LENGTH);
      case VALUES, ITEMS -> leaf(inside, named == Named.ATTRIBUTE ? VALUE_LENGTH : 0);
      // Only attributes have a known size when they are selected by name. Upstream forgot the same
      // for capacities, which makes some comparisons of them too expensive to be accepted.
      default -> named == Named.ATTRIBUTE ? leaf(inside, VALUE_LENGTH) : OptionalLong.empty();
    };
  }
}
