package dev.dray.cel.plan;

import dev.dray.cel.value.GoNumbers;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapKeys;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.UintValue;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The elements of a constant list as a set, for a membership test that is free of charge. */
final class MemberSet {
  private final Set<Value> members = new HashSet<>();

  private MemberSet() {}

  /** Returns the set, or empty if an element is not a string, bool or number. */
  static Optional<MemberSet> of(ListValue list) {
    var set = new MemberSet();
    for (var element : list) {
      switch (element) {
        case StringValue _, BoolValue _ -> set.members.add(element);
        case IntValue(var number) -> set.addInt(number);
        case UintValue(var bits) -> set.addUint(bits);
        case DoubleValue(var number) -> set.addDouble(number);
        default -> {
          return Optional.empty();
        }
      }
    }
    return Optional.of(set);
  }

  private void addInt(long number) {
    members.add(new IntValue(number));
    members.add(new DoubleValue((double) number));
    if (number >= 0) {
      members.add(new UintValue(number));
    }
  }

  private void addUint(long bits) {
    members.add(new UintValue(bits));
    members.add(new DoubleValue(GoNumbers.asDouble(bits)));
    if (bits >= 0) {
      members.add(new IntValue(bits));
    }
  }

  private void addDouble(double number) {
    if (!Double.isNaN(number)) {
      members.add(MapKeys.hashable(new DoubleValue(number)));
      MapKeys.wholeNumber(number).ifPresent(members::add);
      MapKeys.unsignedNumber(number).ifPresent(members::add);
    }
  }

  boolean has(Value value) {
    return members.contains(MapKeys.hashable(value));
  }
}
