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

/** Makes the claims that a controller would make for pods. */
public final class GeneratedClaims {
  /** Says for which entry of its pod a claim was made. */
  public static final String ENTRY = "resource.kubernetes.io/pod-claim-name";

  /** Says that a claim stands for extended resources of its pod. */
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

  /** Whether the claim stands for extended resources of its pod. */
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

  /** What the name begins with; both parts are cut in proportion if together they are too long. */
  public static String base(String pod, String entry) {
    var whole = pod + "-" + entry + "-";
    int length = whole.length();
    return length <= LONGEST_BASE
        ? whole
        : withoutDots(pod.substring(0, pod.length() * LONGEST_BASE / length))
            + "-"
            + entry.substring(0, entry.length() * LONGEST_BASE / length);
  }

  /** Upstream leaves a dot where it cuts, and then the name with ".-" in it is refused. */
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
   * A name for a claim of the pod. A server appends letters by chance; here they follow from the
   * pod, so that whoever makes the claim once more meets the one that is there.
   *
   * @param attempt another name for each, in case that someone else has one of them
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
