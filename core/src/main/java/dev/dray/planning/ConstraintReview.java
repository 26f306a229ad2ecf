package dev.dray.planning;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.inventory.Pool;
import dev.dray.inventory.PoolGeneration;
import dev.dray.inventory.Snapshot;
import dev.dray.planning.ReviewedDevice.Aspect;
import dev.dray.planning.ReviewedDevice.Misfit;
import dev.dray.selector.CompileResult;
import dev.dray.selector.DerivedAttribute;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.EntryName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The review of the constraints of an allocated claim: whether its devices still satisfy them. */
final class ConstraintReview {
  private final Snapshot snapshot;
  private final ResourceClaim claim;
  private final List<DeviceRequestAllocationResult> results;
  private final List<List<Misfit>> misfits = new ArrayList<>();

  ConstraintReview(
      Snapshot snapshot, ResourceClaim claim, List<DeviceRequestAllocationResult> results) {
    this.snapshot = snapshot;
    this.claim = claim;
    this.results = results;
    results.forEach(_ -> misfits.add(new ArrayList<>()));
  }

  /** Returns the misfits of each device. */
  List<List<Misfit>> misfits() {
    for (var constraint : claim.spec().devices().constraints()) {
      constraint.matchAttribute().ifPresent(attribute -> matching(attribute, covered(constraint)));
      if (constraint.matchAttribute().isEmpty()) {
        constraint
            .distinctAttribute()
            .ifPresent(attribute -> differing(attribute, covered(constraint)));
      }
    }
    return misfits;
  }

  private List<Integer> covered(DeviceConstraint constraint) {
    var covered = new ArrayList<Integer>();
    for (int i = 0; i < results.size(); i++) {
      var reference = results.get(i).request();
      int slash = reference.indexOf('/');
      var main = slash < 0 ? reference : reference.substring(0, slash);
      var names = constraint.requests();
      if (names.isEmpty() || names.contains(reference) || names.contains(main)) {
        covered.add(i);
      }
    }
    return covered;
  }

  private void matching(String attribute, List<Integer> covered) {
    Optional<Set<Object>> common = Optional.empty();
    for (int i : covered) {
      var values = values(i, attribute);
      if (values.isEmpty()) {
        continue;
      }
      var next = new LinkedHashSet<>(values.get());
      common.ifPresent(next::retainAll);
      if (next.isEmpty()) {
        add(
            i,
            "matchAttribute %s: it has %s, but the devices before it have %s"
                .formatted(attribute, values.get(), common.orElse(Set.of())));
      } else {
        common = Optional.of(next);
      }
    }
  }

  private void differing(String attribute, List<Integer> covered) {
    var seen = new LinkedHashSet<Object>();
    for (int i : covered) {
      var values = values(i, attribute);
      if (values.isPresent()) {
        var repeated = new LinkedHashSet<>(values.get());
        repeated.retainAll(seen);
        if (!repeated.isEmpty()) {
          add(
              i,
              "distinctAttribute %s: a device before it also has %s"
                  .formatted(attribute, repeated));
        }
        seen.addAll(values.get());
      }
    }
  }

  private void add(int device, String message) {
    misfits.get(device).add(new Misfit(Aspect.CONSTRAINT, message));
  }

  /** Returns the values to compare of a device; if it has none, adds a misfit and returns empty. */
  private Optional<Set<Object>> values(int i, String attribute) {
    var result = results.get(i);
    var pool = snapshot.pool(new PoolId(result.driver(), result.pool()));
    var row = pool.stream().flatMapToInt(it -> it.newest().row(result.device()).stream());
    var first = row.findFirst();
    if (pool.isEmpty() || first.isEmpty()) {
      // That the device is not published is reported already.
      return Optional.empty();
    }
    var value = value(result, pool.map(Pool::newest).get(), first.getAsInt(), attribute);
    if (value.isEmpty()) {
      add(i, "it lacks the attribute %s, which a constraint compares".formatted(attribute));
    }
    return value.map(ConstraintReview::elements);
  }

  private Optional<DeviceAttribute> value(
      DeviceRequestAllocationResult result, PoolGeneration generation, int row, String attribute) {
    var name = EntryName.of(EntryName.Part.ATTRIBUTES, attribute, result.driver());
    var derived =
        RequestTerms.of(claim, result.request()).stream()
            .flatMap(requestTerms -> requestTerms.derived().stream())
            .filter(
                it ->
                    EntryName.of(EntryName.Part.ATTRIBUTES, it.name(), result.driver())
                        .equals(name))
            .findFirst();
    if (derived.isEmpty()) {
      return generation.table().attribute(row, name);
    }
    return switch (DeviceExpressions.forStored()
        .compileDerivedAttribute(derived.get().expression())) {
      case CompileResult.Compiled<DerivedAttribute>(var expression, _) ->
          expression.of(generation.table().device(row))
                  instanceof DerivedAttribute.Derivation.Derived(var value)
              ? Optional.of(value)
              : Optional.empty();
      case CompileResult.Refused<DerivedAttribute> _ -> Optional.empty();
    };
  }

  private static Set<Object> elements(DeviceAttribute value) {
    return switch (value) {
      case DeviceAttribute.IntValues(var all) -> new LinkedHashSet<>(all);
      case DeviceAttribute.BoolValues(var all) -> new LinkedHashSet<>(all);
      case DeviceAttribute.StringValues(var all) -> new LinkedHashSet<>(all);
      case DeviceAttribute.VersionValues(var all) -> new LinkedHashSet<>(all);
      case DeviceAttribute.IntValue(var it) -> one(it);
      case DeviceAttribute.BoolValue(var it) -> one(it);
      case DeviceAttribute.StringValue(var it) -> one(it);
      case DeviceAttribute.VersionValue(var it) -> one(it);
      case DeviceAttribute.NullValue _, DeviceAttribute.Malformed _ -> new LinkedHashSet<>();
    };
  }

  private static Set<Object> one(Object value) {
    var set = new LinkedHashSet<Object>();
    set.add(value);
    return set;
  }
}
