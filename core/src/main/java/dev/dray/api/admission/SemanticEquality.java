package dev.dray.api.admission;

import static java.util.function.Predicate.not;

import dev.dray.api.resource.ResourceSliceSpec;
import java.util.List;

/**
 * The comparison of two specs by meaning, which decides whether the generation changes.
 *
 * <p>Nearly always it is their own {@code equals}: absent lists and maps are empty ones, and
 * quantities compare by number. Only the two lists of a slice distinguish absent from empty, for
 * validation.
 */
final class SemanticEquality {
  private SemanticEquality() {}

  static boolean equal(ResourceSliceSpec one, ResourceSliceSpec other) {
    return one.equals(other) || withoutEmptyLists(one).equals(withoutEmptyLists(other));
  }

  private static ResourceSliceSpec withoutEmptyLists(ResourceSliceSpec spec) {
    return spec.withDeviceList(spec.deviceList().filter(not(List::isEmpty)))
        .withCounterSetList(spec.counterSetList().filter(not(List::isEmpty)));
  }
}
