package dev.dray.framework.claim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceClaimTemplate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** Generates the claims that a controller would create for pods. */
public final class GeneratedClaims {
  /** The annotation that names the pod's entry for which a claim was generated. */
  public static final String ENTRY = "resource.kubernetes.io/pod-claim-name";

  /** The annotation of a claim that stands for extended resources of its pod. */
  public static final String EXTENDED = "resource.kubernetes.io/extended-resource-claim";

  private static final int LONGEST_BASE = 57;
  private static final String SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final int SUFFIX_LENGTH = 5;

  private GeneratedClaims() {}

  static ResourceClaim of(
      Pod pod, String entry, ResourceClaimTemplate template, Predicate<String> taken) {
    var model = template.spec().metadata();
    var annotations = new LinkedHashMap<>(model.annotations());
    annotations.put(ENTRY, entry);
    var base = base(pod.metadata().name(), entry);
    return claim(pod, base, model.labels(), annotations, template.spec().spec(), taken);
  }

  public static ResourceClaim extended(Pod pod, ResourceClaimSpec spec, Predicate<String> taken) {
    var base = base(pod.metadata().name(), "extended-resources");
    return claim(pod, base, Map.of(), Map.of(EXTENDED, "true"), spec, taken);
  }

  /** Returns whether the claim stands for extended resources of its pod. */
  public static boolean isExtended(ResourceClaim claim) {
    return "true".equals(claim.metadata().annotations().get(EXTENDED));
  }

  private static ResourceClaim claim(
      Pod pod,
      String base,
      Map<String, String> labels,
      Map<String, String> annotations,
      ResourceClaimSpec spec,
      Predicate<String> taken) {
    var name = name(base, pod.metadata(), taken);
    var namespace = pod.metadata().namespace();
    var metadata =
        new ObjectMeta(
            name,
            base,
            namespace,
            "",
            uid(namespace, name),
            "",
            0,
            pod.metadata().creationTimestamp(),
            Optional.empty(),
            Optional.empty(),
            labels,
            annotations,
            List.of(owner(pod)),
            List.of(),
            List.of());
    return new ResourceClaim(metadata, spec, ResourceClaimStatus.EMPTY);
  }

  private static OwnerReference owner(Pod pod) {
    return new OwnerReference(
        "v1",
        "Pod",
        pod.metadata().name(),
        pod.metadata().uid(),
        Optional.of(true),
        Optional.of(true));
  }

  private static String uid(String namespace, String name) {
    var text = "ResourceClaim/" + namespace + "/" + name;
    return UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).toString();
  }

  /**
   * Returns the beginning of a claim's name; both parts are cut in proportion if they are too long
   * together.
   */
  public static String base(String pod, String entry) {
    var whole = pod + "-" + entry + "-";
    int length = whole.length();
    return length <= LONGEST_BASE
        ? whole
        : withoutDots(pod.substring(0, pod.length() * LONGEST_BASE / length))
            + "-"
            + entry.substring(0, entry.length() * LONGEST_BASE / length);
  }

  /**
   * Removes dots at the end. Upstream leaves a dot where it cuts, and the name, which then contains
   * ".-", is refused.
   */
  private static String withoutDots(String cut) {
    int end = cut.length();
    while (end > 0 && cut.charAt(end - 1) == '.') {
      end--;
    }
    return cut.substring(0, end);
  }

  private static String name(String base, ObjectMeta pod, Predicate<String> taken) {
    for (int attempt = 0; ; attempt++) {
      var name = name(base, pod, attempt);
      if (!taken.test(name)) {
        return name;
      }
    }
  }

  /**
   * Returns a name for a claim of the pod. A server appends random letters; here they follow from
   * the pod, so that generating the claim once more finds the one that exists.
   *
   * @param attempt the number of the try: each gives another name, in case one is taken by a
   *     foreign claim
   */
  public static String name(String base, ObjectMeta pod, int attempt) {
    return base + suffix(pod.namespace() + "/" + pod.uid() + "/" + base + "/" + attempt);
  }

  private static String suffix(String text) {
    long hash = UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).getLeastSignificantBits() >>> 3;
    var letters = new StringBuilder();
    for (int i = 0; i < SUFFIX_LENGTH; i++) {
      letters.append(SUFFIX_LETTERS.charAt((int) (hash % SUFFIX_LETTERS.length())));
      hash /= SUFFIX_LETTERS.length();
    }
    return letters.toString();
  }
}
