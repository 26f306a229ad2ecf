package dev.dray.security;

import dev.dray.api.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names of the objects that a pod uses, all in its own namespace. */
public record PodUses(
    Set<String> claims, Set<String> secrets, Set<String> configMaps, Set<String> accounts) {
  private static final List<String> CONTAINERS =
      List.of("initContainers", "containers", "ephemeralContainers");

  /** The volume sources, each with the field that refers to its secret. */
  private static final List<List<String>> SECRET_REFERENCES =
      List.of(
          List.of("cephfs", "secretRef"),
          List.of("cinder", "secretRef"),
          List.of("csi", "nodePublishSecretRef"),
          List.of("flexVolume", "secretRef"),
          List.of("iscsi", "secretRef"),
          List.of("rbd", "secretRef"),
          List.of("scaleIO", "secretRef"),
          List.of("storageos", "secretRef"));

  public static final PodUses NOTHING = new PodUses(Set.of(), Set.of(), Set.of(), Set.of());

  public PodUses {
    claims = Set.copyOf(claims);
    secrets = Set.copyOf(secrets);
    configMaps = Set.copyOf(configMaps);
    accounts = Set.copyOf(accounts);
  }

  /** Returns the objects that a pod uses. */
  public static PodUses of(Json.Obj pod) {
    var accounts = new HashSet<String>();
    add(accounts, pod.text("spec", "serviceAccountName"));
    return new PodUses(claims(pod), secrets(pod), configMaps(pod), accounts);
  }

  /** Returns the claims the pod names, and the generated ones in its status. */
  private static Set<String> claims(Json.Obj pod) {
    var names = new HashSet<String>();
    var made = pod.objects("status", "resourceClaimStatuses");
    for (var claim : pod.objects("spec", "resourceClaims")) {
      add(names, claim.text("resourceClaimName"));
      made.stream()
          .filter(it -> it.text("name").equals(claim.text("name")))
          .forEach(it -> add(names, it.text("resourceClaimName")));
    }
    add(names, pod.text("status", "extendedResourceClaimStatus", "resourceClaimName"));
    return names;
  }

  private static Set<String> secrets(Json.Obj pod) {
    var names = new HashSet<String>();
    pod.objects("spec", "imagePullSecrets").forEach(it -> add(names, it.text("name")));
    addVariables(names, pod, "secretRef", "secretKeyRef");
    for (var volume : pod.objects("spec", "volumes")) {
      add(names, volume.text("secret", "secretName"));
      add(names, volume.text("azureFile", "secretName"));
      addProjected(names, volume, "secret");
      for (var path : SECRET_REFERENCES) {
        add(names, volume.text(path.getFirst(), path.getLast(), "name"));
      }
    }
    return names;
  }

  private static Set<String> configMaps(Json.Obj pod) {
    var names = new HashSet<String>();
    addVariables(names, pod, "configMapRef", "configMapKeyRef");
    for (var volume : pod.objects("spec", "volumes")) {
      add(names, volume.text("configMap", "name"));
      addProjected(names, volume, "configMap");
    }
    return names;
  }

  private static void addVariables(Set<String> names, Json.Obj pod, String all, String one) {
    for (var sort : CONTAINERS) {
      for (var container : pod.objects("spec", sort)) {
        container.objects("envFrom").forEach(it -> add(names, it.text(all, "name")));
        container.objects("env").forEach(it -> add(names, it.text("valueFrom", one, "name")));
      }
    }
  }

  private static void addProjected(Set<String> names, Json.Obj volume, String sort) {
    volume.objects("projected", "sources").forEach(it -> add(names, it.text(sort, "name")));
  }

  private static void add(Set<String> names, String name) {
    if (!name.isEmpty()) {
      names.add(name);
    }
  }
}
