package dev.dray.api.validation;

import dev.dray.api.resource.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The warnings for what is valid in a slice and should be different anyway. */
final class SliceWarnings {
  private SliceWarnings() {}

  static List<String> of(ResourceSliceSpec spec) {
    var warnings = new ArrayList<String>();
    if (!spec.driver().equals(spec.driver().toLowerCase(Locale.ROOT))) {
      warnings.add(
          "spec.driver: driver names should be lowercase; \"%s\" contains uppercase characters"
              .formatted(spec.driver()));
    }
    if (NodeSelectionRules.countersOnly(spec) && NodeSelectionRules.isUnset(spec)) {
      warnings.add(
          "spec: a slice with nothing but sharedCounters needs no node selection here, but other"
              + " API servers refuse it; set `nodeName`, `nodeSelector` or `allNodes` to be"
              + " portable");
    }
    return List.copyOf(warnings);
  }
}
