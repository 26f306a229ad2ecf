package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceClassSpec;
import dev.dray.api.validation.meta.MetadataRules;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.Optional;

/** The rules for device classes. */
record ClassRules(SelectorRules selectors) {
  private static final int CONFIG_MAX = 32;
  private static final FieldPath SPEC = FieldPath.of("spec");

  Violations create(DeviceClass deviceClass) {
    return MetadataRules.create(deviceClass.metadata(), deviceClass.kind())
        .and(spec(deviceClass.spec(), Optional.empty()));
  }

  Violations update(DeviceClass deviceClass, DeviceClass old) {
    return MetadataRules.update(deviceClass.metadata(), old.metadata(), deviceClass.kind())
        .and(spec(deviceClass.spec(), Optional.of(old.spec())));
  }

  private Violations spec(DeviceClassSpec spec, Optional<DeviceClassSpec> old) {
    var at = SPEC.child("selectors");
    var selected =
        switch (Stored.of(spec.selectors(), old.map(DeviceClassSpec::selectors))) {
          case NEW -> selectors.selectors(spec.selectors(), at);
          case UNCHANGED -> selectors.storedSelectors(spec.selectors(), at);
        };
    var config = Stored.of(spec.config(), old.map(DeviceClassSpec::config));
    return selected
        .and(
            RuleChecks.list(
                spec.config(),
                CONFIG_MAX,
                SPEC.child("config"),
                (each, place) -> ConfigurationRules.opaque(each.opaque(), config, place)))
        .and(
            spec.extendedResourceName()
                .map(
                    name ->
                        NameRules.extendedResourceName(name, SPEC.child("extendedResourceName")))
                .orElse(Violations.NONE));
  }
}
