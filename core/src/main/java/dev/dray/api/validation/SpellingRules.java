package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rule that a map must not have one name twice, with and without the driver's domain. */
final class SpellingRules {
  private SpellingRules() {}

  static Violations oneSpelling(Map<String, ?> map, String driver, FieldPath at) {
    List<Violation> found = new ArrayList<>(0);
    for (var name : map.keySet()) {
      // Only a qualified name can be the second spelling, and those are few.
      int slash = name.indexOf('/');
      if (slash == driver.length()
          && name.startsWith(driver)
          && map.containsKey(name.substring(slash + 1))) {
        var bare = name.substring(slash + 1);
        found.add(
            Violation.duplicate(at, bare)
                .by("spelling")
                .hint("%s and %s are the same name: keep one of them".formatted(bare, name)));
      }
    }
    return Violations.of(found);
  }
}
