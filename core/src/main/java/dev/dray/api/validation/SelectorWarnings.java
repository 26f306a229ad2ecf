package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.selector.CompileResult;
import dev.dray.selector.CompiledSelector;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.EntryName;
import dev.dray.selector.ReadSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The warnings for expressions that compile and hardly mean what was meant: {@code
 * device.attributes["model"].string} reads the attribute "string" of the domain "model". Manifests
 * and even documents have it, since that is how a slice writes an attribute.
 */
final class SelectorWarnings {
  private static final Set<String> KINDS =
      Set.of("int", "bool", "string", "version", "ints", "bools", "strings", "versions");

  private final DeviceExpressions expressions;
  private final List<String> warnings = new ArrayList<>();

  private SelectorWarnings(DeviceExpressions expressions) {
    this.expressions = expressions;
  }

  static List<String> of(ApiObject object, DeviceExpressions expressions) {
    var found = new SelectorWarnings(expressions);
    var spec = FieldPath.of("spec");
    switch (object) {
      case ResourceClaim claim -> found.claim(claim.spec(), spec);
      case ResourceClaimTemplate template ->
          found.claim(template.spec().spec(), spec.child("spec"));
      case DeviceClass it -> found.selectors(it.spec().selectors(), spec.child("selectors"));
      case ResourceSlicePatch patch ->
          found.selectors(
              patch.spec().devices().filter().map(DevicePatchFilter::selectors).orElse(List.of()),
              spec.child("devices").child("filter").child("selectors"));
      case ResourceSlice _, DeviceTaintRule _, ResourcePoolStatusRequest _ -> {}
    }
    return List.copyOf(found.warnings);
  }

  private void claim(ResourceClaimSpec spec, FieldPath at) {
    var requests = spec.devices().requests();
    for (int i = 0; i < requests.size(); i++) {
      var place = at.child("devices").child("requests").index(i);
      requests
          .get(i)
          .exactly()
          .ifPresent(it -> selectors(it.selectors(), place.child("exactly").child("selectors")));
      var alternatives = requests.get(i).firstAvailable();
      for (int j = 0; j < alternatives.size(); j++) {
        selectors(
            alternatives.get(j).selectors(),
            place.child("firstAvailable").index(j).child("selectors"));
      }
    }
  }

  private void selectors(List<DeviceSelector> selectors, FieldPath at) {
    for (int i = 0; i < Math.min(selectors.size(), SelectorRules.SELECTORS_MAX); i++) {
      var place = at.index(i).child("cel").child("expression");
      selectors.get(i).cel().ifPresent(cel -> expression(cel.expression(), place));
    }
  }

  private void expression(String text, FieldPath at) {
    if (text.length() <= DeviceExpressions.MAX_BYTES
        && expressions.compileSelector(text)
            instanceof CompileResult.Compiled<CompiledSelector>(var compiled, _)) {
      for (var name : ReadSet.of(compiled.expr()).entries()) {
        if (isKindOfValue(name)) {
          warnings.add(warning(name, at));
        }
      }
    }
  }

  /**
   * Returns whether the name looks like the type of a value. A driver's name has a dot by
   * convention; a bare word is more likely the name of an attribute.
   */
  private static boolean isKindOfValue(EntryName name) {
    return name.part() == EntryName.Part.ATTRIBUTES
        && KINDS.contains(name.id())
        && !name.domain().contains(".");
  }

  private static String warning(EntryName name, FieldPath at) {
    return ("%s: device.attributes[\"%s\"].%s is the attribute \"%s\" of the domain \"%s\";"
            + " if the attribute \"%s\" is meant, write device.attributes[\"<driver>\"].%s")
        .formatted(
            at, name.domain(), name.id(), name.id(), name.domain(), name.domain(), name.domain());
  }
}
