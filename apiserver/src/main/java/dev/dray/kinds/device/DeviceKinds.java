package dev.dray.kinds.device;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.Kind;
import dev.dray.api.validation.Validator;
import dev.dray.kinds.FieldLabels;
import dev.dray.kinds.HubStrategy;
import dev.dray.kinds.Resource;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of {@code resource.k8s.io}, in every version they have. */
public final class DeviceKinds {
  private DeviceKinds() {}

  public static List<Resource> all(Gates gates, InstantSource clock) {
    var admission = new Admission(gates);
    var validator = Validator.with(gates);
    return Arrays.stream(Kind.values())
        .map(
            kind ->
                resource(kind, new HubStrategy(kind, stored(kind), admission, validator, clock)))
        .toList();
  }

  private static Resource resource(Kind kind, HubStrategy strategy) {
    var scope =
        switch (kind.scope()) {
          case CLUSTER -> Resource.Scope.CLUSTER;
          case NAMESPACED -> Resource.Scope.NAMESPACED;
        };
    return new Resource(
        ApiVersion.GROUP,
        kind.plural(),
        kind.kindName().toLowerCase(Locale.ROOT),
        kind.kindName(),
        List.of(),
        List.of(),
        scope,
        ApiVersion.serving(kind).stream().map(ApiVersion::versionName).toList(),
        stored(kind).versionName(),
        HubStrategy.hasStatus(kind) ? List.of("status") : List.of(),
        Resource.ALL_VERBS,
        Optional.empty(),
        strategy,
        DeviceColumns.of(kind),
        labels(kind, scope));
  }

  private static ApiVersion stored(Kind kind) {
    return switch (kind) {
      case RESOURCE_SLICE, RESOURCE_CLAIM, RESOURCE_CLAIM_TEMPLATE, DEVICE_CLASS -> ApiVersion.V1;
      case DEVICE_TAINT_RULE -> ApiVersion.V1BETA2;
      case RESOURCE_POOL_STATUS_REQUEST, RESOURCE_SLICE_PATCH -> ApiVersion.V1ALPHA3;
    };
  }

  private static FieldLabels labels(Kind kind, Resource.Scope scope) {
    var labels = FieldLabels.standard(scope);
    return kind == Kind.RESOURCE_SLICE
        ? labels
            .with("spec.nodeName", slice -> slice.text("spec", "nodeName"))
            .with("spec.driver", slice -> slice.text("spec", "driver"))
            .with("spec.pool.name", slice -> slice.text("spec", "pool", "name"))
        : labels;
  }
}
