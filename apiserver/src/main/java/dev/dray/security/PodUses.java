package dev.dray.security;

import dev.dray.api.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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

  /**
   * What sort of object the pod refers to, if it does to any: claims, accounts, volumes' sources.
   */
  static Optional<String> anything(Json.Obj pod) {
    if (!pod.text("spec", "serviceAccountName").isEmpty()) {
      return Optional.of("serviceaccounts");
    }
    if (!pod.items("spec", "resourceClaims").isEmpty() || !claims(pod).isEmpty()) {
      return Optional.of("resourceclaims");
    }
    if (!configMaps(pod).isEmpty()) {
      return Optional.of("configmaps");
    }
    if (usesSecrets(pod)) {
      return Optional.of("secrets");
    }
    boolean volumes =
        pod.objects("spec", "volumes").stream()
            .anyMatch(it -> it.has("persistentVolumeClaim") || it.has("ephemeral"));
    return volumes ? Optional.of("persistentvolumeclaims") : Optional.empty();
  }

  private static boolean usesSecrets(Json.Obj pod) {
    if (!pod.items("spec", "imagePullSecrets").isEmpty()) {
      return true;
    }
    for (var sort : CONTAINERS) {
      for (var container : pod.objects("spec", sort)) {
        if (container.objects("envFrom").stream().anyMatch(it -> it.has("secretRef"))
            || container.objects("env").stream()
                .anyMatch(it -> it.find("valueFrom", "secretKeyRef").isPresent())) {
          return true;
        }
      }
    }
    return pod.objects("spec", "volumes").stream()
        .anyMatch(
            it ->
                it.has("secret")
                    || it.objects("projected", "sources").stream()
                        .anyMatch(
                            source -> source.has("secret") || source.has("serviceAccountToken")));
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
