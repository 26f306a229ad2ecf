package dev.dray.security;

import dev.dray.api.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The objects that a pod uses by name, all in its own namespace. */
final class PodUses {
  private static final List<String> CONTAINERS =
      List.of("initContainers", "containers", "ephemeralContainers");

  private PodUses() {}

  /** Claims that are named, and those that were made for the pod and stand in its status. */
  static Set<String> claims(Json.Obj pod) {
    var names = new LinkedHashSet<String>();
    for (var claim : pod.objects("spec", "resourceClaims")) {
      add(names, claim.text("resourceClaimName"));
    }
    for (var status : pod.objects("status", "resourceClaimStatuses")) {
      add(names, status.text("resourceClaimName"));
    }
    add(names, pod.text("status", "extendedResourceClaimStatus", "resourceClaimName"));
    return names;
  }

  static Set<String> configMaps(Json.Obj pod) {
    var names = new LinkedHashSet<String>();
    for (var sort : CONTAINERS) {
      for (var container : pod.objects("spec", sort)) {
        for (var source : container.objects("envFrom")) {
          add(names, source.text("configMapRef", "name"));
        }
        for (var variable : container.objects("env")) {
          add(names, variable.text("valueFrom", "configMapKeyRef", "name"));
        }
      }
    }
    for (var volume : pod.objects("spec", "volumes")) {
      add(names, volume.text("configMap", "name"));
      for (var source : volume.objects("projected", "sources")) {
        add(names, source.text("configMap", "name"));
      }
    }
    return names;
  }

  private static void add(Set<String> names, String name) {
    if (!name.isEmpty()) {
      names.add(name);
    }
  }
}
