package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import dev.dray.security.PodUses;
import java.util.List;
import java.util.Optional;

/**
 * The mirror pods: API objects of pods that a node runs by itself. Nobody else decided that they
 * run, so they must not gain access to anything; and the node compares them with its own files, so
 * nothing may be added to them.
 */
public final class MirrorPods {
  public static final String ANNOTATION = "kubernetes.io/config.mirror";

  /** The volume sources that need no API object. */
  private static final List<String> LOCAL =
      List.of(
          "awsElasticBlockStore",
          "azureDisk",
          "cephfs",
          "cinder",
          "downwardAPI",
          "emptyDir",
          "fc",
          "flexVolume",
          "flocker",
          "gcePersistentDisk",
          "gitRepo",
          "hostPath",
          "image",
          "iscsi",
          "nfs",
          "photonPersistentDisk",
          "portworxVolume",
          "quobyte",
          "rbd",
          "scaleIO",
          "storageos",
          "vsphereVolume");

  /** A volume source, and its name in messages. */
  private record Source(String field, String words) {}

  private static final List<Source> VOLUMES =
      List.of(
          new Source("configMap", "configmaps (via configmap volumes)"),
          new Source("secret", "secrets (via secret volumes)"),
          new Source("csi", "csidrivers (via CSI volumes)"),
          new Source("glusterfs", "endpoints (via glusterFS volumes)"),
          new Source("persistentVolumeClaim", "persistentvolumeclaims"),
          new Source("ephemeral", "persistentvolumeclaims (via ephemeral volumes)"),
          new Source("azureFile", "secrets (via azureFile volumes)"));

  private static final List<Source> PROJECTED =
      List.of(
          new Source("configMap", "configmaps (via projected volumes)"),
          new Source("secret", "secrets (via projected volumes)"),
          new Source("serviceAccountToken", "serviceaccounts (via projected volumes)"),
          new Source("clusterTrustBundle", "clustertrustbundles"),
          new Source("podCertificate", "podcertificates"));

  private MirrorPods() {}

  public static boolean isMirror(Json.Obj pod) {
    return pod.map("metadata", "annotations").containsKey(ANNOTATION);
  }

  /**
   * Returns the reason why nobody may create this mirror pod, in upstream's words; empty if it is
   * allowed or not a mirror pod.
   */
  public static Optional<String> refusal(Json.Obj pod) {
    if (!isMirror(pod)) {
      return Optional.empty();
    }
    var uses = PodUses.of(pod);
    if (!uses.accounts().isEmpty()) {
      return Optional.of("a mirror pod may not reference service accounts");
    }
    if (!uses.secrets().isEmpty()) {
      return Optional.of("a mirror pod may not reference secrets");
    }
    boolean tokens =
        pod.objects("spec", "volumes").stream()
            .flatMap(it -> it.objects("projected", "sources").stream())
            .anyMatch(it -> it.has("serviceAccountToken"));
    return tokens
        ? Optional.of("a mirror pod may not use ServiceAccountToken volume projections")
        : Optional.empty();
  }

  /**
   * Returns the first kind of API object a pod refers to, in upstream's words; empty if there is
   * none.
   */
  static Optional<String> reference(Json.Obj pod) {
    var uses = PodUses.of(pod);
    if (!uses.accounts().isEmpty()) {
      return Optional.of("serviceaccounts");
    }
    if (!uses.secrets().isEmpty()) {
      return Optional.of("secrets");
    }
    if (!uses.configMaps().isEmpty()) {
      return Optional.of("configmaps");
    }
    if (!pod.items("spec", "resourceClaims").isEmpty()) {
      return Optional.of("resourceclaims");
    }
    return pod.objects("spec", "volumes").stream().flatMap(it -> sources(it).stream()).findFirst();
  }

  private static Optional<String> sources(Json.Obj volume) {
    var found = VOLUMES.stream().filter(it -> volume.has(it.field())).findFirst();
    if (found.isPresent()) {
      return found.map(Source::words);
    }
    if (volume.has("projected")) {
      return volume.objects("projected", "sources").stream()
          .flatMap(source -> projected(source).stream())
          .findFirst();
    }
    return LOCAL.stream().anyMatch(volume::has)
        ? Optional.empty()
        : Optional.of("the source of the volume \"%s\"".formatted(volume.text("name")));
  }

  private static Optional<String> projected(Json.Obj source) {
    return PROJECTED.stream().filter(it -> source.has(it.field())).map(Source::words).findFirst();
  }
}
