package dev.dray.api.admission;

import dev.dray.api.meta.FrozenMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Functions that change every element of a list or map. */
final class Every {
  private Every() {}

  static <T> List<T> item(List<T> list, UnaryOperator<T> change) {
    return list.stream().map(change).toList();
  }

  static <V> Map<String, V> value(Map<String, V> map, UnaryOperator<V> change) {
    return FrozenMap.copyOf(map, change);
  }
}
