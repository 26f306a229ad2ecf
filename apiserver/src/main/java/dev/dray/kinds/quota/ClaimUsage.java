package dev.dray.kinds.quota;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Quantity;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.WriteCheck;
import java.util.LinkedHashMap;
import java.util.Map;

/** The number of devices of each class that a claim may come to hold. */
record ClaimUsage(Kinds kinds, WriteCheck.View view) {
  /** The most devices an allocation can hold, which a request for all devices is charged for. */
  private static final long ALL = 32;

  private static final String EXTENDED = "resource.kubernetes.io/extended-resource-claim";

  void add(Json.Obj claim, Map<String, Quantity> usage) {
    var devices = new LinkedHashMap<String, Long>();
    for (var request : claim.objects("spec", "devices", "requests")) {
      most(request).forEach((name, count) -> devices.merge(name, count, Long::sum));
    }
    devices.forEach((name, count) -> add(claim, name, amount(count), usage));
  }

  private void add(Json.Obj claim, String className, Quantity count, Map<String, Quantity> usage) {
    usage.merge(className + ".deviceclass.resource.k8s.io/devices", count, Quantity::add);
    extended(claim, "requests.deviceclass.resource.kubernetes.io/" + className, count, usage);
    var name =
        kinds
            .find(GroupVersions.RESOURCE, "deviceclasses")
            .flatMap(resource -> view.find(resource, "", className))
            .map(stored -> stored.object().text("spec", "extendedResourceName"))
            .orElse("");
    if (!name.isEmpty()) {
      extended(claim, "requests." + name, count, usage);
    }
  }

  /**
   * Charges a claim under a resource name. A claim generated for extended resources is charged only
   * for what its pod does not request itself.
   */
  private void extended(Json.Obj claim, String name, Quantity count, Map<String, Quantity> usage) {
    var left = count.subtract(ofOwner(claim, name));
    if (left.sign() > 0) {
      usage.merge(name, left, Quantity::add);
    }
  }

  private Quantity ofOwner(Json.Obj claim, String name) {
    if (!claim.text("metadata", "annotations", EXTENDED).equals("true")) {
      return Quantity.ZERO;
    }
    var pods = kinds.find(GroupVersions.CORE, "pods");
    var namespace = claim.text("metadata", "namespace");
    return claim.objects("metadata", "ownerReferences").stream()
        .filter(owner -> owner.truth("controller") && owner.text("kind").equals("Pod"))
        .findFirst()
        .flatMap(owner -> pods.flatMap(it -> view.find(it, namespace, owner.text("name"))))
        .map(
            pod -> {
              var usage = new LinkedHashMap<String, Quantity>();
              QuotaUsage.pod(pod.object(), usage);
              return usage.getOrDefault(name, Quantity.ZERO);
            })
        .orElse(Quantity.ZERO);
  }

  /**
   * Returns the largest count per class: only one alternative is allocated, so each class is
   * charged for the alternative that takes the most of it.
   */
  private static Map<String, Long> most(Json.Obj request) {
    var most = new LinkedHashMap<String, Long>();
    if (request.has("exactly")) {
      var exactly = request.object("exactly");
      most.put(exactly.text("deviceClassName"), devices(exactly));
    }
    for (var alternative : request.objects("firstAvailable")) {
      most.merge(alternative.text("deviceClassName"), devices(alternative), Math::max);
    }
    return most;
  }

  private static long devices(Json.Obj request) {
    return switch (request.text("allocationMode")) {
      case "ExactCount", "" -> request.number("count").orElse(1L);
      case "All" -> ALL;
      default -> 0;
    };
  }

  private static Quantity amount(long count) {
    return Quantity.of(count, Quantity.Format.DECIMAL_SI);
  }
}
