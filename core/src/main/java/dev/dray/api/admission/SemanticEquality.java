package dev.dray.api.admission;

import static java.util.function.Predicate.not;

import dev.dray.api.resource.ResourceSliceSpec;
import java.util.List;

/**
 * Whether two specs mean the same, and so are of one generation.
 *
 * <p>Nearly always their own {@code equals} says that: absent lists and maps are empty ones, and
 * quantities compare by number. Only the two lists of a slice keep apart what was absent and what
 * was empty, for validation's sake.
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
