package dev.dray.framework;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.DeviceClass;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The device classes that stand for extended resources. */
public final class ExtendedResourceClasses {
  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

  /**
   * The order in which the last of several classes for one resource counts: the newest, then the
   * first by name.
   */
  private static final Comparator<DeviceClass> LAST_COUNTS =
      Comparator.<DeviceClass, Instant>comparing(
              it -> it.metadata().creationTimestamp().orElse(Instant.MIN))
          .thenComparing(it -> it.metadata().name(), Comparator.reverseOrder());

  private ExtendedResourceClasses() {}

  /** Returns the names of classes by the name of the resource. */
  public static Map<String, String> of(List<DeviceClass> classes, Gates gates) {
    if (!gates.enabled(Gate.DRA_EXTENDED_RESOURCE)) {
      return Map.of();
    }
    var byResource = new TreeMap<String, String>();
    for (var each : classes.stream().sorted(LAST_COUNTS).toList()) {
      var name = each.metadata().name();
      byResource.put(IMPLICIT + name, name);
      each.spec().extendedResourceName().ifPresent(it -> byResource.put(it, name));
    }
    return FrozenMap.copyOf(byResource);
  }
}
